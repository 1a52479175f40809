import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

/** A machine of the drill: a network namespace with a cable to the application's, which has the switch. */
export type Machine = { name: string; address: string; namespace: string; cable: string };

const PREFIX = "bankdrill";
const SWITCH = "switch";
export const NETWORK = "10.77.0.0/24";
const APPLICATION_ADDRESS = "10.77.0.1";

/** The namespace of HAProxy, PgBouncer and the bank. */
export const applicationSpace = (drill: number) => `${PREFIX}-${drill}-app`;

/** The three database machines of a drill, named by its process number. */
export function databaseMachines(drill: number): Machine[] {
  return [1, 2, 3].map((number) => ({
    name: `db${number}`,
    address: `10.77.0.${10 + number}`,
    namespace: `${PREFIX}-${drill}-db${number}`,
    cable: `cable${number}`,
  }));
}

/** Makes the namespaces and joins them; nothing of it touches the machine's own network. */
export function makeNetwork(drill: number): void {
  const app = applicationSpace(drill);
  ip("netns", "add", app);
  ip("-n", app, "link", "set", "lo", "up");
  ip("-n", app, "link", "add", SWITCH, "type", "bridge");
  ip("-n", app, "addr", "add", `${APPLICATION_ADDRESS}/24`, "dev", SWITCH);
  ip("-n", app, "link", "set", SWITCH, "up");
  for (const { namespace, cable, address } of databaseMachines(drill)) {
    ip("netns", "add", namespace);
    ip("-n", namespace, "link", "set", "lo", "up");
    const far = ["peer", "name", "eth0", "netns", namespace];
    ip("-n", app, "link", "add", cable, "type", "veth", ...far);
    ip("-n", namespace, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", namespace, "link", "set", "eth0", "up");
    ip("-n", app, "link", "set", cable, "master", SWITCH);
    ip("-n", app, "link", "set", cable, "up");
  }
}

/** Ends every process of the drill's namespaces and removes them; says nothing when they are gone. */
export function removeNetwork(drill: number): void {
  const all = [
    ...databaseMachines(drill).map(({ namespace }) => namespace),
    applicationSpace(drill),
  ];
  for (const namespace of all) {
    signalAll(namespace, "SIGCONT");
    signalAll(namespace, "SIGKILL");
  }
  for (const namespace of all) spawnSync("ip", ["netns", "del", namespace]);
}

/** Removes what drills left behind that were killed. */
export function removeLeftOvers(): void {
  const names = listed().flatMap((name) => /^bankdrill-(\d+)-/.exec(name)?.[1] ?? []);
  for (const drill of new Set(names.map(Number))) {
    if (!isAlive(drill)) removeNetwork(drill);
  }
}

/** Process numbers of all that runs in a namespace. */
export function processesIn(namespace: string): number[] {
  const { stdout } = spawnSync("ip", ["netns", "pids", namespace], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter(Boolean).map(Number);
}

/** Sends a signal to all that runs in a namespace, until none is left for SIGKILL. */
export function signalAll(namespace: string, signal: NodeJS.Signals): void {
  for (let round = 0; round < 50; round += 1) {
    const pids = processesIn(namespace);
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself.
      }
    }
    // What is stopped or killed makes no children any more; a second look finds those made meanwhile.
    if (pids.length === 0 || (signal !== "SIGKILL" && round === 1)) return;
  }
}

/** Pulls a machine's cable, or puts it back. Seen from this namespace, which has the switch. */
export function setCable({ cable }: Machine, state: "up" | "down"): void {
  ip("link", "set", cable, state);
}

function listed(): string[] {
  try {
    return readdirSync("/run/netns");
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function ip(...args: string[]): void {
  const { status, stderr, error } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${error?.message ?? stderr}`);
}
