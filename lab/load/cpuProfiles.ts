import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What Node writes with --cpu-prof: a tree of functions, and which of them ran when. */
type CpuProfile = {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  samples?: number[];
  timeDeltas?: number[];
};

export type Spent = { what: string; share: number };

const NOT_WORK = new Set(["(idle)", "(root)"]);
const FUNCTIONS = 12;
const PLACES = 8;

/** The profiles in a folder by process number; threads of a process are files of their own and left out. */
export function readProfiles(folder: string): Map<number, CpuProfile> {
  const found = new Map<number, CpuProfile>();
  for (const name of readdirSync(folder)) {
    // CPU.20261113.080000.4711.0.001.cpuprofile: process, then thread.
    const [, pid, thread] = /^CPU\.\d+\.\d+\.(\d+)\.(\d+)\.\d+\.cpuprofile$/.exec(name) ?? [];
    if (pid === undefined || thread !== "0") continue;
    found.set(Number(pid), JSON.parse(readFileSync(path.join(folder, name), "utf8")) as CpuProfile);
  }
  return found;
}

/** Who used the time that was not idle: functions by themselves, and packages and folders. */
export function spentIn(profile: CpuProfile): { functions: Spent[]; places: Spent[] } {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  let all = 0;
  for (const [n, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id);
    if (frame === undefined || NOT_WORK.has(frame.functionName)) continue;
    const took = profile.timeDeltas?.[n] ?? 0;
    all += took;
    const place = placeOf(frame.url, frame.functionName);
    const name = frame.functionName || `(anonymous, line ${frame.lineNumber + 1})`;
    const what = place === name ? name : `${name}  ${place}`;
    functions.set(what, (functions.get(what) ?? 0) + took);
    places.set(place, (places.get(place) ?? 0) + took);
  }
  return { functions: topOf(functions, all, FUNCTIONS), places: topOf(places, all, PLACES) };
}

/** 'src/server/platform/http', 'pg-protocol', 'node:net', or what V8 calls work without a file. */
function placeOf(url: string, functionName: string): string {
  const [, dependency] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency !== undefined) return dependency;
  const [, own] = /\/(src\/.*)\/[^/]+$/.exec(url) ?? [];
  if (own !== undefined) return own;
  return url === "" ? functionName : url;
}

function topOf(spent: ReadonlyMap<string, number>, all: number, count: number): Spent[] {
  return [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([what, took]) => ({ what, share: took / Math.max(1, all) }));
}

/** As lines of text. */
export function spentText(name: string, { functions, places }: ReturnType<typeof spentIn>): string {
  const line = ({ what, share }: Spent) =>
    `${String(Math.round(share * 1000) / 10).padStart(6)} %  ${what}`;
  return [
    `${name}: by place`,
    ...places.map(line),
    "",
    `${name}: by function`,
    ...functions.map(line),
  ].join("\n");
}
