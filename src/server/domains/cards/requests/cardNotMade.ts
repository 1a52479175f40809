import { formatPesosAscii } from "#common/money.ts";
import {
  endApplication,
  lockApplication,
} from "#server/domains/cards/application/decideApplication.ts";
import type { Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { closeBatch } from "#server/domains/cards/desk/receiveKits.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";

/**
 * Ends the order of a personalized card that was not made or was lost on its way, before its office has
 * received it: the fee goes back by the mirror of its entry, the member is told and may ask again. Plastic
 * that was announced is missing from then on.
 */
export const cardNotMade = defineKind({
  kind: "card_not_made",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  // The branch that waits for the card knows that it has not come.
  readOffice: async (tx, payload) => {
    const order = await findOrder(tx, payload.memberGuid);
    return order?.office_id ?? readMemberOffice(tx, payload);
  },
  readBefore: async (tx, { memberGuid }) => {
    const { reference, fee_centavos: fee } = await lockOrder(tx, memberGuid);
    return {
      application: reference,
      amount: formatPesosAscii(fee),
      cardStatus: "processing",
      cause: "",
      feeReturned: "",
    };
  },
  after: ({ cause }, before) => ({
    ...before,
    cardStatus: "not_applied",
    cause,
    feeReturned: before["amount"] ?? "",
  }),
  apply: async (tx, { memberGuid, cause }, { at, checker, correlationId }) => {
    const order = await lockOrder(tx, memberGuid);
    const actor = { kind: "staff", name: checker } as const;
    const isLost = cause === "lost_in_post";
    await endApplication(tx, order, {
      stage: "failed",
      notice: isLost ? "card_lost_on_its_way" : "card_not_produced",
      reason: cause,
      actor,
      at,
      correlationId,
    });
    const missing = await tx
      .updateTable("card_kit")
      .set({ state: "missing", changed_at: at })
      .where("application_id", "=", order.id)
      .where("state", "=", "announced")
      .returning("batch_id")
      .executeTakeFirst();
    await closeBatch(tx, missing?.batch_id ?? null, at);
  },
});

/** The member's order that no office has received, whichever way it is looked for. */
function findOrder(tx: Tx, memberGuid: string) {
  return tx
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .innerJoin("card as c", "c.id", "a.card_id")
    .select(["a.id", "a.office_id"])
    .where("m.guid", "=", memberGuid)
    .where("a.kind", "=", "personalized")
    .where("a.stage", "in", ["approved", "produced"])
    .where("c.perso_status", "=", "processing")
    .executeTakeFirst();
}

/** Held until the transaction ends. Refuses request_does_not_apply where no card is awaited. */
async function lockOrder(tx: Tx, memberGuid: string) {
  const order = await findOrder(tx, memberGuid);
  if (order === undefined) throw new Refusal("request_does_not_apply");
  const application = await lockApplication(tx, order.id);
  if (application.stage !== "approved" && application.stage !== "produced") {
    throw new Refusal("request_does_not_apply");
  }
  return application;
}
