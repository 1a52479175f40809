import { expect, test } from "vitest";
import { gsmLength, toGsm } from "#common/gsm.ts";
import { formatPesosAscii } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import { otpText, type OtpPurposeText } from "./codeTexts.ts";
import { payeeText } from "#server/transfers/checkIntent.ts";
import { noticeText, noticeTexts, type NoticePurpose } from "./noticeTexts.ts";

const CODE = "123456";
/** The greatest amount that a field takes. */
const MOST = 999_999_999_99n;
const LONGEST_DATE = "Sep 30, 2026";

/** Every purpose of a code with the longest values its text can have. */
const codes: Record<OtpPurposeText["purpose"], OtpPurposeText> = {
  login: { purpose: "login" },
  signup: { purpose: "signup" },
  recover_username: { purpose: "recover_username" },
  recover_password: { purpose: "recover_password" },
  transfer: {
    purpose: "transfer",
    amount: formatPesosAscii(MOST),
    payee: payeeText("9999999999999999"),
  },
};

const languages: Language[] = ["en", "fil"];
const texts = languages.flatMap((language) => [
  ...Object.values(codes).map((what) => ({
    name: `code to ${what.purpose} in ${language}`,
    text: otpText(CODE, what, language),
  })),
  ...Object.keys(noticeTexts).map((purpose) => ({
    name: `${purpose} in ${language}`,
    // The keys of an object literal.
    text: noticeText(purpose as NoticePurpose, language, { date: LONGEST_DATE }),
  })),
]);

test.each(texts)(
  "S051 $name is one message, has no link, and is sent as it is written",
  ({ text }) => {
    expect(toGsm(text)).toBe(text);
    expect(gsmLength(text)).toBeLessThanOrEqual(160);
    expect(text).not.toMatch(/https?:|www\.|\.(com|ph|test|net|org)\b|[{}]/);
  },
);

test.each(texts.filter(({ name }) => name.startsWith("code")))(
  "S051 $name begins with the code and says never to share it",
  ({ text }) => {
    expect(text).toMatch(/^123456 /);
    expect(text).toMatch(/Never share it\.|Huwag itong ibigay kaninuman\./);
  },
);

test("S051 each text differs from every other, in purpose and in language", () => {
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});
