import { BATCH_ROWS } from "./streams.ts";

/**
 * By how much clocks of our servers may differ and a transaction may last, together. A row that claims
 * to be older than the seals before it allow was not written by the application.
 */
export const BOUND_MS = 15 * 60_000;

/** What the seals so far say about the rows that may still come. */
export type Timing = {
  /** Takes note of a seal, in the order of the chain. */
  pass: (seal: { rowId: bigint | null; sealedAt: number }) => void;
  /** The clock went back: until seals are later than the last one, a row's own time says nothing. */
  clockMoved: () => void;
  /** Why a row cannot have been written when it claims, if it is the next to be sealed; or undefined. */
  misfit: (row: { id: bigint; at: number; sealedAt: number }) => string | undefined;
  /** The same for a row without a seal: as if it were sealed in a run of its own. */
  misfitUnsealed: (row: { id: bigint; at: number }) => string | undefined;
};

/** What was sealed at one moment. */
type Run = { sealedAt: number; highestId: bigint; rows: number; isMarked: boolean };

/**
 * A row is sealed by the first run after its commit. When the run before took place, then, the row was
 * not committed, so its event is at most BOUND_MS older than that run; and no row with a higher id was
 * sealed more than BOUND_MS before that run, as ids are drawn in order. Both hold however long the
 * sealer was away, while the clock goes forward; where it was set back the sealer says so by a mark.
 * Nothing is asked of rows before the first mark: they were there when the chain began.
 */
export function makeTiming(): Timing {
  /** The last is the one under way; those that are settled are dropped. */
  let runs: Run[] = [];
  /** The highest id of all runs more than BOUND_MS before the former one. */
  let settledId = 0n;
  let hasBegun = false;
  /** Seals of this moment were made while the clock went behind them. */
  let standsStillAt = -Infinity;

  function settle(former: number): void {
    for (const { sealedAt, highestId } of runs) {
      if (sealedAt < former - BOUND_MS && highestId > settledId) settledId = highestId;
    }
    runs = runs.filter(({ sealedAt }) => sealedAt >= former - BOUND_MS);
  }

  function reason(row: { id: bigint; at: number }, former: number): string | undefined {
    if (former > standsStillAt && row.at < former - BOUND_MS) {
      return `it says ${moment(row.at)}, but was not there to be sealed at ${moment(former)}`;
    }
    if (row.id <= settledId) {
      return `its id was drawn before ${settledId}, but it was not there to be sealed at ${moment(former)}`;
    }
    return undefined;
  }

  return {
    pass({ rowId, sealedAt }) {
      const current = runs.at(-1);
      if (current === undefined || sealedAt > current.sealedAt) {
        if (current !== undefined && isComplete(current)) settle(current.sealedAt);
        runs.push({ sealedAt, highestId: 0n, rows: 0, isMarked: false });
      }
      const run = runs.at(-1);
      if (run === undefined) return;
      if (rowId === null) {
        run.isMarked = true;
        hasBegun = true;
      } else {
        run.rows += 1;
        if (rowId > run.highestId) run.highestId = rowId;
      }
    },
    clockMoved() {
      standsStillAt = runs.at(-1)?.sealedAt ?? standsStillAt;
    },
    misfit({ id, at, sealedAt }) {
      if (!hasBegun) return undefined;
      if (at > sealedAt + BOUND_MS) {
        return `it says ${moment(at)}, but was sealed at ${moment(sealedAt)}`;
      }
      const former = runs.findLast((run) => run.sealedAt < sealedAt && isComplete(run));
      return former && reason({ id, at }, former.sealedAt);
    },
    misfitUnsealed(row) {
      const last = runs.findLast(isComplete);
      if (!hasBegun || last === undefined) return undefined;
      settle(last.sealedAt);
      return reason(row, last.sealedAt);
    },
  };
}

/**
 * Whether the run sealed all there was. One batch is one transaction; what took more ends with a mark,
 * which is missing when the sealer was killed before.
 */
function isComplete({ rows, isMarked }: Run): boolean {
  return rows < BATCH_ROWS || isMarked;
}

function moment(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : String(at);
}
