/** A line of the drill's table. `isRight` undefined is a figure, not a claim. */
export type Row = { what: string; seconds?: number; says: string; isRight?: boolean };

export type Report = {
  rows: Row[];
  /** Does a part, says that it is done, and keeps how long it took. A throw is a line too, and goes on up. */
  timed: <T>(what: string, work: () => Promise<T>, say?: (value: T) => string) => Promise<T>;
  /** What must hold. */
  claim: (what: string, isRight: boolean, says: string) => void;
};

export function makeReport(print: (line: string) => void): Report {
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    print(lineOf(row));
  };
  return {
    rows,
    timed: async (what, work, say = () => "") => {
      const startedAt = performance.now();
      const seconds = () => tenths((performance.now() - startedAt) / 1000);
      try {
        const value = await work();
        add({ what, seconds: seconds(), says: say(value) });
        return value;
      } catch (error) {
        const says = error instanceof Error ? error.message : String(error);
        add({ what, seconds: seconds(), says, isRight: false });
        throw error;
      }
    },
    claim: (what, isRight, says) => add({ what, says, isRight }),
  };
}

/** All that was claimed holds, and something was. */
export function allRight(rows: readonly Row[]): boolean {
  const claims = rows.filter(({ isRight }) => isRight !== undefined);
  return claims.length > 0 && claims.every(({ isRight }) => isRight === true);
}

export function lineOf({ what, seconds, says, isRight }: Row): string {
  const verdict = isRight === undefined ? "" : isRight ? "right" : "WRONG";
  const [first = "", ...more] = says.split("\n");
  const time = seconds === undefined ? "" : `${seconds} s`;
  const head = `${verdict.padEnd(6)}${time.padStart(9)}  ${what.padEnd(44)} ${first}`.trimEnd();
  return [head, ...more.map((line) => `${" ".repeat(19)}${line}`)].join("\n");
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
