import type { Centavos } from "#common/money.ts";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** The rows of transfer_limit. */
export const LIMIT_NAMES = [
  "instapay_fee",
  "pesonet_fee",
  "card_to_card_fee",
  "instapay_most",
  "pesonet_most",
  "card_to_card_most",
  "other_bank_daily",
  "other_bank_monthly",
  "new_payee_by_code_most",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
export type TransferLimits = Record<LimitName, Centavos>;

/** The fees and limits that orders are judged by, as they stand now. Throws when one is missing. */
export async function readLimits(db: Db | Tx): Promise<TransferLimits> {
  const rows = await db.selectFrom("transfer_limit").select(["name", "centavos"]).execute();
  const found = new Map(rows.map(({ name, centavos }) => [name, centavos]));
  const of = (name: LimitName): Centavos => {
    const centavos = found.get(name);
    if (centavos === undefined) throw new Error(`transfer_limit has no ${name}`);
    return centavos;
  };
  return {
    instapay_fee: of("instapay_fee"),
    pesonet_fee: of("pesonet_fee"),
    card_to_card_fee: of("card_to_card_fee"),
    instapay_most: of("instapay_most"),
    pesonet_most: of("pesonet_most"),
    card_to_card_most: of("card_to_card_most"),
    other_bank_daily: of("other_bank_daily"),
    other_bank_monthly: of("other_bank_monthly"),
    new_payee_by_code_most: of("new_payee_by_code_most"),
  };
}

/** What the member may still send to other banks in the day and month (in Manila) of a moment. */
export async function readLeft(
  db: Db | Tx,
  { memberId, limits, at }: { memberId: bigint; limits: TransferLimits; at: Date },
): Promise<{ today: Centavos; thisMonth: Centavos }> {
  const [day, month] = [manilaDate(at), manilaMonth(at)];
  const rows = await db
    .selectFrom("transfer_total")
    .select(["period", "sent_centavos"])
    .where("member_id", "=", memberId)
    .where("period", "in", [day, month])
    .execute();
  const sent = (period: string) => rows.find((row) => row.period === period)?.sent_centavos ?? 0n;
  const thisMonth = left(limits.other_bank_monthly, sent(month));
  const today = left(limits.other_bank_daily, sent(day));
  return { today: today < thisMonth ? today : thisMonth, thisMonth };
}

function left(limit: Centavos, sent: Centavos): Centavos {
  return limit > sent ? limit - sent : 0n;
}
