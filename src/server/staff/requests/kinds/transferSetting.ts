import { sql } from "kysely";
import { formatPesosAscii } from "#common/money.ts";
import type {
  AMOUNT_SETTINGS,
  RequestPayload,
  TEXT_SETTINGS,
} from "#contract/staff/requestPayloads.ts";
import type { Facts } from "#contract/staff/requests.ts";
import { announceSettings } from "#server/settings/announceSettings.ts";
import type { Tx } from "#server/db/db.ts";
import { defineKind } from "#server/staff/requests/requestRule.ts";

type AmountSetting = (typeof AMOUNT_SETTINGS)[number];
type TextSetting = (typeof TEXT_SETTINGS)[number];

/** The rows that say one figure: as a number where the form counts with it, and as members read it. */
const FEES: Partial<Record<AmountSetting, { raw: string; text: string }>> = {
  instapayFee: {
    raw: "rawTransferToOtherBankInstaPayFee",
    text: "transferToOtherBankInstapayFee",
  },
  pesonetFee: { raw: "rawTransferToOtherBankPesonetFee", text: "transferToOtherBankPesonetFee" },
};
const LIMITS: Partial<Record<AmountSetting, string>> = {
  instapayTransactionLimit: "transferToOtherBanksInstaPayTxnLimit",
  otherBankDailyLimit: "transferToOtherBankDailyLimit",
  otherBankMonthlyLimit: "transferToOtherBankMonthlyLimit",
};
const CARD_TYPES: Partial<Record<AmountSetting, string>> = {
  blueMonthlyLoadLimit: "blue",
  goldMonthlyLoadLimit: "gold",
  platinumMonthlyLoadLimit: "platinum",
};

const CARD_FEES: Partial<Record<AmountSetting, string>> = {
  genericCardFee: "generic",
  personalizedCardFee: "personalized",
};

/** Changes a fee, a limit or a text of the transfer forms or of the card: every row that says it, in both languages. */
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
  const cardKind = CARD_FEES[name];
  if (cardKind !== undefined) {
    const { fee_centavos } = await tx
      .selectFrom("card_fee")
      .select("fee_centavos")
      .where("kind", "=", cardKind)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return { amount: formatPesosAscii(fee_centavos) };
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
  const fee = FEES[name];
  const value = await read(tx, fee?.raw ?? LIMITS[name] ?? name);
  return { amount: fee === undefined ? value : `PHP ${value}` };
}

async function readTexts(tx: Tx, name: TextSetting): Promise<Facts> {
  return { textEn: await read(tx, name), textFil: await read(tx, `${name}.fil`) };
}

async function writeAmount(tx: Tx, name: AmountSetting, amount: bigint): Promise<void> {
  const text = formatPesosAscii(amount);
  const cardType = CARD_TYPES[name];
  const fee = FEES[name];
  const cardKind = CARD_FEES[name];
  if (cardKind !== undefined) {
    await tx
      .updateTable("card_fee")
      .set({ fee_centavos: amount })
      .where("kind", "=", cardKind)
      .execute();
  } else if (cardType !== undefined) {
    await tx
      .updateTable("card_tier")
      .set({ monthly_load_limit_centavos: amount })
      .where("card_type", "=", cardType)
      .execute();
  } else if (fee === undefined) await write(tx, LIMITS[name] ?? name, text);
  else {
    await write(tx, fee.raw, text.replace("PHP ", ""));
    await write(tx, fee.text, `${text} per transaction`);
    await write(tx, `${fee.text}.fil`, `${text} bawat transaksyon`);
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
