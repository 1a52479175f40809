import { brand } from "#brand";
import { fieldTexts } from "./fields.ts";
import { mobileTexts, nameTexts } from "./people.ts";
import type { Language } from "./refusals.ts";

/** The field rules in Filipino, by the English text that the contract gives. */
const filipino: Record<string, string> = {
  ...Object.fromEntries(
    [...Object.values(mobileTexts), ...Object.values(nameTexts)].map(({ en, fil }) => [en, fil]),
  ),
  [fieldTexts.required]: "Kailangan itong sagutan",
  [fieldTexts.blank]: "Hindi ito puwedeng blangko",
  [fieldTexts.numbersOnly]: "Mga numero lang ang puwede rito",
  [fieldTexts.sixDigits]: "Ilagay ang 6 digit",
  [fieldTexts.twelveDigits]: "Dapat 12 digit ang account number",
  [fieldTexts.sixteenDigits]: "Ilagay ang 16 digit ng inyong card",
  [fieldTexts.tooLong]: "Masyado itong mahaba",
  [fieldTexts.invalid]: "Hindi ito wasto",
  [fieldTexts.invalidAmount]: "Hindi wastong halaga",
  [fieldTexts.leadingZeros]: "Alisin ang mga zero sa unahan ng halaga",
  [fieldTexts.notCarried]: "Alisin ang hindi matatanggap ng mga bangko: ",
  [fieldTexts.email]: "Hindi wastong email address",
  [fieldTexts.membershipNumber]: "Ilagay ang 16 digit ng inyong membership no.",
  [fieldTexts.membershipNumberWrong]: "Suriin ang mga digit: may isang mali.",
  [fieldTexts.usernameLength]: "8 hanggang 20 karakter dapat ang username",
  [fieldTexts.usernameCharacters]:
    "Mga letra, numero, tuldok, gitling at underscore lang ang puwede",
  [fieldTexts.usernameReserved]: "Pumili po ng ibang username",
  [fieldTexts.twoLetters]: "Maglagay ng 2 letra o higit pa",
  [fieldTexts.lastFourDigits]: "Ilagay ang huling 4 na digit",
  [fieldTexts.invisible]: "May karakter dito na hindi nakikita. I-type ulit ito",
  [fieldTexts.identityUnchecked]: "Suriin muna ang pagkakakilanlan ng miyembro",
  [fieldTexts.unsigned]: "Pipirma muna ang miyembro para sa card",
  [fieldTexts.noteUnsigned]: "Pipirma muna ang miyembro sa promissory note",
  [fieldTexts.deductionUnsigned]: "Pipirma muna ang miyembro sa pahintulot sa kaltas",
  [fieldTexts.termNotLent]: "Pumili ng bilang ng buwan na mayroon ang loan na ito",
  [fieldTexts.serial]: "Gamitin ang mga letra, numero at gitling ng serial number",
  [fieldTexts.staffUsername]:
    "Gumamit ng 3 hanggang 32 maliit na letra, numero, tuldok, gitling at underscore",
  [fieldTexts.roleTwice]: "Dalawang beses na nakasulat ang isang role",
  [fieldTexts.rolesClash]: "Walang ibang role ang auditor at ang administrator",
  [fieldTexts.passwordTooShort]: "Gumamit ng 8 karakter o higit pa",
  [fieldTexts.passwordsDiffer]: "Magkaiba ang password at ang inulit na password",
  [fieldTexts.agreement]: `Kailangan ninyong sumang-ayon sa Privacy Notice ng ${brand.provider}`,
  "Enter ₱1.00 or more": "Maglagay ng ₱1.00 o higit pa",
  "The most is ₱999,999,999.00": "Hanggang ₱999,999,999.00 lang",
  "The most is ₱999,999,999.99": "Hanggang ₱999,999,999.99 lang",
};

/** A field's text in the language asked for. A text of the schema library itself is never shown. */
export function fieldTextIn(english: string, language: Language): string {
  const text = /^Invalid input|^Unrecognized key|^Too /.test(english)
    ? fieldTexts.invalid
    : english;
  if (language === "en") return text;
  const { notCarried } = fieldTexts;
  return text.startsWith(notCarried)
    ? text.replace(notCarried, filipino[notCarried] ?? notCarried)
    : (filipino[text] ?? text);
}
