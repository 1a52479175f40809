import { sql } from "kysely";
import * as z from "zod/mini";
import { transact } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { writtenTexts } from "#server/platform/messages/writtenText.ts";
import { retryWait } from "#server/platform/messages/retryWait.ts";
import { offerPush, type PushAnswer, topicOf } from "#server/platform/gateways/push/offerPush.ts";
import { pushKeyOf } from "#server/platform/gateways/push/pushKeys.ts";
import { pushWords } from "./pushWords.ts";

const job = z.object({
  notificationId: z.string().check(z.regex(/^\d{1,18}$/)),
  subscriptionId: z.uuid(),
  attempt: z._default(z.int(), 1),
});
type Job = z.output<typeof job>;

/** Then the notice is in the portal alone. */
const MOST_TRIES = 12;
const LONGEST_WAIT_SECONDS = 15 * 60;
const URGENT_SECONDS = 60 * 60;

/** Notices that somebody may have to act on at once. */
const URGENT = ["card_purchase", "card_withdrawal", "new_device", "account_frozen"];

/**
 * Job `send_push`: pushes a notice to one browser while that browser is the member's, the notice of use, and no
 * text went in its place. A service that is busy or silent is asked again, when it says, a dozen times at most: a
 * message told twice shows as one. Throws only when our own database does not answer.
 */
export async function sendPush(app: App, payload: unknown): Promise<void> {
  const asked = job.parse(payload);
  const push = await findPush(app, asked);
  if (push === undefined) return;
  const answer = await offerPush(app, push);
  app.metrics.pushAnswers.inc({ answer: answer.kind });
  const { notificationId, subscriptionId, attempt } = asked;
  const reason = "reason" in answer ? answer.reason : undefined;
  // Where it went stays out of the log: who has the address could be found by it.
  app.log[answer.kind === "accepted" ? "info" : "warn"](
    { notificationId, subscriptionId, attempt, answer: answer.kind, reason },
    "notice offered to a push service",
  );
  await settle(app, asked, push.expiresAt, answer);
}

async function findPush(app: App, { notificationId, subscriptionId }: Job) {
  const at = app.now();
  const { rows } = await sql<{
    kind: string;
    params: Record<string, string>;
    language: string;
    shows_amounts: boolean;
    endpoint: string;
    p256dh: Buffer;
    auth: Buffer;
    key_id: string;
    expires_at: Date;
  }>`
    select n.kind, n.params, m.language, m.push_shows_amounts as shows_amounts,
      s.endpoint, s.p256dh, s.auth, s.key_id, p.expires_at
    from push_notice p
    join notification n on n.id = p.notification_id
    join member m on m.id = p.member_id
    cross join lateral (
      select * from live_push(p.member_id, ${at}) l where l.id = ${subscriptionId}) s
    where p.notification_id = ${notificationId} and p.expires_at > ${at} and p.texted_at is null
  `.execute(app.db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const key = pushKeyOf(app.secrets, found.key_id);
  if (key === undefined) {
    await endSubscription(app, subscriptionId, "key");
    return undefined;
  }
  const id = BigInt(notificationId);
  const words = pushWords(
    { id, notice: found },
    { language: found.language === "fil" ? "fil" : "en", showsAmounts: found.shows_amounts },
    await writtenTexts(app.db, "portal"),
  );
  const isUrgent = URGENT.includes(found.kind);
  const leftSeconds = Math.ceil((found.expires_at.getTime() - at.getTime()) / 1000);
  return {
    endpoint: found.endpoint,
    p256dh: found.p256dh,
    auth: found.auth,
    key,
    payload: JSON.stringify(words),
    ttlSeconds: isUrgent ? Math.min(URGENT_SECONDS, leftSeconds) : leftSeconds,
    isUrgent,
    topic: topicOf(key, id),
    expiresAt: found.expires_at,
  };
}

async function settle(app: App, asked: Job, expiresAt: Date, answer: PushAnswer): Promise<void> {
  switch (answer.kind) {
    case "accepted":
      return noteAccepted(app, asked);
    case "gone":
      return endSubscription(app, asked.subscriptionId, "gone");
    case "refused":
      return;
    case "later":
      return tryAgain(app, asked, expiresAt, answer.afterSeconds);
  }
}

function noteAccepted(app: App, { notificationId, subscriptionId }: Job): Promise<void> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const { instead_of_text_from: from } = await tx
      .updateTable("push_subscription")
      .set({ last_pushed_at: at })
      .where("id", "=", subscriptionId)
      .returning("instead_of_text_from")
      .executeTakeFirstOrThrow();
    // What a browser took that may not stand for a text yet leaves the text to go out.
    if (from > at) return;
    await tx
      .updateTable("push_notice")
      .set({ accepted_at: at })
      .where("notification_id", "=", BigInt(notificationId))
      .where("accepted_at", "is", null)
      .execute();
  });
}

async function endSubscription(app: App, id: string, reason: "gone" | "key"): Promise<void> {
  await app.db
    .updateTable("push_subscription")
    .set({ ended_at: app.now(), end_reason: reason })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

async function tryAgain(
  app: App,
  asked: Job,
  expiresAt: Date,
  afterSeconds: number | undefined,
): Promise<void> {
  const { attempt, notificationId, subscriptionId } = asked;
  if (attempt >= MOST_TRIES) return;
  const lifeMs = expiresAt.getTime() - app.now().getTime();
  const own = retryWait(attempt, lifeMs, app.random) / 1000;
  const seconds = Math.min(Math.max(afterSeconds ?? 0, own), LONGEST_WAIT_SECONDS);
  await sql`
    select graphile_worker.add_job('send_push', ${JSON.stringify({ ...asked, attempt: attempt + 1 })}::json,
      run_at => now() + make_interval(secs => ${seconds}),
      job_key => ${`push:${notificationId}:${subscriptionId}`})
  `.execute(app.db);
}
