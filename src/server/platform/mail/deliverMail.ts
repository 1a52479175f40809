import { sql } from "kysely";
import * as z from "zod/mini";
import type { App } from "#server/platform/app.ts";
import { isMailAddress } from "#server/platform/config/mailConfig.ts";
import type { MailHandover } from "#server/platform/gateways/mail/smtpMail.ts";
import { MAIL_QUEUES } from "#server/platform/jobs/queues.ts";
import { writtenTexts } from "#server/platform/messages/writtenText.ts";
import { retryWait } from "#server/platform/messages/retryWait.ts";
import { writeMail } from "./writeMail.ts";

const mailJob = z.object({ noticeId: z.string().check(z.regex(/^\d{1,18}$/)) });

const MAX_ATTEMPTS = 400;

type Attempt = { attempts: number; lifeMs: number };

/**
 * Job `send_mail`: hands the e-mail of a notice to the mail server while it is of use, and tries again what the
 * server surely did not take. What it may have taken is not handed over a second time: the notice stands in the portal,
 * and a warning went by text. Words and address are read when it leaves, so that neither is kept anywhere else.
 */
export async function deliverMail(app: App, payload: unknown): Promise<void> {
  const { noticeId } = mailJob.parse(payload);
  const attempt = await claimMail(app, noticeId);
  if (attempt === undefined) return;
  const handover = await offer(app, noticeId);
  await settle(app, { noticeId, attempt, handover });
  const { kind } = handover;
  const reason = kind === "accepted" ? undefined : handover.reason;
  const line = { noticeId, handover: kind, reason };
  app.log[kind === "accepted" ? "info" : "warn"](line, "e-mail offered to the mail server");
}

/**
 * Takes an e-mail for one attempt, and writes down before it that it may have left: a process that dies over it
 * leaves its outcome unknown.
 */
async function claimMail(app: App, noticeId: string): Promise<Attempt | undefined> {
  const at = app.now();
  const { rows } = await sql<{ attempts: number; life_ms: number }>`
    update mail_message
    set state = 'in_doubt', attempts = attempts + 1, submitted_at = coalesce(submitted_at, ${at})
    where notification_id = ${noticeId}::bigint and state = 'queued' and expires_at > ${at}
    returning attempts, (extract(epoch from expires_at - created_at) * 1000)::float8 as life_ms
  `.execute(app.db);
  const [mine] = rows;
  if (mine !== undefined) return { attempts: mine.attempts, lifeMs: mine.life_ms };
  const expired = await app.db
    .updateTable("mail_message")
    .set({ state: "expired" })
    .where("notification_id", "=", BigInt(noticeId))
    .where("state", "=", "queued")
    .returning("notification_id")
    .executeTakeFirst();
  if (expired !== undefined) app.metrics.mailMessages.inc({ state: "expired" });
  return undefined;
}

async function offer(app: App, noticeId: string): Promise<MailHandover> {
  if (app.mail === undefined) return { kind: "refused", reason: "there is no mail server" };
  const notice = await app.db
    .selectFrom("notification as n")
    .innerJoin("member as m", "m.id", "n.member_id")
    .select(["n.kind", "n.params", "n.created_at", "m.first_name", "m.language", "m.email_address"])
    .where("n.id", "=", BigInt(noticeId))
    .executeTakeFirstOrThrow();
  if (!isMailAddress(notice.email_address)) return { kind: "refused", reason: "no such address" };
  const language = notice.language === "fil" ? "fil" : "en";
  const words = writeMail(
    {
      kind: notice.kind,
      // Written by notify(), as texts.
      params: notice.params as Record<string, string>,
      at: notice.created_at,
      firstName: notice.first_name,
      language,
    },
    await writtenTexts(app.db, "portal"),
  );
  return app.mail.send({
    id: `notice-${noticeId}`,
    to: notice.email_address,
    language,
    date: notice.created_at,
    ...words,
  });
}

type Tried = { noticeId: string; attempt: Attempt; handover: MailHandover };

async function settle(app: App, { noticeId, attempt, handover }: Tried): Promise<void> {
  if (handover.kind === "later") return tryAgain(app, noticeId, attempt, handover.reason);
  const state = ({ accepted: "handed_over", refused: "failed", unknown: "in_doubt" } as const)[
    handover.kind
  ];
  await app.db
    .updateTable("mail_message")
    .set({
      state,
      reason: handover.kind === "accepted" ? "" : handover.reason,
      handed_over_at: handover.kind === "accepted" ? app.now() : null,
    })
    .where("notification_id", "=", BigInt(noticeId))
    .where("state", "=", "in_doubt")
    .execute();
  app.metrics.mailMessages.inc({ state });
}

async function tryAgain(
  app: App,
  noticeId: string,
  { attempts, lifeMs }: Attempt,
  reason: string,
): Promise<void> {
  const seconds = retryWait(attempts, lifeMs, app.random) / 1000;
  await sql`
    with waiting as (
      update mail_message set state = 'queued', reason = ${reason}
      where notification_id = ${noticeId}::bigint and state = 'in_doubt' returning notification_id)
    select graphile_worker.add_job('send_mail', ${JSON.stringify({ noticeId })}::json,
      queue_name => ${`mails-${BigInt(noticeId) % BigInt(MAIL_QUEUES)}`},
      run_at => now() + make_interval(secs => ${seconds}),
      max_attempts => ${MAX_ATTEMPTS}, job_key => ${`mail:${noticeId}`})
    from waiting
  `.execute(app.db);
  app.metrics.mailMessages.inc({ state: "queued" });
}
