import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";

/** What is deducted from pay each month for an account, from a month on ('yyyy-MM'); null where nothing is. */
export async function readFromPay(
  app: App,
  accountNo: string,
): Promise<{ monthly: Centavos; firstMonth: string } | null> {
  const row = await app.db
    .selectFrom("standing_deduction as s")
    .innerJoin("member_account as a", "a.id", "s.account_id")
    .select(["s.monthly_centavos", "s.first_month"])
    .where("a.account_number", "=", accountNo)
    .where("s.ended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { monthly: row.monthly_centavos, firstMonth: row.first_month.slice(0, 7) };
}
