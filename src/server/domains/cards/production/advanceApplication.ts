import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Refused, Unknown } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { checkProduction, orderPersonalized } from "./orderPersonalized.ts";
import { nextInquiry } from "#server/platform/gateways/inquirySchedule.ts";
import { decideApplication } from "#server/domains/cards/application/decideApplication.ts";
import { missingReason } from "#server/domains/cards/application/rejection.ts";
import { readIssuerCustomer } from "#server/domains/cards/application/requestDetails.ts";

/** Asked about at once: the issuer is somebody else's server. */
const BATCH_SIZE = 10;
const JOB = { kind: "job", name: "card_applications" } as const;

type Waiting = {
  id: bigint;
  reference: string;
  member_id: bigint;
  kind: string;
  stage: string;
  issuer_transaction_id: string | null;
  requested_at: Date;
  ordered_at: Date | null;
  correlation_id: string;
};

/**
 * Asks the issuer what an application waits for: to take the customer, what it decided, to make the
 * card, whether it is made. May run twice at once: the issuer knows each reference, and an answer is
 * applied where the application still waits for it. No answer ends nothing; it is asked again later.
 */
export async function advanceApplication(app: App, applicationId: bigint): Promise<void> {
  const application = await app.db
    .selectFrom("card_application")
    .select(["id", "reference", "member_id", "kind", "stage", "issuer_transaction_id"])
    .select(["requested_at", "ordered_at", "correlation_id"])
    .where("id", "=", applicationId)
    .where("next_inquiry_at", "is not", null)
    .executeTakeFirst();
  if (application === undefined) return;
  // Before the question: a process that dies over it leaves it to the next look.
  await putOff(app, application);
  if (application.stage === "sent") await submit(app, application);
  else if (application.stage === "review") await investigate(app, application);
  else if (application.ordered_at === null) await orderPersonalized(app, application.id);
  else await checkProduction(app, application.id);
}

/** Asks about every application whose time has come. Answers how many. */
export async function sweepApplications(app: App): Promise<number> {
  const at = app.now();
  const { rows } = await sql<{ id: bigint }>`
    update card_application a set next_inquiry_at = ${at}::timestamptz + interval '15 seconds'
    where a.id in (
      select d.id from card_application d where d.next_inquiry_at <= ${at}
      order by d.next_inquiry_at limit ${BATCH_SIZE} for no key update skip locked)
    returning a.id`.execute(app.db);
  await Promise.all(rows.map(({ id }) => tryOne(app, id)));
  return rows.length;
}

async function tryOne(app: App, id: bigint): Promise<void> {
  try {
    await advanceApplication(app, id);
  } catch (error) {
    // The others must still be asked; this one has its next time.
    app.log.error(
      { err: error, applicationId: String(id) },
      "an application could not be asked about",
    );
  }
}

async function putOff(app: App, { id, requested_at, ordered_at }: Waiting): Promise<void> {
  await app.db
    .updateTable("card_application")
    .set({ next_inquiry_at: nextInquiry(ordered_at ?? requested_at, app.now()) })
    .where("id", "=", id)
    .where("next_inquiry_at", "is not", null)
    .execute();
}

async function submit(app: App, application: Waiting): Promise<void> {
  const { id, reference, correlation_id: correlationId } = application;
  const customer = await readIssuerCustomer(app.db, application.member_id);
  const outcome = await app.issuer.submitCustomer({ reference, customer });
  switch (outcome.kind) {
    case "submitted":
      await app.db
        .updateTable("card_application")
        .set({ stage: "review", issuer_transaction_id: outcome.transactionId })
        .where("id", "=", id)
        .where("stage", "=", "sent")
        .execute();
      return;
    case "missing":
    case "refused": {
      const reason = outcome.kind === "missing" ? missingReason(outcome.fields) : outcome.reason;
      const word = { kind: "rejected", reason } as const;
      await decideApplication(app, { applicationId: id, word, actor: JOB, correlationId });
      return;
    }
    case "unknown":
      warn(app, application, outcome);
  }
}

async function investigate(app: App, application: Waiting): Promise<void> {
  const { id, correlation_id: correlationId } = application;
  const outcome = await app.issuer.investigation(application.issuer_transaction_id ?? "");
  switch (outcome.kind) {
    case "approved":
    case "rejected":
      await decideApplication(app, { applicationId: id, word: outcome, actor: JOB, correlationId });
      return;
    case "absent":
      // The issuer lost it: it is sent again, under the same reference.
      await app.db
        .updateTable("card_application")
        .set({ stage: "sent" })
        .where("id", "=", id)
        .where("stage", "=", "review")
        .execute();
      return;
    case "pending":
      return;
    case "unknown":
      warn(app, application, outcome);
  }
}

function warn(app: App, { reference }: Waiting, { reason }: Refused | Unknown): void {
  app.log.warn({ reference, reason }, "no answer from the card issuer about an application");
}
