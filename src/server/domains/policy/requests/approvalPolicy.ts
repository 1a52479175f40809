import type { Needs } from "#contract/approvalPolicy.ts";
import type { RequestPayload } from "#contract/staff/requestPayloads.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";

type Payload = RequestPayload<"approval_policy">;

/** Changes what proof an act takes in one circumstance; of acts that are judged from then on. */
export const approvalPolicy = defineKind({
  kind: "approval_policy",
  subjectOf: ({ act, payee, amount, hasPasskey }) =>
    `approval:${act}:${payee}:${amount}:${hasPasskey ? "passkey" : "none"}`,
  readOffice: async () => null,
  readBefore: async (tx, payload) => {
    const row = await tx
      .selectFrom("approval_policy")
      .select(["shipped", "chosen"])
      .where("act", "=", payload.act)
      .where("payee", "=", payload.payee)
      .where("amount", "=", payload.amount)
      .where("has_passkey", "=", payload.hasPasskey)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    // Checked by the table.
    return { needs: (row.chosen ?? row.shipped) as Needs };
  },
  after: ({ needs }) => ({ needs }),
  apply: async (tx, { act, payee, amount, hasPasskey, needs }: Payload) => {
    await tx
      .updateTable("approval_policy")
      .set({ chosen: needs })
      .where("act", "=", act)
      .where("payee", "=", payee)
      .where("amount", "=", amount)
      .where("has_passkey", "=", hasPasskey)
      .execute();
  },
});
