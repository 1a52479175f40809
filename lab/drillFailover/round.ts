import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Promises, Writer } from "#lab/killLoop/writers.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { startEtcd, startMachine } from "./daemons.ts";
import type { Load } from "./load.ts";
import { startLoad, stockUp } from "./load.ts";
import { type Machine, processesIn, setCable, signalAll } from "./machines.ts";
import { type Blow, endsPrimary, longestSilence } from "./plan.ts";
import { isWhole, members, primary, until } from "./state.ts";

const ORDERS_EACH = 300;
/** Longer than the lock lives (ttl in deploy/postgresql/patroni.yml): the others must have gone on. */
const HELD_MS = 20_000;
const WRITES_WITHIN_MS = 60_000;
const WHOLE_WITHIN_MS = 180_000;

export type Scene = {
  machines: readonly Machine[];
  folder: string;
  stack: Stack;
  writers: readonly Writer[];
  promises: Promises;
};

export type Round = {
  blow: Blow;
  struck: string;
  /** The primary afterwards. */
  primary: string;
  acknowledged: number;
  repeats: number;
  /** The longest time without an acknowledgement after the blow. */
  silenceMs: number;
  wholeAfterMs: number;
};

/** Strikes once under load and heals; ends when every order is acknowledged and the cluster is whole. */
export async function runRound(scene: Scene, blow: Blow): Promise<Round> {
  const { machines, stack, writers, promises } = scene;
  await whole(machines);
  const target = await chooseTarget(machines, blow);
  const before = { acknowledged: promises.refNos.size, repeats: promises.repeats };
  const load = startLoad(await stockUp(stack, writers, ORDERS_EACH), promises);
  await sleep(randomInt(1_000, 3_000));

  const struckAt = performance.now();
  const heal = strike(scene, blow, target);
  if (endsPrimary(blow)) await untilAnotherLeads(machines, target);
  await untilWrites(load, performance.now());
  await sleep(Math.max(0, struckAt + heldMs(blow) - performance.now()));
  const healedAt = performance.now();
  await heal();
  await whole(machines);
  const wholeAt = performance.now();
  await untilWrites(load, wholeAt);
  const endedAt = performance.now();
  await load.stop();

  return {
    blow,
    struck: target.name,
    primary: (await primary(machines))?.name ?? "none",
    acknowledged: promises.refNos.size - before.acknowledged,
    repeats: promises.repeats - before.repeats,
    silenceMs: longestSilence(load.acknowledgedAt, struckAt, endedAt).milliseconds,
    wholeAfterMs: wholeAt - healedAt,
  };
}

/** Waits until all three machines are one cluster again. */
export async function whole(machines: readonly Machine[]): Promise<void> {
  await until(
    "all machines follow one primary, synchronously",
    async () => isWhole(await members(machines), machines.length),
    WHOLE_WITHIN_MS,
  );
}

async function chooseTarget(machines: readonly Machine[], blow: Blow): Promise<Machine> {
  const found = await members(machines);
  const role = blow === "standby's machine vanishes" ? "sync_standby" : "leader";
  const name = found.find((member) => member.role === role)?.name;
  const target = machines.find((machine) => machine.name === name);
  if (target === undefined) throw new Error(`no machine is ${role}`);
  return target;
}

/** Does it, and answers how it is undone. */
function strike(scene: Scene, blow: Blow, target: Machine): () => Promise<void> {
  const { machines, folder } = scene;
  const restart = async () => startMachine(target, folder);
  switch (blow) {
    case "kill the primary's machine":
      signalAll(target.namespace, "SIGKILL");
      return restart;
    case "primary's machine vanishes":
    case "standby's machine vanishes":
      // Without a word: nobody's connection is closed.
      setCable(target, "down");
      signalAll(target.namespace, "SIGKILL");
      return async () => {
        setCable(target, "up");
        await restart();
      };
    case "cut the primary off":
      setCable(target, "down");
      return async () => setCable(target, "up");
    case "pause the primary's machine":
      signalAll(target.namespace, "SIGSTOP");
      return async () => signalAll(target.namespace, "SIGCONT");
    case "kill one etcd":
      return killEtcd([target], folder);
    case "kill all of etcd":
      return killEtcd(machines, folder);
  }
}

function killEtcd(on: readonly Machine[], folder: string): () => Promise<void> {
  for (const { namespace } of on) {
    for (const pid of processesIn(namespace).filter(isEtcd)) process.kill(pid, "SIGKILL");
  }
  return async () => on.forEach((machine) => startEtcd(machine, folder));
}

function isEtcd(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("etcd\0");
  } catch {
    return false;
  }
}

/** How long the blow lasts at least. */
function heldMs(blow: Blow): number {
  return blow === "kill one etcd" || blow === "standby's machine vanishes" ? 10_000 : HELD_MS;
}

async function untilAnotherLeads(machines: readonly Machine[], former: Machine): Promise<void> {
  const others = machines.filter((machine) => machine !== former);
  await until(
    "another machine is the primary",
    async () => (await primary(others)) !== undefined,
    WRITES_WITHIN_MS,
  );
}

async function untilWrites(load: Load, from: number): Promise<void> {
  await until(
    "transfers are acknowledged",
    () => load.acknowledgedAt.filter((at) => at > from).length >= 20,
    WRITES_WITHIN_MS,
  );
}

async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
