import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { AskedProof } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { prove } from "./proof.ts";
import { proveIssuerBalances } from "./proveIssuerBalances.ts";
import type { AskedBy } from "./reconcileDay.ts";

/** For each 500 cards: somebody waits for it, so faster than by the clock, and still beside the calls of members. */
const PAGE_MS = 2_000;
/** Made with one look, and shown as waiting: a month of days. */
const MOST_AT_ONCE = 31;

/**
 * Writes down that a proof of a day is wanted, which the worker makes next. Whoever wants one that is waited for
 * already waits for the same. Refuses settlement_day_ahead.
 */
export async function askForProof(app: App, day: string, by: AskedBy): Promise<AskedProof> {
  const at = app.now();
  if (day > manilaDate(at)) throw new Refusal("settlement_day_ahead");
  const row = await transact(app.db, async (tx) => {
    const { rows } = await sql<Row & { is_new: boolean }>`
      insert into asked_proof (day, asked_by, correlation_id, asked_at)
      values (${day}, ${by.name}, ${by.correlationId}, ${at})
      on conflict (day) where proof_id is null do update set proof_id = null
      returning id, day, asked_by, correlation_id, asked_at, xmax = 0 as is_new`.execute(tx);
    const [asked] = rows;
    if (asked === undefined) throw new Error("an asked proof was neither written nor there");
    if (asked.is_new) {
      await audit(tx, {
        at,
        actorKind: by.kind,
        actor: by.name,
        action: "ask_for_proof",
        object: `asked_proof:${asked.id}`,
        correlationId: by.correlationId,
        detail: { day },
      });
    }
    return asked;
  });
  app.log.info({ day, asked: String(row.id), isNew: row.is_new }, "a proof is asked for");
  return toAsked(row);
}

/** Those that are made next, in the order in which they were asked. */
export async function listAsked(app: App): Promise<AskedProof[]> {
  return (await readAsked(app)).map(toAsked);
}

/**
 * Makes the proofs that somebody waits for, all with one look at the issuer's cards. What is asked meanwhile waits
 * for the next. Given up when `ended` says so; then the next run begins anew.
 */
export async function proveAsked(app: App, ended?: AbortSignal): Promise<void> {
  const waiting = await readAsked(app);
  if (waiting.length === 0) return;
  const issuer = await proveIssuerBalances(app, { pageMs: PAGE_MS, ended });
  for (const { id, day, asked_by: name, correlation_id: correlationId } of waiting) {
    try {
      await prove(app, { day, issuer, askedId: id }, { kind: "staff", name, correlationId });
    } catch (error) {
      app.log.error({ day, asked: String(id), err: error }, "an asked proof could not be made");
    }
  }
}

type Row = { id: bigint; day: string; asked_by: string; correlation_id: string; asked_at: Date };

const readAsked = (app: App): Promise<Row[]> =>
  app.db
    .selectFrom("asked_proof")
    .select(["id", "day", "asked_by", "correlation_id", "asked_at"])
    .where("proof_id", "is", null)
    .orderBy("id")
    .limit(MOST_AT_ONCE)
    .execute();

const toAsked = (row: Row): AskedProof => ({
  id: String(row.id),
  day: row.day,
  askedAt: row.asked_at.toISOString(),
  askedBy: row.asked_by,
});
