import { hasInvisible } from "./invisible.ts";
import { parsePesos } from "./money.ts";
import { checksum, type Field, readFields } from "./qrFields.ts";

/** Whom a code asks to pay: a person's account at a bank of InstaPay, or a shop. */
export type QrPh = {
  /** Of eleven characters: the person's bank, or whoever takes payments for the shop. */
  bic: string;
  /** The shop's number there, where it is a shop. */
  accountNumber: string;
  name: string;
  /** Centavos; undefined where whoever pays says it. */
  amount: bigint | undefined;
  /** The payee's reference, where there is one. */
  reference: string;
  /** Undefined where a person is paid. */
  shop: QrShop | undefined;
};

/** What a shop's code says besides; "" for what it does not say. */
export type QrShop = {
  city: string;
  /** What sort of shop it is, in four digits (ISO 18245). */
  category: string;
  store: string;
  terminal: string;
  /** Made for one payment (field 01 is 12), so that it is not paid twice. */
  isForOnePayment: boolean;
};

/**
 * Why a code is not paid: it is too long or none of EMVCo's, its checksum or its fields are wrong, it is of another
 * country, its account is none that a transfer carries, or it asks for a fee or tip beside the amount.
 */
export type QrRefusal =
  | "too_long"
  | "no_code"
  | "damaged"
  | "malformed"
  | "foreign"
  | "account"
  | "extra";

/** As long as a picture of a code may carry here; QR Ph needs some 200. */
export const LONGEST_CODE = 512;

const P2P = { tag: "27", id: "com.p2pqrpay", account: "04" };
const P2M = { tag: "28", id: "ph.ppmi.p2m", account: "03" };
const PESO = "608";
/** Ends the name of a bank that is written short. */
const HEAD_OFFICE = "X".repeat(3);

/** Reads the text of a QR code as one of QR Ph. Never throws, and whatever it does not know for sure it refuses. */
export function readQrPh(text: string): QrPh | { refused: QrRefusal } {
  if (text.length > LONGEST_CODE) return { refused: "too_long" };
  const code = text.trim();
  if (!code.startsWith("000201")) return { refused: "no_code" };
  const listed = readFields(code);
  if (listed === undefined) return { refused: "damaged" };
  const last = listed.at(-1);
  if (last?.tag !== "63" || last.value.length !== 4) return { refused: "damaged" };
  if (checksum(code.slice(0, -4)) !== last.value.toUpperCase()) return { refused: "damaged" };
  if (hasInvisible(code) || /\p{Cc}/u.test(code)) return { refused: "malformed" };
  return judge(new Map(listed.map(({ tag, value }) => [tag, value])));
}

type Values = ReadonlyMap<string, string>;

function judge(fields: Values): QrPh | { refused: QrRefusal } {
  if (fields.get("58") !== "PH" || fields.get("53") !== PESO) return { refused: "foreign" };
  const person = templateOf(fields, P2P);
  const shop = templateOf(fields, P2M);
  const payee = person ?? shop;
  if (payee === undefined) return { refused: "foreign" };
  if ((person !== undefined && shop !== undefined) || !isWhole(fields, person))
    return { refused: "malformed" };
  if (["55", "56", "57"].some((tag) => fields.has(tag))) return { refused: "extra" };
  const bic = bicOf(payee.get("01") ?? "");
  const said = fields.get("54");
  const amount = said === undefined ? undefined : amountOf(said);
  const name = blanksOnce(fields.get("59"));
  const more = readFields(fields.get("62") ?? "") ?? [];
  if (bic === undefined || name === "" || (said !== undefined && amount === undefined))
    return { refused: "malformed" };
  if (shop !== undefined && !areLabels(more)) return { refused: "malformed" };
  const accountNumber = payee.get((shop === undefined ? P2P : P2M).account) ?? "";
  if (!/^[0-9]{4,34}$/.test(accountNumber)) return { refused: "account" };
  const reference = labelOf(more, "05", "01");
  if (shop === undefined) return { bic, accountNumber, name, amount, reference, shop };
  const [city, category] = [blanksOnce(fields.get("60")), fields.get("52") ?? ""];
  const [store, terminal] = [labelOf(more, "03"), labelOf(more, "07")];
  const isForOnePayment = fields.get("01") === "12";
  const says = { city, category, store, terminal, isForOnePayment };
  return { bic, accountNumber, name, amount, reference, shop: says };
}

/** What stands in a template of accounts; undefined where it is not there or is another scheme's. */
function templateOf(fields: Values, { tag, id }: typeof P2P): Values | undefined {
  const inside = readFields(fields.get(tag) ?? "");
  const values = new Map((inside ?? []).map((field) => [field.tag, field.value]));
  return values.get("00")?.toLowerCase() === id ? values : undefined;
}

/** Static (11) or for one payment (12); a kind of business; to a person a payment by account over InstaPay. */
function isWhole(fields: Values, person: Values | undefined): boolean {
  return (
    ["11", "12"].includes(fields.get("01") ?? "11") &&
    /^[0-9]{4}$/.test(fields.get("52") ?? "") &&
    (person === undefined || /^9996[0-9]{4}$/.test(person.get("02") ?? ""))
  );
}

const blanksOnce = (text = ""): string => text.trim().replaceAll(/\s+/g, " ");

function bicOf(text: string): string | undefined {
  if (!/^[A-Z0-9]{4}PH[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)) return undefined;
  return text.length === 8 ? text + HEAD_OFFICE : text;
}

/** '500', '500.5', '500.' as EMVCo writes amounts; more than nothing. */
function amountOf(text: string): bigint | undefined {
  if (!/^[0-9]{1,10}(?:\.[0-9]{0,2})?$/.test(text)) return undefined;
  const centavos = parsePesos(text.endsWith(".") ? text.slice(0, -1) : text);
  return centavos !== undefined && centavos > 0n ? centavos : undefined;
}

/** The first of these that says something: '***' asks whoever pays for it. */
function labelOf(more: readonly Field[], ...tags: string[]): string {
  const said = tags.flatMap((tag) => more.find((one) => one.tag === tag)?.value ?? []);
  return said.find((value) => value !== "***") ?? "";
}

/** A shop finds its sale by these: they go to it sign by sign, so they are as EMVCo has them. */
const areLabels = (more: readonly Field[]): boolean =>
  more
    .filter(({ tag }) => ["01", "03", "05", "07"].includes(tag))
    .every(({ value }) => /^[!-~](?:[ -~]{0,23}[!-~])?$/.test(value));
