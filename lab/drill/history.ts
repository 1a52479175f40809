import { findCycle, type Graph } from "./findCycle.ts";

/**
 * A transaction that added its own name to the end of each of some lists (an account is the list of what was
 * posted to it). `to` is Infinity when nobody knows when it was done.
 */
export type Append = {
  kind: "append";
  id: string;
  keys: readonly string[];
  from: number;
  to: number;
  /** 'ok': acknowledged. 'unknown': no answer came. 'failed': refused. */
  outcome: "ok" | "unknown" | "failed";
};

/** A transaction that read whole lists at one moment. */
export type Read = {
  kind: "read";
  id: string;
  lists: Readonly<Record<string, readonly string[]>>;
  from: number;
  to: number;
};

export type Operation = Append | Read;

/** Levels of dependency, each with what a cycle of them is called (Adya; Elle). */
const CYCLES = [
  { name: "G0, writes in a circle", of: ["ww"] },
  { name: "G1c, information flows in a circle", of: ["ww", "wr"] },
  { name: "G2, reads and writes in a circle", of: ["ww", "wr", "rw"] },
  { name: "not in the order of real time", of: ["ww", "wr", "rw", "time"] },
] as const;

type Kind = (typeof CYCLES)[number]["of"][number];

/**
 * What in a history no strictly serializable database can have done, each with a name; an empty list means
 * that there is an order of all transactions, one after the other, that explains everything that was seen.
 */
export function findAnomalies(history: readonly Operation[]): string[] {
  const appends = new Map(
    history.flatMap((one) => (one.kind === "append" ? [[one.id, one] as const] : [])),
  );
  const reads = history.filter((one): one is Read => one.kind === "read");
  const orders = longestLists(reads);
  const wrongLists = [
    ...wrongOrders(reads, orders),
    ...[...orders].flatMap(([key, list]) => wrongValues(key, list, appends)),
    ...lostAppends(appends, reads),
  ];
  // Without an order of each list there is nothing to draw conclusions from.
  return wrongLists.length > 0 ? wrongLists : wrongCycles(history, appends, orders);
}

function longestLists(reads: readonly Read[]): Map<string, readonly string[]> {
  const longest = new Map<string, readonly string[]>();
  for (const { lists } of reads) {
    for (const [key, list] of Object.entries(lists)) {
      if (list.length >= (longest.get(key)?.length ?? 0)) longest.set(key, list);
    }
  }
  return longest;
}

function wrongOrders(
  reads: readonly Read[],
  orders: ReadonlyMap<string, readonly string[]>,
): string[] {
  return reads.flatMap(({ id, lists }) =>
    Object.entries(lists)
      .filter(([key, list]) => list.some((value, place) => orders.get(key)?.[place] !== value))
      .map(([key]) => `${id} read ${key} in another order than others`),
  );
}

function wrongValues(
  key: string,
  list: readonly string[],
  appends: ReadonlyMap<string, Append>,
): string[] {
  return list.flatMap((value, place) => {
    const append = appends.get(value);
    if (list.indexOf(value) !== place) return [`${value} is in ${key} twice`];
    if (append === undefined || !append.keys.includes(key)) {
      return [`${value} is in ${key} and nobody wrote it there`];
    }
    return append.outcome === "failed" ? [`${value} was refused and is in ${key} (G1a)`] : [];
  });
}

/** What was acknowledged before a read began must be in it. */
function lostAppends(appends: ReadonlyMap<string, Append>, reads: readonly Read[]): string[] {
  const last = new Map<string, Read>();
  for (const read of reads) {
    for (const key of Object.keys(read.lists)) {
      if (read.from >= (last.get(key)?.from ?? -Infinity)) last.set(key, read);
    }
  }
  return [...appends.values()].flatMap(({ id, keys, outcome, to }) =>
    keys
      .filter((key) => {
        const read = last.get(key);
        if (outcome !== "ok" || read === undefined || read.from <= to) return false;
        return read.lists[key]?.includes(id) !== true;
      })
      .map((key) => `${id} was acknowledged and is not in ${key}`),
  );
}

function wrongCycles(
  history: readonly Operation[],
  appends: ReadonlyMap<string, Append>,
  orders: ReadonlyMap<string, readonly string[]>,
): string[] {
  const edges: Record<Kind, [string, string][]> = { ww: [], wr: [], rw: [], time: [] };
  for (const list of orders.values()) {
    list.forEach((value, place) => {
      const next = list[place + 1];
      if (next !== undefined) edges.ww.push([value, next]);
    });
  }
  for (const one of history) {
    if (one.kind !== "read") continue;
    for (const [key, list] of Object.entries(one.lists)) {
      const seen = list.at(-1);
      const next = orders.get(key)?.[list.length];
      if (seen !== undefined) edges.wr.push([seen, one.id]);
      if (next !== undefined) edges.rw.push([one.id, next]);
    }
  }
  const happened = history.filter((one) => one.kind === "read" || isSeen(one, appends, orders));
  edges.time = realTime(happened);
  for (const { name, of } of CYCLES) {
    const cycle = findCycle(graphOf(of.flatMap((kind) => edges[kind])));
    if (cycle !== undefined) {
      const members = cycle.filter((id) => !id.startsWith(MOMENT));
      return [`${name}: ${members.join(" -> ")}`];
    }
  }
  return [];
}

/** An order without an answer counts when somebody saw what it wrote. */
function isSeen(
  { id, keys, outcome }: Append,
  appends: ReadonlyMap<string, Append>,
  orders: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (!appends.has(id)) return false;
  return outcome === "ok" || keys.some((key) => orders.get(key)?.includes(id) === true);
}

const MOMENT = "moment ";

/**
 * What had ended before another began, by way of the moments at which something ended: as many edges as there
 * are operations, not as there are pairs.
 */
function realTime(operations: readonly Operation[]): [string, string][] {
  const ends = operations
    .map(({ to }) => to)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const moments = [...new Set(ends)];
  const places = new Map(moments.map((moment, place) => [moment, place]));
  const name = (place: number) => `${MOMENT}${place}`;
  const chain = moments
    .slice(1)
    .map((_, place): [string, string] => [name(place), name(place + 1)]);
  const edges = operations.flatMap(({ id, from, to }): [string, string][] => {
    const before = lastBefore(moments, from);
    const own = places.get(to);
    return [
      ...(own === undefined ? [] : [[id, name(own)] as [string, string]]),
      ...(before < 0 ? [] : [[name(before), id] as [string, string]]),
    ];
  });
  return [...chain, ...edges];
}

/** The place of the last moment that is truly before another; -1 without one. */
function lastBefore(moments: readonly number[], moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function graphOf(edges: readonly [string, string][]): Graph {
  const graph: Graph = new Map();
  for (const [from, to] of edges) {
    if (from === to) continue;
    const known = graph.get(from);
    if (known === undefined) graph.set(from, [to]);
    else known.push(to);
  }
  return graph;
}
