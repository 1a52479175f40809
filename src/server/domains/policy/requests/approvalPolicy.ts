import type { Needs } from "#contract/approvalPolicy.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { waitHoursOf } from "#server/domains/policy/waitOf.ts";

type Payload = RequestPayload<"approval_policy">;

/**
 * Changes what proof an act takes in one circumstance, and how long it waits in all of them; of acts that are judged
 * from then on.
 */
export const approvalPolicy = defineKind({
  kind: "approval_policy",
  subjectOf: ({ act, payee, amount, hasPasskey }) =>
    `approval:${act}:${payee}:${amount}:${hasPasskey ? "passkey" : "none"}`,
  readOffice: async () => null,
  readBefore: async (tx, payload) => {
    const rows = await tx
      .selectFrom("approval_policy")
      .select(["shipped", "chosen", "has_passkey", "wait_hours", "chosen_hours"])
      .where("act", "=", payload.act)
      .where("payee", "=", payload.payee)
      .where("amount", "=", payload.amount)
      .orderBy("has_passkey")
      .forNoKeyUpdate()
      .execute();
    const row = rows.find(({ has_passkey: hasPasskey }) => hasPasskey === payload.hasPasskey);
    if (row === undefined) throw new Error(`the policy has no such row of ${payload.act}`);
    // Checked by the table.
    const needs = (row.chosen ?? row.shipped) as Needs;
    if (payload.waitHours === undefined) return { needs };
    return { needs, waitHours: String(waitHoursOf(row)) };
  },
  after: ({ needs, waitHours }) =>
    waitHours === undefined ? { needs } : { needs, waitHours: String(waitHours) },
  apply: async (tx, { act, payee, amount, hasPasskey, needs, waitHours }: Payload) => {
    await tx
      .updateTable("approval_policy")
      .set({ chosen: needs })
      .where("act", "=", act)
      .where("payee", "=", payee)
      .where("amount", "=", amount)
      .where("has_passkey", "=", hasPasskey)
      .execute();
    if (waitHours === undefined) return;
    await tx
      .updateTable("approval_policy")
      .set({ chosen_hours: waitHours })
      .where("act", "=", act)
      .execute();
  },
});
