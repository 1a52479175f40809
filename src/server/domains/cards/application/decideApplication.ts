import type { AuditAction } from "#contract/staff/auditActions.ts";
import { formatPesos, formatPesosAscii } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { returnCardFee } from "./cardFee.ts";
import { moveToHandOut, reserveKit } from "./pickUp.ts";
import { rejectionOf } from "./rejection.ts";
import { tellOfCard } from "./tellOfCard.ts";

/** The issuer's word on an application, whoever brought it. */
export type Decision = {
  applicationId: bigint;
  word: { kind: "approved"; customerId: string } | { kind: "rejected"; reason: string };
  actor: CardActor;
  correlationId: string;
};

/**
 * Takes the issuer's decision on a customer, once, however often and in whatever order it is told. An
 * approved default card gets a kit of the member's office, or waits for one; an approved personalized
 * card is ordered next; a rejected application gives its fee back. 'already' when it was decided or
 * withdrawn before.
 */
export async function decideApplication(app: App, decision: Decision): Promise<"done" | "already"> {
  const at = app.now();
  return transact(app.db, async (tx) => {
    const application = await lockApplication(tx, decision.applicationId);
    if (application.stage !== "sent" && application.stage !== "review") return "already";
    const { word, actor, correlationId } = decision;
    if (word.kind === "rejected") {
      await endApplication(tx, application, {
        stage: "rejected",
        reason: word.reason,
        actor,
        at,
        correlationId,
      });
      await tellRejected(tx, app, application, word.reason);
      return "done";
    }
    await approve(tx, app, application, { customerId: word.customerId, actor, at, correlationId });
    return "done";
  });
}

/** The application, held until the transaction ends; its card is locked after it. */
export function lockApplication(tx: Tx, applicationId: bigint) {
  return tx
    .selectFrom("card_application")
    .selectAll()
    .where("id", "=", applicationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export type Application = Awaited<ReturnType<typeof lockApplication>>;

async function approve(
  tx: Tx,
  app: App,
  application: Application,
  word: { customerId: string; actor: CardActor; at: Date; correlationId: string },
): Promise<void> {
  const { actor, at, correlationId } = word;
  await tx
    .updateTable("card_application")
    .set({
      stage: "approved",
      issuer_customer_id: word.customerId,
      decided_at: at,
      next_inquiry_at: application.kind === "generic" ? null : at,
    })
    .where("id", "=", application.id)
    .execute();
  await tx
    .updateTable("card")
    .set({ issuer_customer_id: word.customerId })
    .where("id", "=", application.card_id)
    .execute();
  await note(tx, application, { action: "approve_card_application", actor, at, correlationId });
  let { office_id: officeId } = application;
  if (application.kind === "generic") {
    officeId = await moveToHandOut(tx, application);
    const waiting = { ...application, office_id: officeId };
    if (await reserveKit(tx, app, waiting, { actor, at, correlationId })) return;
  }
  await notify(tx, {
    memberId: application.member_id,
    kind: "card_approved",
    params: { office: await officeName(tx, officeId), refNo: application.reference },
    at,
  });
}

type Ending = {
  stage: "rejected" | "withdrawn" | "failed";
  /** What the member hears, where the stage alone does not say it. */
  notice?: "card_not_produced" | "card_lost_on_its_way";
  reason: string;
  actor: CardActor;
  at: Date;
  correlationId: string;
};

const NOTICES = {
  withdrawn: "card_withdrawn",
  failed: "card_not_produced",
} as const;

/** Ends an application that brought no card: the card's state, the fee's return and the notice in one. */
export async function endApplication(
  tx: Tx,
  application: Application,
  { stage, notice, reason, actor, at, correlationId }: Ending,
): Promise<void> {
  await tx
    .updateTable("card_application")
    .set({
      stage,
      reason: reason.slice(0, 300),
      decided_at: application.decided_at ?? at,
      ended_at: at,
      next_inquiry_at: null,
    })
    .where("id", "=", application.id)
    .execute();
  const ofGeneric = stage === "withdrawn" ? "withdraw" : "reject";
  await moveCard(tx, {
    cardId: application.card_id,
    event: application.kind === "generic" ? ofGeneric : "production_failed",
    actor,
    reason,
    at,
    correlationId,
  });
  await returnCardFee(tx, application, { actor: actor.name, at });
  if (stage !== "rejected") {
    const { member_id: memberId, reference: refNo, fee_centavos: fee } = application;
    const kind = notice ?? NOTICES[stage];
    await notify(tx, {
      memberId,
      at,
      ...(application.fee_entry_id === null
        ? { kind, params: { refNo } }
        : { kind: `${kind}_fee_back`, params: { refNo, fee: formatPesos(fee) } }),
    });
  }
  await note(tx, application, { action: `${stage}_card_application`, actor, at, correlationId });
}

/** Why, in one of the fixed reasons, and what came back; by text as well. */
async function tellRejected(
  tx: Tx,
  app: App,
  { member_id: memberId, reference, fee_centavos: fee, fee_entry_id: feeEntry }: Application,
  reason: string,
): Promise<void> {
  const amount = formatPesosAscii(fee);
  const isReturned = feeEntry !== null && fee > 0n;
  await tellOfCard(tx, app, {
    memberId,
    notice: rejectionOf(reason).notice,
    params: {
      refNo: reference,
      returned: isReturned ? ` ${amount} is back in your account.` : "",
      returnedFil: isReturned ? ` Naibalik sa inyong account ang ${amount}.` : "",
    },
  });
}

async function note(
  tx: Tx,
  { reference }: Application,
  {
    action,
    actor,
    at,
    correlationId,
  }: Omit<Ending, "stage" | "notice" | "reason"> & { action: AuditAction },
): Promise<void> {
  await audit(tx, {
    at,
    actorKind: actor.kind === "member" || actor.kind === "staff" ? actor.kind : "system",
    actor: actor.name,
    action,
    object: `card_application:${reference}`,
    correlationId,
  });
}

async function officeName(tx: Tx, officeId: bigint | null): Promise<string> {
  if (officeId === null) return "-";
  const { branch_name } = await tx
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", officeId)
    .executeTakeFirstOrThrow();
  return branch_name;
}
