import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readQrPh } from "./readQrPh.ts";
import { checksum, readFields, writeField } from "./qrFields.ts";
import { writeQrPh } from "./writeQrPh.ts";

/** Codes of shops and of other countries as they are published. */
const PUBLISHED = {
  shop: "00020101021128620011ph.ppmi.p2m0111GXCHPHM2XXX032121702000005469871609905030005204581453036085802PH5917S and R MBTC 91826006Taguig6104163062650012ph.ppmi.qrph0308SRSU002005212170500000669901340940708GEN0035163049EE7",
  wallet:
    "00020101021128620011ph.ppmi.p2m0111GXCHPHM2XXX032121702000000551861785205030005204549953036085802PH5913Mi Store 95806006Quezon6104110662640012ph.ppmi.qrph0307C39015V05212170500000725083318550708GEN0000380660010com.alipay0148https://payqr.gcash.com/28101005101488519611265763046D64",
  singapore:
    "00020101021226580009SG.PAYNOW010120213201929813CSPP030100414202308011802005204000053037025402205802SG5925SHOPEEPAY PRIVATE LIMITED6009SINGAPORE62270123SPP1844414393533165284563047A0C",
};

const sealed = (fields: string) => `${fields}6304${checksum(`${fields}6304`)}`;
const unsealed = (code: string) => code.slice(0, -8);

const person = (amount?: bigint) =>
  writeQrPh({
    bic: "BNORPHMMXXX",
    accountNumber: "001234567890",
    name: "Ma. Luz Peña",
    city: "Makati City",
    amount,
  }) ?? "";

const FIXED = person();
const ONCE = person(1_250_50n);
const LUZ = {
  bic: "BNORPHMMXXX",
  accountNumber: "001234567890",
  name: "MA. LUZ PENA",
  amount: undefined,
  reference: "",
  shop: undefined,
};
/** One of the shop's codes for one payment: static ones have no amount. */
const SHOP_ONCE = swapped("010211", "010212", `${unsealed(PUBLISHED.shop)}5406250.00********`);

describe("codes of QR Ph", () => {
  test("our own code is read as it was written, static and with an amount", () => {
    expect(readQrPh(FIXED)).toEqual(LUZ);
    expect(readQrPh(` ${ONCE}\n`)).toEqual({ ...LUZ, amount: 1_250_50n });
  });

  test("S365 published codes of shops are read, and another country's is refused as such", () => {
    for (const code of Object.values(PUBLISHED))
      expect(checksum(code.slice(0, -4))).toBe(code.slice(-4));
    const smaller = {
      bic: "GXCHPHM2XXX",
      accountNumber: "217020000005518617852",
      name: "Mi Store 9580",
      amount: undefined,
      reference: "217050000072508331855",
      shop: {
        city: "Quezon",
        category: "5499",
        store: "C39015V",
        terminal: "GEN00003",
        isForOnePayment: false,
      },
    };
    expect(readQrPh(PUBLISHED.wallet)).toEqual(smaller);
    const larger = {
      bic: "GXCHPHM2XXX",
      accountNumber: "217020000054698716099",
      name: "S and R MBTC 9182",
      amount: undefined,
      reference: "217050000066990134094",
      shop: {
        city: "Taguig",
        category: "5814",
        store: "SRSU0020",
        terminal: "GEN00351",
        isForOnePayment: false,
      },
    };
    expect(readQrPh(PUBLISHED.shop)).toEqual(larger);
    expect(readQrPh(SHOP_ONCE)).toEqual({
      ...larger,
      amount: 250_00n,
      shop: { ...larger.shop, isForOnePayment: true },
    });
    expect(readQrPh(PUBLISHED.singapore)).toEqual({ refused: "foreign" });
  });

  test.each([
    ["a web address", "https://example.test/pay?000201", "no_code"],
    ["nothing", "", "no_code"],
    ["a long one", `000201${"9".repeat(600)}`, "too_long"],
    ["a cut one", FIXED.slice(0, -1), "damaged"],
    ["a wrong checksum", `${FIXED.slice(0, -4)}0000`, "damaged"],
    ["an account that is a token", swapped("001234567890", "DWQM4TK3JDO7"), "account"],
    ["dollars", swapped("5303608", "5303840"), "foreign"],
    ["another scheme", swapped("com.p2pqrpay", "com.p2pqrpaz"), "foreign"],
    ["a bank abroad", swapped("BNORPHMMXXX", "DBSSSGSGXXX"), "malformed"],
    ["an amount of nothing", swapped("54071250.50", "5406000.00", ONCE), "malformed"],
    ["a hidden letter", swapped("PENA", "PE\u202eA"), "malformed"],
    ["a tip", sealed(`${unsealed(FIXED)}550201`), "extra"],
    [
      "a shop's that is a person's too",
      sealed(`${unsealed(FIXED)}2815${"0011ph.ppmi.p2m"}`),
      "malformed",
    ],
    ["a shop's that asks for a tip", sealed(`${unsealed(PUBLISHED.shop)}550201`), "extra"],
    [
      "a shop's with letters for a number",
      swapped("2170200000546", "21702A0000546", PUBLISHED.shop),
      "account",
    ],
    [
      "a shop's with a sign in its reference",
      swapped("2170500000669", "21705ñ0000669", PUBLISHED.shop),
      "malformed",
    ],
    ["a shop's abroad", swapped("GXCHPHM2XXX", "GXCHSGM2XXX", PUBLISHED.shop), "malformed"],
    ["a shop's of no sort", swapped("52045814", "5204581A", PUBLISHED.shop), "malformed"],
    ["a field twice", sealed(`${unsealed(FIXED)}5802SG`), "damaged"],
  ])("%s is refused", (_, code, refused) => {
    expect(readQrPh(code)).toEqual({ refused });
  });

  test("S299 10,000 changed codes: none throws, and none of them fills in what another code said", () => {
    const codes = [FIXED, ONCE, SHOP_ONCE, ...Object.values(PUBLISHED)];
    const change = fc.record({
      code: fc.constantFrom(...codes),
      at: fc.nat(),
      does: fc.constantFrom("replace", "insert", "remove", "swap", "cut"),
      with: fc.string({ minLength: 1, maxLength: 3, unit: "grapheme" }),
    });
    let changed = 0;
    fc.assert(
      fc.property(change, (asked) => {
        const code = changedBy(asked);
        if (code === asked.code) return;
        changed += 1;
        const read = readQrPh(code);
        // A small letter of the checksum is the same checksum: what is read then is what the code says.
        expect(read).toEqual("refused" in read ? read : readQrPh(asked.code));
      }),
      { numRuns: 10_500, seed: 299 },
    );
    expect(changed).toBeGreaterThan(10_000);
  });

  test("S299 a hostile code with a good checksum fills in only what stands in it, in fields that transfers have", () => {
    const field = fc.tuple(
      fc.constantFrom("01", "27", "28", "52", "53", "54", "55", "58", "59", "60", "62", "64"),
      fc.oneof(
        fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
        fc.constantFrom(
          "PH",
          "608",
          "6016",
          "11",
          "1.00",
          "0012com.p2pqrpay0111BNORPHMMXXX020899964403040412ab",
        ),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(field, { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        (extra, isWhole, isShop) => {
          const body = extra
            .filter(([, value]) => Array.from(value).length <= 99)
            .map(([tag, value]) => writeField(tag, value))
            .join("");
          const whole = unsealed(isShop ? PUBLISHED.shop : FIXED);
          const code = sealed(isWhole ? whole + body : `000201${body}`);
          const read = readQrPh(code);
          if ("refused" in read) return;
          expect(read.accountNumber).toMatch(/^[0-9]{4,34}$/);
          expect(code).toContain(read.accountNumber);
          expect(read.bic).toMatch(/^[A-Z0-9]{4}PH[A-Z0-9]{5}$/);
          expect(read.amount ?? 1n).toBeGreaterThan(0n);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("any text at all is read or refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
        expect(readQrPh(text)).toHaveProperty("refused");
        readFields(text);
        readQrPh(`000201${text}`);
      }),
    );
  });
});

function swapped(before: string, after: string, code = FIXED): string {
  return sealed(unsealed(code).replace(before, after));
}

function changedBy(asked: { code: string; at: number; does: string; with: string }): string {
  const { code, does } = asked;
  const at = asked.at % code.length;
  const [start, end] = [code.slice(0, at), code.slice(at + 1)];
  switch (does) {
    case "replace":
      return start + asked.with + end;
    case "insert":
      return start + asked.with + code.slice(at);
    case "remove":
      return start + end;
    case "swap":
      return start + end.slice(0, 1) + code.charAt(at) + end.slice(1);
    default:
      return start;
  }
}
