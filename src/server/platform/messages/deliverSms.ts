import { sql } from "kysely";
import * as z from "zod/mini";
import { maskMobile } from "#common/mask.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { Handover } from "#server/platform/gateways/sms/smsGateway.ts";
import { openText, type SealedText } from "./outboxText.ts";
import { retryWait } from "./retryWait.ts";
import { type Claim, claimText, endText, noteAttempt, noteHandedOver } from "./smsStates.ts";

const sealedText = z.object({ id: z.uuid(), sealed: z.string(), expiresAt: z.iso.datetime() });

/** Texts that are handed over at once, so that a slow gateway leaves room for the other jobs. */
export const TEXT_QUEUES = 3;
const MAX_ATTEMPTS = 400;

type Attempt = Extract<Claim, { kind: "mine" }>;

/**
 * Job `send_text`: hands a queued text to the gateway while it is of use, and tries again, soon, what
 * the gateway surely did not take. What it may have taken is handed over again only where the gateway
 * knows a repeat by our id (HTTP). SMPP has nothing of the kind, so there a text of unknown outcome is not sent a
 * second time: whoever waits for a code can ask for another, which is another text, while the same one
 * twice looks like an attack. It stays to be seen in the text's state, until the gateway's late
 * answer or a delivery receipt ends it. `deliveryId` is the job's, for the log. Throws only when our own
 * database does not answer, and the queue runs the job again.
 */
export async function deliverSms(app: App, payload: unknown, deliveryId: string): Promise<void> {
  const queued = sealedText.parse(payload);
  const line = { deliveryId, textId: queued.id };
  // Before anything is written: what does not open under our key has not left.
  const { to, text } = openText(app, queued);
  const claim = await claimText(app, queued);
  if (claim.kind === "over") {
    app.log.info({ ...line, state: claim.state }, "text is not to be sent");
    return;
  }
  const { id } = queued;
  const handover = await app.sms.send({ id, to, text, validUntil: new Date(queued.expiresAt) });
  await settle(app, queued, claim, handover);
  const { kind } = handover;
  const reason = kind === "accepted" ? undefined : handover.reason;
  app.log[kind === "accepted" ? "info" : "warn"](
    { ...line, to: maskMobile(to), handover: kind, reason },
    "text offered to the gateway",
  );
}

async function settle(
  app: App,
  queued: SealedText,
  attempt: Attempt,
  handover: Handover,
): Promise<void> {
  const { id } = queued;
  app.metrics.smsGatewayAnswers.inc({ answer: handover.kind });
  switch (handover.kind) {
    case "accepted":
      return transact(app.db, (tx) =>
        noteHandedOver(tx, app, { id, gatewayId: handover.gatewayId }),
      );
    case "refused":
      await transact(app.db, (tx) =>
        endText(tx, app, { id, end: "failed", reason: handover.reason }),
      );
      return;
    case "later":
      // What an earlier attempt left unknown, this one does not clear up.
      return tryAgain(app, queued, attempt, {
        state: attempt.wasOutcomeUnknown ? "in_doubt" : "queued",
        reason: handover.reason,
      });
    case "unknown":
      if (app.sms.mayRepeat) {
        return tryAgain(app, queued, attempt, { state: "in_doubt", reason: handover.reason });
      }
      await transact(app.db, (tx) =>
        noteAttempt(tx, { id, state: "in_doubt", reason: handover.reason }),
      );
      if (attempt.attempts === 1) app.metrics.textMessages.inc({ state: "in_doubt" });
      awaitLateAnswer(app, queued, attempt, handover.late);
  }
}

/** Nobody waits for it: the job is done, and its place free for the next text. */
function awaitLateAnswer(
  app: App,
  queued: SealedText,
  attempt: Attempt,
  late: Promise<Handover | undefined> | undefined,
): void {
  late
    ?.then((answer) => answer && settle(app, queued, attempt, answer))
    .catch((error: unknown) =>
      app.log.warn({ err: error, textId: queued.id }, "a late answer of the gateway was lost"),
    );
}

/** One waiting job a text, however many attempts ran into each other. */
async function tryAgain(
  app: App,
  queued: SealedText,
  attempt: Attempt,
  after: { state: "queued" | "in_doubt"; reason: string },
): Promise<void> {
  const seconds = retryWait(attempt.attempts, attempt.lifeMs, app.random) / 1000;
  await transact(app.db, async (tx) => {
    await noteAttempt(tx, { id: queued.id, ...after });
    await sql`
      select graphile_worker.add_job('send_text', ${JSON.stringify(queued)}::json,
        queue_name => ${`texts-${Number.parseInt(queued.id.slice(0, 4), 16) % TEXT_QUEUES}`},
        run_at => now() + make_interval(secs => ${seconds}),
        max_attempts => ${MAX_ATTEMPTS}, job_key => ${`text:${queued.id}`})
    `.execute(tx);
  });
}
