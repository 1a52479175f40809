import { readFileSync, writeFileSync } from "node:fs";
import type { Plan } from "#lab/load/plan.ts";
import { type Arrival, arrivals } from "#lab/load/schedule.ts";
import { drive } from "./drive.ts";
import { membersOf } from "./members.ts";
import { openSender } from "./sender.ts";
import { keepSockets } from "./sockets.ts";
import { newTally, type Second } from "./tally.ts";

/** What this process tells the one that started it. */
export type GeneratorMessage =
  | { kind: "ready"; sockets: number }
  | { kind: "second"; second: Second }
  | { kind: "over"; unanswered: number; bells: number };

const SOCKETS_AT_ONCE = 50;
/** What is still under way at the end has as long as a call may take. */
const LAST_ANSWERS_MS = 35_000;

const [planFile = "", promisedFile = ""] = process.argv.slice(2);
// Written by lab/load/runLoad.ts.
const plan = JSON.parse(readFileSync(planFile, "utf8")) as Plan;
const tell = (what: GeneratorMessage) => process.send?.(what);
for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => process.exit(1));

const tally = newTally();
const sockets = keepSockets(plan, tally);
const members = membersOf(plan, { onSeated: (seat, who) => sockets.take(seat, who) });
await sockets.openAll(members.seats, SOCKETS_AT_ONCE);
tell({ kind: "ready", sockets: sockets.connected() });
await new Promise((resolve) => process.once("message", resolve));

const startedAt = performance.now();
const sender = openSender(plan.ports, tally);
const driving = drive(plan, { members, tally, sender }, startedAt);
let second = 0;
const ticking = setInterval(() => {
  second += 1;
  tell({
    kind: "second",
    second: tally.take({
      second,
      underWay: sender.underWay(),
      waiting: sender.waiting(),
      connections: sender.connections(),
      sockets: sockets.connected(),
    }),
  });
}, 1000);

const planned = arrivals(plan.rates, plan);
await (plan.atOnce === undefined ? sendWhenDue(planned) : sendInTurn(planned, plan.atOnce));
for (let waited = 0; waited < LAST_ANSWERS_MS && sender.underWay() > 0; waited += 50) {
  await pause(50);
}
clearInterval(ticking);
const unanswered = sender.underWay();
const last = { underWay: unanswered, waiting: 0, connections: 0, sockets: sockets.connected() };
tell({ kind: "second", second: tally.take({ second: second + 1, ...last }) });
writeFileSync(promisedFile, JSON.stringify(driving.promised()));
tell({ kind: "over", unanswered, bells: sockets.heard() });
sockets.close();
sender.close();
process.removeAllListeners("disconnect");
process.disconnect?.();

/** Sends each when it is due; those that became due while this process was busy go out at once. */
async function sendWhenDue(planned: Iterable<Arrival>): Promise<void> {
  for (const arrival of planned) {
    for (
      let wait = startedAt + arrival.atMs - performance.now();
      wait > 0;
      wait = startedAt + arrival.atMs - performance.now()
    ) {
      await pause(wait);
    }
    driving.send(arrival);
  }
}

/** Keeps so many calls under way, until the plan or its time is over. */
async function sendInTurn(planned: Iterable<Arrival>, atOnce: number): Promise<void> {
  const endAt = startedAt + plan.seconds * 1000;
  for (const arrival of planned) {
    while (sender.underWay() >= atOnce) await sender.untilAnswered();
    const now = performance.now();
    if (now >= endAt) return;
    driving.send({ ...arrival, atMs: now - startedAt });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
