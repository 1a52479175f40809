import { sql } from "kysely";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
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
  const { rows } = await sql<{ today: Centavos; this_month: Centavos }>`
    select today, this_month from other_bank_left(${memberId}::bigint, ${manilaDate(at)}, ${manilaMonth(at)},
      ${limits.other_bank_daily}::bigint, ${limits.other_bank_monthly}::bigint)`.execute(db);
  const { today = 0n, this_month: thisMonth = 0n } = rows[0] ?? {};
  return { today: today < thisMonth ? today : thisMonth, thisMonth };
}
