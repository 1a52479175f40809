import { api } from "#contract/api.ts";

/** What went wrong, and how to do it again. */
export type Failure = { what: string; index: number; replay: string };

const SHOWN = 5;

/** Counts answers by route and status, and keeps what must not be. */
export function makeTally() {
  const byStatus = new Map<string, number>();
  const byRoute = new Map<string, { yes: number; no: number }>();
  const failures: Failure[] = [];
  return {
    failures,
    count: (route: string, status: string, who: string): void => {
      const line = `${status.padEnd(12)} ${who}`;
      byStatus.set(line, (byStatus.get(line) ?? 0) + 1);
      const row = byRoute.get(route) ?? { yes: 0, no: 0 };
      byRoute.set(route, row);
      if (status.startsWith("2")) row.yes += 1;
      if (status.startsWith("4")) row.no += 1;
    },
    fail: (failure: Failure): void => void failures.push(failure),
    lines: (): string[] => {
      const routes = api.map(({ name }) => ({ name, ...(byRoute.get(name) ?? { yes: 0, no: 0 }) }));
      const without = (of: "yes" | "no") =>
        routes.filter((route) => route[of] === 0).map(({ name }) => name);
      return [
        ...[...byStatus]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([status, count]) => `${String(count).padStart(8)}  ${status}`),
        `${routes.filter(({ yes, no }) => yes + no > 0).length} of ${routes.length} routes answered`,
        `  without a 2xx: ${without("yes").join(", ") || "none"}`,
        `  without a 4xx: ${without("no").join(", ") || "none"}`,
      ];
    },
    failureLines: (): string[] =>
      failures.slice(0, SHOWN).map(({ what, index, replay }) => `#${index} ${what}\n    ${replay}`),
  };
}

export type Tally = ReturnType<typeof makeTally>;
