import { wholeName } from "#server/domains/members/fullName.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";

/** The caller's card and its account in the books. Refuses with no_eon_account where there is none. */
export async function ownCardAccount(app: App, caller: Caller) {
  const card = await app.db
    .selectFrom("card as c")
    .innerJoin("member as m", "m.id", "c.member_id")
    .select([
      "c.id",
      "c.account_no",
      "c.ledger_account_id",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
    ])
    .where("c.member_id", "=", caller.memberId)
    .where("c.account_no", "is not", null)
    .executeTakeFirst();
  if (card === undefined || card.account_no === null || card.ledger_account_id === null) {
    throw new Refusal("no_eon_account");
  }
  return {
    id: card.id,
    accountNo: card.account_no,
    ledgerAccountId: card.ledger_account_id,
    holder: wholeName(card),
  };
}
