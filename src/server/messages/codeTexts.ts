import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";

/** What a code is for, as the text message says it. */
export type OtpPurposeText =
  | { purpose: "login" | "signup" | "recover_username" | "recover_password" }
  | { purpose: "transfer"; amount: string; payee: Record<Language, string> };

const reasons = {
  login: { en: "to sign in", fil: "para mag-sign in" },
  signup: { en: "to create your online account", fil: "para gumawa ng online account" },
  recover_username: { en: "to set a new username", fil: "para palitan ang username" },
  recover_password: { en: "to set a new password", fil: "para palitan ang password" },
};

/** The text message with a code. It names what the code approves, so that it cannot approve anything else. */
export function otpText(code: string, what: OtpPurposeText, language: Language): string {
  const { product } = brand;
  const reason = what.purpose === "transfer" ? transferReason(what) : reasons[what.purpose];
  return language === "fil"
    ? `${code} ang inyong ${product} code ${reason.fil}. Huwag itong ibigay kaninuman.`
    : `${code} is your ${product} code ${reason.en}. Never share it.`;
}

function transferReason({ amount, payee }: Extract<OtpPurposeText, { purpose: "transfer" }>) {
  return {
    en: `to send ${amount} to ${payee.en}`,
    fil: `para magpadala ng ${amount} sa ${payee.fil}`,
  };
}
