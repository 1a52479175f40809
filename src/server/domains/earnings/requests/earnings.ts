import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import { formatPesosAscii } from "#common/money.ts";
import { parsePercent, percentOf } from "#common/percent.ts";
import type { Facts } from "#contract/staff/requests.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { openDay } from "#server/domains/loans/accounts/openDay.ts";
import { keptBefore, lockRun, type Run } from "#server/domains/earnings/runs.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { Refusal } from "#server/refusal.ts";

/**
 * Declares a year's dividend: exactly this dry run. It is owed to the members from the approval on (2150), and
 * the worker credits it to each.
 */
export const postDividend = defineKind({
  kind: "post_dividend",
  subjectOf: ({ runId }) => `earning_run:${runId}`,
  readOffice: () => Promise.resolve(null),
  readBefore: async (tx, { runId, rate, gross }) => {
    const run = await findRun(tx, runId);
    const isAsNamed =
      run.kind === "dividend" &&
      run.state === "reckoned" &&
      run.lines > 0 &&
      run.rate_thousandths === parsePercent(rate) &&
      run.gross_centavos === gross;
    if (!isAsNamed || !(await isAsTheBooks(tx, run))) throw new Refusal("request_does_not_apply");
    return { ...figuresOf(run), runState: run.state };
  },
  after: (_payload, before) => ({ ...before, runState: "posting" }),
  apply: async (tx, { runId }, { at, checker }) => {
    const run = await findRun(tx, runId);
    const day = await openDay(tx, manilaDate(at));
    // What members kept of a run that was taken back was declared with it, and taken back with it.
    const declared = run.gross_centavos + (await keptBefore(tx, run));
    await postJournalEntry(tx, {
      operation: "DIVIDEND",
      step: "declare",
      reference: run.reference,
      businessDate: day,
      bookedAt: at,
      actor: checker,
      lines: recipe("DIVIDEND", "declare").lines({ DIV: declared }, {}),
    });
    await tx
      .updateTable("earning_run")
      .set({ state: "posting", posts_on: day, approved_by: checker })
      .where("id", "=", run.id)
      .execute();
    return "work";
  },
});

/** Takes back all of a posted run by mirrors of its entries; of interest another run may take its place at once. */
export const reverseEarnings = defineKind({
  kind: "reverse_earnings",
  subjectOf: ({ runId }) => `earning_run:${runId}`,
  readOffice: () => Promise.resolve(null),
  readBefore: async (tx, { runId, net, again }) => {
    const run = await findRun(tx, runId);
    const isAsNamed =
      run.state === "posted" &&
      run.lines > 0 &&
      run.gross_centavos - run.tax_centavos === net &&
      (!again || run.kind === "interest");
    if (!isAsNamed) throw new Refusal("request_does_not_apply");
    return { ...figuresOf(run), runState: run.state, runAgain: "" };
  },
  after: ({ again }, before) => ({
    ...before,
    runState: "reversing",
    runAgain: again ? "yes" : "no",
  }),
  apply: async (tx, { runId, again }, { checker }) => {
    await tx
      .updateTable("earning_run")
      .set({ state: "reversing", reversal_by: checker, is_repeated: again })
      .where("id", "=", BigInt(runId))
      .execute();
    return "work";
  },
});

async function findRun(tx: Tx, runId: string): Promise<Run> {
  const found = await tx
    .selectFrom("earning_run")
    .select("id")
    .where("id", "=", BigInt(runId))
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("not_found");
  return lockRun(tx, found.id);
}

/** Nothing came into the year since its dry run: the contribution at its end is what the dry run saw. */
async function isAsTheBooks(tx: Tx, run: Run): Promise<boolean> {
  const { rows } = await sql<{ closing: bigint }>`
    select coalesce(sum(t.credit - t.debit), 0)::bigint as closing from ledger_totals() t
    where t.book = 'ASSOC' and t.code in ('2030', '3010') and t.day <= ${run.period_to}::date`.execute(
    tx,
  );
  return rows[0]?.closing === run.closing_centavos;
}

function figuresOf(run: Run): Facts {
  return {
    earningRun: run.reference,
    period: `${run.period_from} – ${run.period_to}`,
    rate: `${percentOf(run.rate_thousandths)} %`,
    accountsCredited: String(run.lines),
    gross: formatPesosAscii(run.gross_centavos),
    tax: formatPesosAscii(run.tax_centavos),
    net: formatPesosAscii(run.gross_centavos - run.tax_centavos),
  };
}
