import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { RequestedProof } from "#contract/staff/reconciliation.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { prove } from "./proof.ts";
import { proveIssuerBalances } from "./proveIssuerBalances.ts";
import type { RequestedBy } from "./ofDay.ts";

/**
 * Per 500 cards: somebody waits for it, so it is faster than the scheduled one, and still leaves room for
 * members' calls.
 */
const PAGE_MS = 2_000;
/** A month of days, made with one comparison. */
const MOST_WAITING = 31;
const RETRY_SECONDS = 600;
/** How long the list shows that a proof could not be made. */
const GIVEN_UP_SHOWN_MS = 24 * 60 * 60 * 1000;

type Row = {
  id: bigint;
  day: string;
  asked_by: string;
  asked_at: Date;
  began_at: Date | null;
  given_up_at: Date | null;
};
const COLUMNS = ["id", "day", "asked_by", "asked_at", "began_at", "given_up_at"] as const;

/**
 * Requests a proof of a day, which the worker makes next. A second request for a day that waits already joins
 * the first, as long as that one's comparison has not begun. Refuses settlement_day_ahead, and
 * too_many_requests while a month of days waits.
 */
export async function askForProof(app: App, day: string, by: RequestedBy): Promise<RequestedProof> {
  const at = app.now();
  if (day > manilaDate(at)) throw new Refusal("settlement_day_ahead");
  return transact(app.db, async (tx) => {
    const { rows } = await sql<Row & { is_new: boolean; waiting: bigint }>`
      insert into asked_proof (day, asked_by, correlation_id, asked_at)
      values (${day}, ${by.name}, ${by.correlationId}, ${at})
      on conflict (day) where began_at is null and proof_id is null and given_up_at is null
        do update set proof_id = null
      returning id, day, asked_by, asked_at, began_at, given_up_at, xmax = 0 as is_new,
        (select count(*) from asked_proof where proof_id is null and given_up_at is null) as waiting`.execute(
      tx,
    );
    const [requested] = rows;
    if (requested === undefined) throw new Error("an asked proof was neither written nor there");
    if (requested.is_new && requested.waiting >= MOST_WAITING) {
      throw new Refusal("too_many_requests", { retryAfterSeconds: RETRY_SECONDS });
    }
    await audit(tx, {
      at,
      actorKind: by.kind,
      actor: by.name,
      action: "ask_for_proof",
      object: `asked_proof:${requested.id}`,
      correlationId: by.correlationId,
      detail: { day, isNew: requested.is_new },
    });
    return toAsked(requested);
  });
}

/**
 * The requested proofs that are not made, in the order of the requests: under way, and given up within the
 * last day.
 */
export async function listRequestedProofs(app: App): Promise<RequestedProof[]> {
  const since = new Date(app.now().getTime() - GIVEN_UP_SHOWN_MS);
  const rows = await app.db
    .selectFrom("asked_proof")
    .select(COLUMNS)
    .where("proof_id", "is", null)
    .where((is) => is.or([is("given_up_at", "is", null), is("given_up_at", ">", since)]))
    .orderBy("id")
    .execute();
  return rows.map(toAsked);
}

/**
 * Makes the requested proofs, all with one comparison of the issuer's cards. Requests that arrive meanwhile
 * wait for the next one; a proof that cannot be made is given up, and the list says so. Throws an AbortError
 * when it is ended; the next run then begins anew.
 */
export async function makeRequestedProofs(app: App, ended?: AbortSignal): Promise<void> {
  const begun = await app.db
    .updateTable("asked_proof")
    .set({ began_at: app.now() })
    .where("proof_id", "is", null)
    .where("given_up_at", "is", null)
    .returning(["id", "day", "asked_by", "correlation_id"])
    .execute();
  if (begun.length === 0) return;
  const issuer = await proveIssuerBalances(app, { pageMs: PAGE_MS, ended });
  for (const { id, day, asked_by: name, correlation_id: correlationId } of begun) {
    ended?.throwIfAborted();
    try {
      await prove(app, { day, issuer, askedId: id }, { kind: "staff", name, correlationId });
    } catch (error) {
      if (await giveUp(app, id)) {
        app.log.error({ day, asked: String(id), err: error }, "an asked proof could not be made");
      }
    }
  }
}

/** Whether it was still requested: another worker may have made it. */
async function giveUp(app: App, id: bigint): Promise<boolean> {
  const { numUpdatedRows } = await app.db
    .updateTable("asked_proof")
    .set({ given_up_at: app.now() })
    .where("id", "=", id)
    .where("proof_id", "is", null)
    .where("given_up_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function toAsked(row: Row): RequestedProof {
  const open = row.began_at === null ? "waiting" : "under_way";
  return {
    id: String(row.id),
    day: row.day,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by,
    state: row.given_up_at === null ? open : "given_up",
  };
}
