import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";

/** What a code is for, as the text message says it. */
export type OtpPurposeText =
  { purpose: "login" } | { purpose: "transfer"; amount: string; payee: string };

/** The text message with a code. It names what the code approves, so that it cannot approve anything else. */
export function otpText(code: string, what: OtpPurposeText, language: Language): string {
  const { product } = brand;
  if (what.purpose === "login") {
    return language === "fil"
      ? `${code} ang inyong ${product} code para mag-sign in. Huwag itong ibigay kaninuman.`
      : `${code} is your ${product} code to sign in. Never share it.`;
  }
  const { amount, payee } = what;
  return language === "fil"
    ? `${code} ang inyong ${product} code para magpadala ng ${amount} sa ${payee}. Huwag itong ibigay kaninuman.`
    : `${code} is your ${product} code to send ${amount} to ${payee}. Never share it.`;
}
