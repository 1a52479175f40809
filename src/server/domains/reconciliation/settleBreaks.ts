import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { ReconciliationSource } from "#contract/staff/reconciliation.ts";
import type { Tx } from "#server/db/db.ts";
import type { Finding, Line } from "./matchLines.ts";
import { numberBreaks } from "./numberBreaks.ts";
import { ourOtherLines } from "./ourLines.ts";
import type { RequestedBy } from "./ofDay.ts";
import { passes, readTransferTimes, type TransferTimes } from "./transit.ts";

/** How many days apart two parties may book one movement. */
const DAYS_APART = 10;
/** Rows of one statement: a statement has at most 65,535 parameters. */
const BATCH_SIZE = 1000;

export type Run = {
  source: ReconciliationSource;
  day: string;
  runId: bigint;
  at: Date;
  by: RequestedBy;
};

type Counterpart = {
  id: bigint;
  reference: string;
  account: string;
  ours: bigint | null;
  theirs: bigint | null;
};

/**
 * Stores the breaks of a day: new ones are found, and those that are gone are cleared. A line that this day's
 * file has and another day's lacked clears that break, and the other way round. Owner and resolution of a
 * break stay.
 */
export async function settleBreaks(tx: Tx, run: Run, findings: readonly Finding[]): Promise<void> {
  await takeBack(tx, run);
  const unmet = await meetOtherDays(tx, run, findings);
  const transfers = await readTransferTimes(
    tx,
    unmet.map(({ reference }) => reference),
  );
  const judged = await numberBreaks(tx, run, await judge(tx, run, unmet, transfers));
  await write(tx, run, judged, transfers);
  await clearGone(tx, run, judged);
  await bringDue(tx, run);
}

/** Judges anew what earlier runs of this day cleared on other days. */
async function takeBack(tx: Tx, { source, day }: Run): Promise<void> {
  await sql`
    update reconciliation_break set state = 'open', cleared_at = null, cleared_by = null
    where source = ${source} and day <> ${day}::date and cleared_by in (
      select id from reconciliation_run where source = ${source} and day = ${day}::date)`.execute(
    tx,
  );
}

/**
 * Takes out a line that is alone here and alone, on the other side, on another day, and clears it there. If a
 * person had resolved the break on the other day, the line that arrives later is shown.
 */
async function meetOtherDays(tx: Tx, run: Run, findings: readonly Finding[]): Promise<Finding[]> {
  const { source, day } = run;
  const { rows } = await sql<Counterpart>`
    select id, reference, account, ours_centavos as ours, theirs_centavos as theirs
    from reconciliation_break
    where source = ${source} and day <> ${day}::date and state in ('open', 'in_flight')
      and day between ${addDays(day, -DAYS_APART)}::date and ${addDays(day, DAYS_APART)}::date
      and num_nonnulls(ours_centavos, theirs_centavos) = 1
    order by day, id`.execute(tx);
  const waiting = new Map<string, Counterpart[]>();
  for (const row of rows) {
    const key = keyOf(row, row.ours === null ? "theirs" : "ours", row.ours ?? row.theirs ?? 0n);
    waiting.set(key, [...(waiting.get(key) ?? []), row]);
  }
  const met: bigint[] = [];
  const unmet = findings.filter((finding) => {
    const { ours, theirs } = finding;
    if (ours !== undefined && theirs !== undefined) return true;
    const line = ours ?? theirs;
    const other = line && waiting.get(keyOf(finding, ours ? "theirs" : "ours", line.amount));
    const partner = other?.shift();
    if (partner === undefined) return true;
    met.push(partner.id);
    return false;
  });
  await clear(tx, run, met);
  return unmet;
}

const keyOf = (of: { reference: string; account: string }, side: string, amount: bigint) =>
  `${of.reference} ${of.account} ${side} ${amount}`;

type Judged = Finding & { state: "open" | "in_flight" };

/** Gives each break its kind by what other days have of it, and decides whether it is due by now. */
async function judge(
  tx: Tx,
  { source, day }: Run,
  findings: readonly Finding[],
  transfers: ReadonlyMap<string, TransferTimes>,
): Promise<Judged[]> {
  const seen = await readNeighbours(tx, source, day);
  const alone = findings.filter(({ kind }) => kind === "missing_with_us");
  const others = await ourOtherLines(
    tx,
    source,
    day,
    alone.map(({ reference }) => reference),
  );
  return findings.map((finding): Judged => {
    const { ours, theirs } = finding;
    const transfer = transfers.get(finding.reference);
    const line = ours ?? theirs;
    const passing = passes(day, line?.at ?? new Date(0), transfer);
    const isOneSided = ours === undefined || theirs === undefined;
    const isInFlight =
      isOneSided && ((passing.start && !seen.before) || (passing.end && !seen.after));
    const state = isInFlight ? "in_flight" : "open";
    if (finding.kind !== "missing_with_us" || theirs === undefined) return { ...finding, state };
    if (others.some((other) => isSame(other, theirs)))
      return { ...finding, kind: "doubled", state };
    if (transfer?.endedAt === undefined) return { ...finding, state };
    return { ...finding, kind: "state_differs", state };
  });
}

const isSame = (a: Line, b: Line) =>
  a.reference === b.reference && a.account === b.account && a.amount === b.amount;

/** Whether the files of the neighbouring days were matched. */
async function readNeighbours(tx: Tx, source: string, day: string) {
  const rows = await tx
    .selectFrom("reconciliation_run")
    .select("day")
    .where("source", "=", source)
    .where("replaced_at", "is", null)
    .where("day", "in", [addDays(day, -1), addDays(day, 1)])
    .execute();
  const days = rows.map((row) => row.day);
  return { before: days.includes(addDays(day, -1)), after: days.includes(addDays(day, 1)) };
}

async function write(
  tx: Tx,
  { source, day, at }: Run,
  judged: readonly Judged[],
  transfers: ReadonlyMap<string, TransferTimes>,
): Promise<void> {
  for (let from = 0; from < judged.length; from += BATCH_SIZE) {
    const rows = judged.slice(from, from + BATCH_SIZE).map(({ ours, theirs, ...finding }) => ({
      source,
      day,
      kind: finding.kind,
      reference: finding.reference,
      account: finding.account,
      ordinal: finding.ordinal,
      ours_centavos: ours?.amount ?? null,
      theirs_centavos: theirs?.amount ?? null,
      ours_state: ours?.state ?? transfers.get(finding.reference)?.state ?? null,
      theirs_state: theirs?.state ?? null,
      at: (ours ?? theirs)?.at ?? at,
      found_at: at,
      state: finding.state,
    }));
    await tx
      .insertInto("reconciliation_break")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["source", "day", "kind", "reference", "account", "ordinal"])
          .doUpdateSet((eb) => ({
            ours_centavos: eb.ref("excluded.ours_centavos"),
            theirs_centavos: eb.ref("excluded.theirs_centavos"),
            ours_state: eb.ref("excluded.ours_state"),
            theirs_state: eb.ref("excluded.theirs_state"),
            at: eb.ref("excluded.at"),
            state: eb.ref("excluded.state"),
            cleared_at: null,
            cleared_by: null,
          }))
          // A break that a person resolved, or another day's file explained, stays as it is.
          .where(
            sql<boolean>`reconciliation_break.state <> 'resolved' and coalesce(reconciliation_break.cleared_by
              in (select id from reconciliation_run where source = ${source} and day = ${day}::date), true)`,
          ),
      )
      .execute();
  }
}

/** Clears the breaks of this day that this run did not find. */
async function clearGone(tx: Tx, run: Run, judged: readonly Judged[]): Promise<void> {
  const rows = await tx
    .selectFrom("reconciliation_break")
    .select(["id", "kind", "reference", "account", "ordinal"])
    .where("source", "=", run.source)
    .where("day", "=", run.day)
    .where("state", "in", ["open", "in_flight"])
    .execute();
  const nameOf = (of: Omit<(typeof rows)[number], "id">) =>
    `${of.kind} ${of.reference} ${of.account} ${of.ordinal}`;
  const found = new Set(judged.map(nameOf));
  await clear(
    tx,
    run,
    rows.filter((row) => !found.has(nameOf(row))).map(({ id }) => id),
  );
}

async function clear(tx: Tx, { runId, at }: Run, ids: readonly bigint[]): Promise<void> {
  await sql`
    update reconciliation_break set state = 'cleared', cleared_at = ${at}, cleared_by = ${runId}
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** A line that waited for this day's file and is not in it is a break from now on. */
async function bringDue(tx: Tx, { source, day }: Run): Promise<void> {
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const edge = (of: string, minutes: number) => sql`
    (${of}::date::timestamp at time zone 'Asia/Manila') + make_interval(mins => ${minutes}::int)`;
  await sql`
    update reconciliation_break set state = 'open'
    where source = ${source} and state = 'in_flight' and (
      (day = ${before}::date and (at >= ${edge(before, 30)} or exists (
        select from reconciliation_run r where r.source = ${source} and r.replaced_at is null
          and r.day = ${addDays(day, -2)}::date)))
      or (day = ${after}::date and at < ${edge(after, 30)}))`.execute(tx);
}
