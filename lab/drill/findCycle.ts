/** Where one can go from each place. */
export type Graph = Map<string, string[]>;

type Step = { at: string; next: number };

/** The places of one way that leads back to where it began; undefined when there is none. */
export function findCycle(graph: Graph): string[] | undefined {
  const done = new Set<string>();
  for (const start of graph.keys()) {
    const found = done.has(start) ? undefined : walk(graph, start, done);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Depth first, without recursion: histories are long. */
function walk(graph: Graph, start: string, done: Set<string>): string[] | undefined {
  const way: Step[] = [{ at: start, next: 0 }];
  const onTheWay = new Set([start]);
  for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
    const to = graph.get(step.at)?.[step.next];
    step.next += 1;
    if (to === undefined) {
      done.add(step.at);
      onTheWay.delete(step.at);
      way.pop();
    } else if (onTheWay.has(to)) {
      return way.slice(way.findIndex(({ at }) => at === to)).map(({ at }) => at);
    } else if (!done.has(to)) {
      way.push({ at: to, next: 0 });
      onTheWay.add(to);
    }
  }
  return undefined;
}
