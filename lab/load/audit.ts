import { openDb, openPool } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import type { Promised } from "./generator/drive.ts";

/** What must be nothing at the end, and what became of the transfers. */
export type Audit = {
  acknowledged: number;
  lost: number;
  doubled: number;
  breaches: string[];
  /** Transfers by where they stand. */
  states: Record<string, number>;
};

/** The step with which a transfer is booked when it is accepted, whatever its kind. */
const FIRST_STEPS = ["accept", "hold", "post"];

/** Compares what members were told with the books, and has the books checked. */
export async function auditLoad(stack: Stack, promised: readonly Promised[]): Promise<Audit> {
  const pool = openPool(stack.database.urls().readonlyUrl, 1);
  try {
    const told = promised.map(({ refNo }) => refNo);
    const { rows } = await pool.query<{ lost: bigint; doubled: bigint }>(
      `select count(*) filter (where booked = 0) as lost, count(*) filter (where booked > 1) as doubled
       from (
         select r.ref_no, count(e.id) as booked
         from (select distinct unnest($1::text[]) as ref_no) r
         left join transfer t on t.ref_no = r.ref_no
         left join journal_entry e on e.reference = t.ref_no and e.step = any ($2::text[])
         group by r.ref_no) each`,
      [told, FIRST_STEPS],
    );
    const { rows: states } = await pool.query<{ state: string; count: bigint }>(
      "select state, count(*) from transfer where ref_no = any ($1::text[]) group by state",
      [told],
    );
    const breaches = await checkInvariants(openDb(pool));
    return {
      acknowledged: promised.length,
      lost: Number(rows[0]?.lost ?? told.length),
      // One number for two transfers would be one booking for two promises.
      doubled: Number(rows[0]?.doubled ?? 0) + (told.length - new Set(told).size),
      breaches: breaches.map(({ rule, account, detail }) => `${rule} ${account ?? ""} ${detail}`),
      states: Object.fromEntries(states.map(({ state, count }) => [state, Number(count)])),
    };
  } finally {
    await pool.end();
  }
}
