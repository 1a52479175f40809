import { type RawBuilder, sql } from "kysely";
import type { ProofLine } from "#contract/staff/reconciliation.ts";
import type { Rail } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { ourLines } from "./ourLines.ts";
import { fetchFile } from "./partnerFile.ts";
import { isSumOfSome } from "./isSumOfSome.ts";

type Sides = {
  ours: bigint;
  /** Movements of ours. */
  count: number;
  /** By the matched statement; undefined without one. */
  theirs: bigint | undefined;
  explained: bigint;
  differing: number;
  /** The amounts that open transfers may still move. */
  open: bigint[];
};
/** More than can explain anything (isSumOfSome). */
const MOST_OPEN = 13;

/**
 * Compares our position with a rail, by the postings of a day, with the rail's statement of that day. Lines in
 * another day's statement are explained. If the day was not matched, the current statement is requested, and
 * what open transfers make of the difference is explained. Without a statement the position is right only if
 * nothing moved.
 */
export async function provePosition(app: App, rail: Rail, day: string): Promise<ProofLine> {
  const sides = await readSides(app, rail, day);
  const theirs = sides.theirs ?? (await askNow(app, rail, day));
  const difference = (theirs ?? sides.ours) - sides.ours;
  const isPassing = sides.theirs === undefined && isSumOfSome(difference, sides.open);
  const explained = isPassing ? difference : sides.explained;
  return {
    name: `${rail}_position`,
    ours: sides.ours,
    theirs: theirs ?? null,
    explained: theirs === undefined ? 0n : explained,
    isRight: theirs === undefined ? sides.count === 0 : difference === explained,
    compared: sides.count,
    differing: sides.differing,
    accountTails: [],
  };
}

async function askNow(app: App, rail: Rail, day: string): Promise<bigint | undefined> {
  try {
    return (await fetchFile(app, rail, day)).total;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** In one snapshot. */
async function readSides(app: App, rail: Rail, day: string): Promise<Sides> {
  return app.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const lines = await ourLines(tx, rail, day);
      const run = await tx
        .selectFrom("reconciliation_run")
        .select("total_centavos")
        .where("source", "=", rail)
        .where("day", "=", day)
        .where("replaced_at", "is", null)
        .executeTakeFirst();
      const { rows } = await explainedOf(rail, day).execute(tx);
      const [explained = { total: 0n, differing: 0n }] = rows;
      const open = await tx
        .selectFrom("transfer")
        .innerJoin("rail_transfer", "rail_transfer.ref_no", "transfer.ref_no")
        .select(["amount_centavos", "has_settled"])
        .where("kind", "=", rail)
        .where("next_inquiry_at", "is not", null)
        .limit(MOST_OPEN)
        .execute();
      return {
        ours: lines.reduce((sum, { amount }) => sum + amount, 0n),
        count: lines.length,
        theirs: run?.total_centavos,
        explained: run === undefined ? 0n : explained.total,
        differing: Number(explained.differing),
        // An open transfer that has not settled in our books may leave there; one that has may be returned.
        open: open.map(({ amount_centavos: amount, has_settled: hasSettled }) =>
          hasSettled ? amount : -amount,
        ),
      };
    });
}

/** theirs - ours, for lines that one side has on this day and the other on another. */
function explainedOf(rail: Rail, day: string): RawBuilder<{ total: bigint; differing: bigint }> {
  return sql`
    select coalesce(sum(case
        when b.day <> ${day}::date then coalesce(b.ours_centavos, 0) - coalesce(b.theirs_centavos, 0)
        when b.state = 'in_flight' or r.day <> ${day}::date
          then coalesce(b.theirs_centavos, 0) - coalesce(b.ours_centavos, 0)
        else 0 end), 0)::bigint as total,
      count(*) filter (where b.day = ${day}::date and b.state = 'open') as differing
    from reconciliation_break b left join reconciliation_run r on r.id = b.cleared_by
    where b.source = ${rail} and (b.day = ${day}::date or r.day = ${day}::date)`;
}
