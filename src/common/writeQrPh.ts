import { toDecimal } from "./money.ts";
import { railText } from "./railText.ts";
import { checksum, writeField } from "./qrFields.ts";

/** Transfers to an account over InstaPay, and a person's kind of business, as QR Ph has them. */
const TO_ACCOUNT = "99964403";
const PERSON = "6016";
const NAME_MOST = 25;
const CITY_MOST = 15;

/**
 * The text of a person's QR Ph code: static, or for one payment of this amount. A name that the rails cannot
 * carry has no code: undefined.
 */
export function writeQrPh(payee: {
  bic: string;
  accountNumber: string;
  name: string;
  city: string;
  amount: bigint | undefined;
}): string | undefined {
  const [name, city] = [railText(payee.name), railText(payee.city)];
  if (name === undefined || city === undefined) return undefined;
  const text = [
    writeField("00", "01"),
    writeField("01", payee.amount === undefined ? "11" : "12"),
    writeField(
      "27",
      [
        writeField("00", "com.p2pqrpay"),
        writeField("01", payee.bic),
        writeField("02", TO_ACCOUNT),
        writeField("04", payee.accountNumber),
      ].join(""),
    ),
    writeField("52", PERSON),
    writeField("53", "608"),
    payee.amount === undefined ? "" : writeField("54", toDecimal(payee.amount)),
    writeField("58", "PH"),
    writeField("59", name.slice(0, NAME_MOST).trim()),
    writeField("60", city.slice(0, CITY_MOST).trim()),
    "6304",
  ].join("");
  return text + checksum(text);
}
