import { sql } from "kysely";
import { maskMobile } from "#common/mask.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { numberHmac } from "./numberHmac.ts";
import { openText, type SealedText } from "./outboxText.ts";

export type SmsState = "queued" | "in_doubt" | "handed_over" | "delivered" | "failed" | "expired";
export type TextEnd = Extract<SmsState, "delivered" | "failed" | "expired">;

/** What a job may do with its text. */
export type Claim =
  | { kind: "mine"; wasOutcomeUnknown: boolean; attempts: number; lifeMs: number }
  /** It will not be sent: its time is over, it went already, or nobody knows whether it did. */
  | { kind: "over"; state: SmsState };

/**
 * Takes a text for one attempt, and writes down before it that it may have left: a process that dies
 * over it leaves its outcome unknown. Such a text is taken again only where the gateway tells a repeat, and by the
 * same transport.
 */
export async function claimText(app: App, queued: SealedText): Promise<Claim> {
  const { transport, mayRepeat } = app.sms;
  const at = app.now();
  const { rows } = await sql<{ was: SmsState; attempts: number; life_ms: number }>`
    with before as (select id, state, transport from text_message where id = ${queued.id} for update)
    update text_message t
    set state = 'in_doubt', transport = ${transport}, attempts = t.attempts + 1,
      submitted_at = coalesce(t.submitted_at, ${at})
    from before b
    where t.id = b.id and t.expires_at > ${at}
      and (b.state = 'queued' or (b.state = 'in_doubt' and b.transport = ${transport} and ${mayRepeat}))
    returning b.state as was, t.attempts,
      (extract(epoch from t.expires_at - t.created_at) * 1000)::float8 as life_ms
  `.execute(app.db);
  const [mine] = rows;
  if (mine !== undefined) {
    const { was, attempts, life_ms: lifeMs } = mine;
    return { kind: "mine", wasOutcomeUnknown: was === "in_doubt", attempts, lifeMs };
  }
  if (await expireUnsent(app, queued.id)) return { kind: "over", state: "expired" };
  const known = await app.db
    .selectFrom("text_message")
    .select("state")
    .where("id", "=", queued.id)
    .executeTakeFirst();
  // The column's check allows exactly these states.
  if (known !== undefined) return { kind: "over", state: known.state as SmsState };
  await addUnknown(app, queued);
  return claimText(app, queued);
}

/** A text that was promised before this table was there. */
async function addUnknown(app: App, queued: SealedText): Promise<void> {
  const { to } = openText(app, queued);
  await app.db
    .insertInto("text_message")
    .values({
      id: queued.id,
      kind: "notice",
      purpose: "unknown",
      masked_number: maskMobile(to),
      number_hmac: numberHmac(app.secrets, to),
      created_at: app.now(),
      expires_at: new Date(queued.expiresAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A code that no longer works only confuses. False when its time is not over, or it may have left. */
async function expireUnsent(app: App, id: string): Promise<boolean> {
  const expired = await app.db
    .updateTable("text_message")
    .set({ state: "expired", ended_at: app.now() })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("expires_at", "<=", app.now())
    .returning("id")
    .executeTakeFirst();
  if (expired === undefined) return false;
  app.metrics.textMessages.inc({ state: "expired" });
  return true;
}

/** The gateway has it. A report may have come first, and stands. */
export async function noteHandedOver(
  tx: Tx,
  app: Pick<App, "now" | "metrics">,
  { id, gatewayId }: { id: string; gatewayId: string | undefined },
): Promise<void> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (select id, state in ('queued', 'in_doubt') as is_new from text_message where id = ${id} for update)
    update text_message t
    set gateway_id = coalesce(${gatewayId ?? null}, t.gateway_id),
      handed_over_at = coalesce(t.handed_over_at, ${app.now()}),
      submitted_at = coalesce(t.submitted_at, ${app.now()}),
      state = case when b.is_new then 'handed_over' else t.state end,
      reason = case when b.is_new then '' else t.reason end
    from before b where t.id = b.id returning b.is_new
  `.execute(tx);
  if (rows[0]?.is_new === true) app.metrics.textMessages.inc({ state: "handed_over" });
}

/** Ends a text, unless something has ended it before: that stands. False then, or when there is none. */
export async function endText(
  tx: Tx,
  app: Pick<App, "now" | "metrics">,
  { id, end, reason }: { id: string; end: TextEnd; reason: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable("text_message")
    .set({ state: end, reason, ended_at: app.now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return false;
  app.metrics.textMessages.inc({ state: end });
  return true;
}

/** Why the last attempt did not hand it over, and what it is after that. */
export async function noteAttempt(
  tx: Tx,
  { id, state, reason }: { id: string; state: "queued" | "in_doubt"; reason: string },
): Promise<void> {
  await tx
    .updateTable("text_message")
    .set({ state, reason })
    .where("id", "=", id)
    .where("state", "=", "in_doubt")
    .execute();
}
