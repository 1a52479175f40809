import { sql } from "kysely";
import { formatPesosAscii } from "#common/money.ts";
import type {
  AMOUNT_SETTINGS,
  RequestPayload,
  TEXT_SETTINGS,
} from "#contract/staff/requestPayloads.ts";
import type { Facts } from "#contract/staff/requests.ts";
import { announceSettings } from "#server/platform/settings/announceSettings.ts";
import type { Tx } from "#server/db/db.ts";
import type { LimitName } from "#server/domains/transfers/limits/readLimits.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";

type AmountSetting = (typeof AMOUNT_SETTINGS)[number];
type TextSetting = (typeof TEXT_SETTINGS)[number];

/** Of transfers: what orders are judged by, and what the forms' texts are made of. */
const LIMITS: Partial<Record<AmountSetting, LimitName>> = {
  instapayFee: "instapay_fee",
  pesonetFee: "pesonet_fee",
  instapayTransactionLimit: "instapay_most",
  pesonetTransactionLimit: "pesonet_most",
  cardToCardTransactionLimit: "card_to_card_most",
  otherBankDailyLimit: "other_bank_daily",
  otherBankMonthlyLimit: "other_bank_monthly",
  newPayeeByCodeLimit: "new_payee_by_code_most",
};
const CARD_TYPES: Partial<Record<AmountSetting, string>> = {
  blueMonthlyLoadLimit: "blue",
  goldMonthlyLoadLimit: "gold",
  platinumMonthlyLoadLimit: "platinum",
};

const CASH_LIMITS: Partial<Record<AmountSetting, string>> = {
  tellerCashLimit: "teller_at_once",
  tellerDailyCashLimit: "teller_daily",
  supervisorCashLimit: "supervisor_at_once",
  drawerCashLimit: "in_drawer",
  vaultCashLimit: "in_vault",
};

const CARD_FEES: Partial<
  Record<AmountSetting, readonly ["generic" | "personalized", CardFeeColumn]>
> = {
  genericCardFee: ["generic", "fee_centavos"],
  personalizedCardFee: ["personalized", "fee_centavos"],
  genericReplacementFee: ["generic", "replacement_fee_centavos"],
  personalizedReplacementFee: ["personalized", "replacement_fee_centavos"],
};
type CardFeeColumn = "fee_centavos" | "replacement_fee_centavos";

/** Changes a fee, a limit or a text of the transfer forms, of the card or of the counter: a text in both languages. */
export const transferSetting = defineKind({
  kind: "transfer_setting",
  subjectOf: ({ name }) => `setting:${name}`,
  readOffice: async () => null,
  readBefore: (tx, payload) =>
    isAmount(payload) ? readAmount(tx, payload.name) : readTexts(tx, payload.name),
  after: (payload): Facts =>
    isAmount(payload)
      ? { amount: formatPesosAscii(payload.amount) }
      : { textEn: payload.textEn, textFil: payload.textFil },
  apply: async (tx, payload) => {
    if (isAmount(payload)) await writeAmount(tx, payload.name, payload.amount);
    else {
      await write(tx, payload.name, payload.textEn);
      await write(tx, `${payload.name}.fil`, payload.textFil);
    }
    await announceSettings(tx);
  },
});

function isAmount(
  payload: RequestPayload<"transfer_setting">,
): payload is { name: AmountSetting; amount: bigint } {
  return "amount" in payload;
}

/** The figure as it counts now, locked until the transaction ends: { amount: 'PHP 10.00' }. */
export async function readAmount(tx: Tx, name: AmountSetting): Promise<Facts> {
  const cardFee = CARD_FEES[name];
  if (cardFee !== undefined) {
    const [kind, column] = cardFee;
    const { amount } = await tx
      .selectFrom("card_fee")
      .select(`${column} as amount`)
      .where("kind", "=", kind)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return { amount: formatPesosAscii(amount) };
  }
  const cardType = CARD_TYPES[name];
  if (cardType !== undefined) {
    const tier = await tx
      .selectFrom("card_tier")
      .select("monthly_load_limit_centavos")
      .where("card_type", "=", cardType)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return { amount: formatPesosAscii(tier.monthly_load_limit_centavos) };
  }
  const cashLimit = CASH_LIMITS[name];
  if (cashLimit !== undefined) {
    const { centavos } = await tx
      .selectFrom("cash_limit")
      .select("centavos")
      .where("name", "=", cashLimit)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return { amount: formatPesosAscii(centavos) };
  }
  const limit = LIMITS[name];
  if (limit === undefined) throw new Error(`Nothing is kept of ${name}`);
  const { centavos } = await tx
    .selectFrom("transfer_limit")
    .select("centavos")
    .where("name", "=", limit)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { amount: formatPesosAscii(centavos) };
}

async function readTexts(tx: Tx, name: TextSetting): Promise<Facts> {
  return { textEn: await read(tx, name), textFil: await read(tx, `${name}.fil`) };
}

async function writeAmount(tx: Tx, name: AmountSetting, amount: bigint): Promise<void> {
  const cardType = CARD_TYPES[name];
  const limit = LIMITS[name];
  const cardFee = CARD_FEES[name];
  const cashLimit = CASH_LIMITS[name];
  if (cashLimit !== undefined) {
    await tx
      .updateTable("cash_limit")
      .set({ centavos: amount })
      .where("name", "=", cashLimit)
      .execute();
  } else if (cardFee !== undefined) {
    const [kind, column] = cardFee;
    await tx
      .updateTable("card_fee")
      .set({ [column]: amount })
      .where("kind", "=", kind)
      .execute();
  } else if (cardType !== undefined) {
    await tx
      .updateTable("card_tier")
      .set({ monthly_load_limit_centavos: amount })
      .where("card_type", "=", cardType)
      .execute();
  } else if (limit !== undefined) {
    await tx
      .updateTable("transfer_limit")
      .set({ centavos: amount })
      .where("name", "=", limit)
      .execute();
  }
}

async function read(tx: Tx, name: string): Promise<string> {
  const row = await tx
    .selectFrom("transfer_setting")
    .select("value")
    .where("name", "=", name)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.value ?? "";
}

async function write(tx: Tx, name: string, value: string): Promise<void> {
  await sql`
    insert into transfer_setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(tx);
}
