import { browserTests, byCommands, npmRun, tests } from "./byCommand.ts";
import type { Goal } from "./goal.ts";

/** Goals that a command or a test of its own shows, by number. */
export const railTimeouts: Goal = byCommands(
  {
    name: "R7",
    title: "the rail does not answer in time",
    figure:
      "1,000 transfers, 30 % time-outs, 10 % slow: 0 double sends, all final, refunds in time",
  },
  {
    full: [npmRun("rail-storm", "1000"), npmRun("rail-storm", "pesonet", "1000")],
    short: [npmRun("rail-storm", "60"), npmRun("rail-storm", "pesonet", "60")],
  },
);

export const callbackOrders: Goal = byCommands(
  {
    name: "R8",
    title: "callbacks late, doubled, out of order, forged",
    figure: "every order and repetition ends like the one in order; 0 forged accepted",
  },
  { full: [tests("railMatrix", "railStates", "creditedMeanwhile", "onIssuerEvent", "toldTwice")] },
);

export const restore: Goal = byCommands(
  {
    name: "R14",
    title: "backup and restore",
    figure: "restored, checked and equal at its moment; a backup with one flipped bit is refused",
  },
  {
    full: [npmRun("drill:restore", "--members", "1000000", "--seconds", "65")],
    short: [npmRun("drill:restore")],
  },
);

export const failover: Goal = byCommands(
  {
    name: "R15",
    title: "the machine of the primary database is lost",
    figure:
      "20 kills, 10 pauses, 5 losses of etcd: 0 lost, writes again within 20 s, no split brain",
  },
  { full: [npmRun("drill:failover")] },
);

export const degraded: Goal = byCommands(
  {
    name: "R16",
    title: "a part is away",
    figure: "what still works is decided for each part and route, and is so",
  },
  {
    full: [
      tests("degraded", "gatewayFailures", "sockets"),
      browserTests("degraded", "loginCode", "cardRefusals"),
    ],
    short: [tests("degraded", "gatewayFailures", "sockets")],
  },
);

export const fuzz: Goal = byCommands(
  {
    name: "R19",
    title: "calls at random over every route",
    figure: "100,000 calls and 20,000 broken requests: 0 answers from 500 on, 0 exits, books hold",
  },
  { full: [npmRun("fuzz")], short: [tests("badInput")] },
);

export const manyProcesses: Goal = byCommands(
  {
    name: "R20",
    title: "several API processes behind a proxy",
    figure: "4 processes, no sticky sessions: nothing lost, doubled or let through",
  },
  { full: [npmRun("cluster", "--prove", "200", "10")], short: [npmRun("cluster", "--prove")] },
);

export const simulation: Goal = byCommands(
  {
    name: "R21",
    title: "deterministic simulation",
    figure:
      "10,000 seeds of 100 actions with faults, crashes and races: nothing lost, doubled or misplaced",
  },
  { full: [npmRun("simulate")], short: [npmRun("simulate", "--seeds", "1..200")] },
);

export const rollingRestart: Goal = byCommands(
  {
    name: "R23",
    title: "graceful stop and rolling restart",
    figure: "work under way is answered within 10 s; 0 failed answers in a rolling restart",
  },
  { full: [npmRun("cluster", "--prove"), tests("gracefulStop")], short: [tests("gracefulStop")] },
);
