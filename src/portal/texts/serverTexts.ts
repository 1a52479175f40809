import { brand } from "#brand";
import { NOT_SENT } from "#client/failure.ts";
import { fieldTexts } from "#contract/fields.ts";
import type { Failure } from "#contract/endpoint.ts";
import { refusals, refusalText } from "#contract/refusals.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import { currentLanguage, texts } from "./texts.ts";

const FIELD_TEXTS_FIL: Record<string, string> = {
  [fieldTexts.required]: "Kailangan itong sagutan",
  [fieldTexts.blank]: "Hindi puwedeng walang laman",
  [fieldTexts.numbersOnly]: "Numero lamang",
  [fieldTexts.twelveDigits]: "12 digit dapat ang account number",
  [fieldTexts.tooLong]: "Masyadong mahaba",
  [fieldTexts.invalid]: "Hindi ito balido",
  [fieldTexts.invisible]: "May karakter dito na hindi nakikita. I-type ulit ito",
  [fieldTexts.invalidAmount]: "Hindi balidong halaga",
  [fieldTexts.leadingZeros]: "Alisin ang mga zero sa unahan ng halaga",
  [fieldTexts.notCarried]: "Alisin ang hindi matatanggap ng mga bangko: ",
  [fieldTexts.usernameReserved]: "Pumili po ng ibang username",
  [fieldTexts.membershipNumber]: "Ilagay ang 16 digit ng inyong membership no.",
  [fieldTexts.membershipNumberWrong]: "Suriin ang mga digit: may isang mali.",
  [fieldTexts.usernameLength]: "8 hanggang 20 karakter dapat ang username",
  [fieldTexts.usernameCharacters]:
    "Mga letra, numero, tuldok, gitling at underscore lang ang puwede",
  [fieldTexts.passwordTooShort]: "Gumamit ng 8 karakter o higit pa",
  [fieldTexts.passwordsDiffer]: "Magkaiba ang password at ang inulit na password",
  [fieldTexts.agreement]: `Kailangang sumang-ayon sa Privacy Notice ng ${brand.provider}`,
};

/** A field error in the language of the page; a text without translation stays as it is. */
export function fieldErrorText(text: string): string {
  if (currentLanguage() !== "fil") return text;
  const { notCarried } = fieldTexts;
  return text.startsWith(notCarried)
    ? text.replace(notCarried, FIELD_TEXTS_FIL[notCarried] ?? notCarried)
    : (FIELD_TEXTS_FIL[text] ?? text);
}

/** A failure's message for the member: no answer at all and a bug have words of our own. */
export function failureText(failure: Failure): string {
  const common = texts();
  if (failure.code === NOT_SENT) return common.offline.nothingSent;
  if (failure.httpStatus === 0) return common.noAnswer;
  if (failure.httpStatus >= 500 && failure.httpStatus !== 503) return common.wentWrong;
  if (failure.code === "otp_incorrect") return texts("otp").wrong;
  const message =
    isRefusalCode(failure.code) && !refusals[failure.code].en.includes("{")
      ? refusalText(failure.code, currentLanguage())
      : failure.message;
  const wait = failure.httpStatus === 429 ? failure.retryAfterSeconds : undefined;
  return wait === undefined ? message : `${message.replace(LATER, "")} ${waitText(wait)}`;
}

/** What a message says where no time is known. */
const LATER = / (?:Please try again later|Subukan ulit mamaya)\.$/;

/** 'Try again in 45 seconds.', from 90 seconds on in minutes. */
function waitText(seconds: number): string {
  const common = texts();
  return seconds < 90
    ? common.againInSeconds(Math.ceil(seconds))
    : common.againInMinutes(Math.ceil(seconds / 60));
}

function isRefusalCode(code: string | undefined): code is RefusalCode {
  return code !== undefined && code in refusals;
}
