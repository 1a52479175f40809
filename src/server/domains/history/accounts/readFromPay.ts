import { manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { App } from "#server/platform/app.ts";

type FromPay = { monthly: Centavos; firstMonth: string };

/**
 * What is deducted from pay each month for an account, from a month on ('yyyy-MM'), and what takes its place later;
 * null where nothing is.
 */
export async function readFromPay(
  app: App,
  accountNo: string,
): Promise<(FromPay & { next: FromPay | null }) | null> {
  const rows = await app.db
    .selectFrom("standing_deduction as s")
    .innerJoin("member_account as a", "a.id", "s.account_id")
    .select(["s.monthly_centavos", "s.first_month"])
    .where("a.account_number", "=", accountNo)
    .where("s.ended_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("s.until_month", "is", null),
        eb("s.until_month", ">=", `${manilaMonth(app.now())}-01`),
      ]),
    )
    .orderBy("s.first_month")
    .limit(2)
    .execute();
  const [now, next] = rows.map((row) => ({
    monthly: row.monthly_centavos,
    firstMonth: row.first_month.slice(0, 7),
  }));
  return now === undefined ? null : { ...now, next: next ?? null };
}
