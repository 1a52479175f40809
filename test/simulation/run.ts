import type { TaskList } from "graphile-worker";
import { jobHandlers } from "#server/entry/jobHandlers.ts";
import type { Random } from "#server/platform/base/random.ts";
import { readAway } from "#server/platform/status/readAway.ts";
import { type Chance, chanceOf } from "#test/support/chance.ts";
import { type Callbacks, makeCallbacks } from "./callbacks.ts";
import { type Dice, diceOf } from "./dice.ts";
import { makeSimulatedMembers, type SimulatedMember } from "./members.ts";
import { makeClerks } from "./money/desk.ts";
import { noMoney, type Money, readLoans } from "./money/money.ts";
import { makeModelInstapay, type ModelInstapay } from "./modelInstapay.ts";
import { type ModelIssuer, makeModelIssuer } from "./modelIssuer.ts";
import { makeModelPesonet, type ModelPesonet } from "./modelPesonet.ts";
import { makeModelInward, type ModelInward } from "./modelInward.ts";
import { makeNetwork, type Network } from "./network.ts";
import type { Promised } from "./orders.ts";
import type { Safety } from "./safetyKept.ts";
import type { Process, Stage } from "./stage.ts";
import { type NoticeCheck, watchNotices } from "./watchNotices.ts";

/** One seed's world: our server, the partners, and what happened so far. */
export type Run = Stage & {
  seed: number;
  dice: Dice;
  chance: Chance;
  members: SimulatedMember[];
  /** Milliseconds since 1970. */
  beganAt: number;
  issuer: ModelIssuer;
  instapay: ModelInstapay;
  pesonet: ModelPesonet;
  /** What other banks send to us. */
  inward: ModelInward;
  network: Network;
  callbacks: Callbacks;
  /** What each kind of promised work does. */
  handlers: TaskList;
  /** Ids of messages that were taken from a partner. */
  taken: Set<string>;
  promised: Promised;
  /** What members were told that was not so. */
  told: NoticeCheck;
  /** What members did for their own safety. */
  safety: Safety;
  /** What was done with money at the counter, from pay and on loans. */
  money: Money;
  /** Transfers that staff refunded. */
  givenBackByStaff: Set<string>;
  /** Every step and every call to a partner. */
  notes: string[];
};

export function processesOf(stage: Stage): [Process, Process] {
  return [stage, stage.other];
}

/** Changes the server or a partner before the first step, to see whether the simulation notices. */
export type Plant = (run: Run) => void;

/** Moments at which a run begins, each with something ahead: a cut-off, a weekend, a holiday, a new month or year. */
const STARTS = [
  "2026-11-20T08:30:00+08:00",
  "2026-11-24T13:10:00+08:00",
  "2026-11-30T20:00:00+08:00",
  "2026-12-23T14:40:00+08:00",
  "2026-12-31T22:30:00+08:00",
  "2027-01-29T15:30:00+08:00",
];

/** The world of a seed, at its beginning. */
export async function beginRun(stage: Stage, seed: number, plant?: Plant): Promise<Run> {
  const { app, other, turns, clock } = stage;
  for (const { life } of processesOf(stage)) life.revive();
  await stage.clear();
  await forgetAway(stage);
  const dice = diceOf(seed);
  const chance = chanceOf(seed);
  clock.now = new Date(chance.pick(STARTS)).getTime();
  const notes: string[] = [];
  const now = () => clock.now;
  const network = makeNetwork(dice, {
    now,
    note: (line) => notes.push(line),
    life: () => (turns.current() === other.name ? other.life : stage.life),
    turn: () => turns.pass(turns.current()),
  });
  const taken = new Set<string>();
  const callbacks = makeCallbacks(
    { issuer: app.secrets.issuerCallbackKey, instapay: app.config.INSTAPAY_KEY },
    { network, now, onTaken: (id) => taken.add(id) },
  );
  const participant = app.config.RAIL_PARTICIPANT;
  const partner = { now, participant, tell: callbacks.tell };
  const issuer = makeModelIssuer(dice, network, partner);
  const instapay = makeModelInstapay(dice, network, partner);
  const pesonet = makeModelPesonet(dice, network, partner);
  const inward = makeModelInward(dice, network, { ...partner, carry: pesonet.carry });
  instapay.takesBack(inward.takeBack);
  pesonet.takesBack(inward.takeFileBack);
  Object.assign(app, {
    random: randomOf(chanceOf(seed + 0x5eed)),
    issuer: { ...app.issuer, ...issuer.port },
    instapay: instapay.port,
    pesonet: pesonet.port,
  });
  // To the partners the two are one.
  const { random, issuer: cards, instapay: atOnce, pesonet: inFiles } = app;
  Object.assign(other.app, { random, issuer: cards, instapay: atOnce, pesonet: inFiles });
  const members = await makeSimulatedMembers(stage, dice);
  for (const { card, cardAtFirst } of members) issuer.balances.set(card, cardAtFirst);
  const run: Run = {
    ...stage,
    seed,
    dice,
    chance,
    members,
    beganAt: clock.now,
    issuer,
    instapay,
    pesonet,
    inward,
    network,
    callbacks,
    taken,
    notes,
    promised: { refNos: new Map(), sent: new Map(), wrongs: [] },
    told: { wrongs: [] },
    safety: { limits: [], pauses: [], locked: new Map() },
    money: noMoney(),
    givenBackByStaff: new Set(),
    handlers: jobHandlers(app),
  };
  await makeClerks(stage);
  run.money.loans = await readLoans(stage, members);
  Object.assign(stage.watch, { see: watchNotices(run), write: (text: string) => text });
  plant?.(run);
  return run;
}

/** What a process keeps for a second of this seed's time may be kept from another seed: it asks anew at a time that none has. */
async function forgetAway(stage: Stage): Promise<void> {
  stage.clock.now = 0;
  for (const { app } of processesOf(stage)) await readAway(app);
}

function randomOf(chance: Chance): Random {
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => chance.below(256)));
  return {
    bytes,
    uuid: () => {
      const hex = bytes(16).toString("hex");
      const parts = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20),
      ];
      return parts.join("-");
    },
    digits: (length) => Array.from({ length }, () => chance.below(10)).join(""),
  };
}

/** What a step of the run is called in the notes. */
export function note({ notes, clock }: Run, line: string): void {
  notes.push(
    `${new Date(clock.now + 8 * 3_600_000).toISOString().slice(5, 19).replace("T", " ")} ${line}`,
  );
}
