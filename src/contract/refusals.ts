import { filledIn, type RefusalValues } from "./refusalValues.ts";
import { brand } from "#brand";
import { keepHotlineWhole } from "./hotline.ts";
import { cardRefusals } from "./cardRefusals.ts";
import { caseRefusals } from "./caseRefusals.ts";
import { cardDeskRefusals } from "./staff/cardRefusals.ts";
import { loanDeskRefusals } from "./staff/loanRefusals.ts";
import { historyRefusals } from "./historyRefusals.ts";
import { cashRefusals } from "./staff/cashRefusals.ts";
import { operationsRefusals } from "./staff/operationsRefusals.ts";
import { reconciliationRefusals } from "./staff/reconciliationRefusals.ts";
import { requestRefusals } from "./staff/requestRefusals.ts";
import { staffRefusals } from "./staff/staffRefusals.ts";
import { memberDeskRefusals } from "./staff/memberDeskRefusals.ts";
import { noticeRefusals } from "./noticeRefusals.ts";
import { loanRefusals } from "./loanRefusals.ts";
import { passkeyRefusals } from "./passkeyRefusals.ts";
import { pushRefusals } from "./pushRefusals.ts";
import { moneyLockRefusals } from "./moneyLockRefusals.ts";
import { recipientRefusals } from "./recipientRefusals.ts";
import { transferRefusals } from "./transferRefusals.ts";
import { wireMessages } from "./wireMessages.ts";

/**
 * 500 never stands here and 403 once: on those the portal logs the member out (rows F13 and
 * F14), so 500 is for bugs and 403 for proven tampering. 401 is for the session, for otp_incorrect and
 * for recovery_grant_missing, which is what a session is to who recovers an account.
 */
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 423 | 429 | 503;

type Refusal = {
  http: RefusalStatus;
  /** The field it is about, where there is one; a call that names it otherwise says so (Refusal). */
  param?: string;
  en: string;
  /** Absent where clients match on the English text (docs/requirements/decisions.md, 3). */
  fil?: string;
};

/**
 * Every way the server can say no. Programs branch on the code, members read the message. `{name}`
 * in a message is filled in by the server.
 */
export const refusals = {
  /* The session: five texts that clients match on, word for word. */
  other_device: {
    http: 401,
    en: "You have been logout because you login on another device.",
  },
  invalid_token: { http: 401, en: "Invalid Token" },
  token_error: { http: 401, en: "Token Error" },
  session_expired: { http: 401, en: "Session Expired" },
  /** Ended by a new password made elsewhere. The text that clients match on; who reads the code can say more (S363). */
  session_of_old_password: { http: 401, en: "Session Expired" },
  token_expired: { http: 401, en: "Token Expired" },
  /** An encrypted call of a session was changed on its way: some of its fields open, others do not. */
  tampered: { http: 403, en: "Forbidden Access!", fil: "Hindi pinapayagan!" },

  /* Signing in */
  login_incorrect: {
    http: 400,
    en: "The username or password is not right.",
    fil: "Mali ang username o password.",
  },
  login_suspended: {
    http: 423,
    en: "Your account is currently suspended due to multiple failed login attempts. Please try again after 15 minutes.",
    fil: "Suspendido muna ang inyong account dahil sa maraming maling login. Subukan ulit pagkaraan ng 15 minuto.",
  },
  recovery_needed: {
    http: 423,
    en: "Too many wrong passwords. Please set a new password under “Forgot username or password?”.",
    fil: "Masyadong maraming maling password. Gumawa ng bagong password sa “Nakalimutan ang username o password?”.",
  },
  access_suspended: {
    http: 409,
    en: `Your online access is suspended because it was not used for 6 months. Use “Forgot username or password?” to open it again.`,
    fil: "Suspendido ang inyong online access dahil 6 na buwan itong hindi nagamit. Gamitin ang “Nakalimutan ang username o password?” para mabuksan ulit.",
  },
  access_cancelled: {
    http: 409,
    en: "Your online access was cancelled because it was not used for a year. Please create an account again.",
    fil: "Kinansela ang inyong online access dahil isang taon itong hindi nagamit. Gumawa ulit ng account.",
  },
  access_closed: {
    http: 409,
    en: `Your online access is closed. Please call ${brand.phone}.`,
    fil: `Sarado ang inyong online access. Tumawag sa ${brand.phone}.`,
  },
  access_frozen: {
    http: 409,
    en: `Your account is frozen. Your money is safe: nothing goes out, and money still comes in. To open it again, bring a valid ID to any ${brand.product} office, or, 12 hours or more after the freeze, use a passkey that you had the day before it.`,
    fil: `Naka-freeze ang inyong account. Ligtas ang pera ninyo: walang lalabas, at tuloy ang pagpasok. Para mabuksan ulit, magdala ng valid ID sa alinmang opisina ng ${brand.product}, o, 12 oras o higit pa pagkatapos ng freeze, gamitin ang passkey na nasa inyo na bago ang araw nito.`,
  },
  unreadable_call: {
    http: 400,
    en: "Unable to process request",
    fil: "Hindi maproseso ang request",
  },

  /* Sign-up and recovery */
  /** The form was open while newer texts were issued. */
  documents_changed: {
    http: 409,
    en: "Our Privacy Notice or our Terms and Conditions changed after you opened this page. Please load it again, read them and agree to them.",
    fil: "Nagbago ang aming Privacy Notice o Terms and Conditions matapos ninyong buksan ang page na ito. I-load ulit ito, basahin ang mga ito at sumang-ayon.",
  },
  username_taken: {
    http: 422,
    param: "new_username",
    en: "This username is taken. Please choose another.",
    fil: "May gumagamit na ng username na ito. Pumili ng iba.",
  },
  /** Where no code is ever asked for. */
  password_too_short_alone: {
    http: 422,
    param: "new_password",
    en: "Use 15 characters or more",
    fil: "Gumamit ng 15 karakter o higit pa",
  },
  password_too_common: {
    http: 422,
    param: "new_password",
    en: "This password is easy to guess: a common word, a date or keys in a row, perhaps with a few digits or signs. Please choose another.",
    fil: "Madaling hulaan ang password na ito: karaniwang salita, petsa o magkakasunod na key, kahit may kaunting dagdag na numero o simbolo. Pumili ng iba.",
  },
  password_is_personal: {
    http: 422,
    param: "new_password",
    en: `Do not make your password of your username, names, mobile number, membership no., birth date or the name ${brand.product}.`,
    fil: `Huwag gawin ang password mula sa inyong username, pangalan, mobile number, membership no., petsa ng kapanganakan o sa pangalang ${brand.product}.`,
  },
  password_unchanged: {
    http: 422,
    param: "new_password",
    en: "This is your password already. Please choose another.",
    fil: "Ito na ang inyong password. Pumili ng iba.",
  },
  current_password_wrong: {
    http: 422,
    param: "current_password",
    en: "Your current password is not right.",
    fil: "Mali ang inyong kasalukuyang password.",
  },
  recovery_grant_missing: {
    http: 401,
    en: "Unable to process request",
    fil: "Hindi maproseso ang request",
  },

  /* One-time passwords */
  otp_incorrect: { http: 401, param: "pin", en: wireMessages.otp_incorrect },
  otp_used_up: {
    http: 409,
    param: "pin",
    en: "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
    fil: "Ubos na ang subok sa code na ito. Pindutin ang “Ipadala ulit” para sa bagong OTP.",
  },
  otp_too_soon: {
    http: 429,
    en: "Please wait before asking for another code.",
    fil: "Maghintay muna bago humingi ng bagong code.",
  },
  otp_limit: {
    http: 429,
    en: "You have asked for too many codes. Please try again later.",
    fil: "Masyadong maraming code ang hiningi. Subukan ulit mamaya.",
  },
  otp_source_limit: {
    http: 429,
    en: "Too many codes were asked for over your internet connection. Another connection may help. Please try again later.",
    fil: "Masyadong maraming code ang hiningi mula sa inyong internet connection. Puwedeng subukan sa ibang connection. Subukan ulit mamaya.",
  },
  texts_spent: {
    http: 503,
    en: "We cannot send codes right now. Please try again later.",
    fil: "Hindi kami makapagpadala ng code ngayon. Subukan ulit mamaya.",
  },
  /** Clients match on this text. */
  mobile_missing: {
    http: 409,
    en: wireMessages.mobile_missing,
  },
  otp_not_for_this_transfer: {
    http: 422,
    param: "pin",
    en: "This code does not approve this transfer. Please ask for a new one.",
    fil: "Hindi para sa transfer na ito ang code. Humingi ng bago.",
  },

  /* Fields */
  invalid_parameters: { http: 422, en: wireMessages.invalid_parameters },
  not_found: {
    http: 404,
    en: "We could not find that.",
    fil: "Hindi namin iyon nakita.",
  },
  method_not_allowed: { http: 404, en: "We could not find that.", fil: "Hindi namin iyon nakita." },

  /* Money */
  insufficient_funds: {
    http: 422,
    param: "amount",
    en: "Not enough in this account. You have {available}.",
    fil: "Kulang ang laman ng account na ito. {available} ang laman.",
  },
  amount_too_low: {
    http: 422,
    param: "amount",
    en: "Enter ₱1.00 or more",
    fil: "Maglagay ng ₱1.00 o higit pa",
  },
  load_limit_exceeded: {
    http: 422,
    param: "amount",
    en: "Your card can receive {left} more this month. The limit starts again on {until}.",
    fil: "{left} na lang ang puwedeng pumasok sa inyong card ngayong buwan. Magsisimula ulit ang limit sa {until}.",
  },
  source_account_unknown: {
    http: 422,
    param: "source_account",
    en: "Choose one of your accounts.",
    fil: "Pumili ng isa sa inyong mga account.",
  },
  destination_not_own_card: {
    http: 422,
    param: "destination_account",
    en: "This is not your card account.",
    fil: "Hindi ninyo ito card account.",
  },
  idempotency_key_missing: {
    http: 400,
    en: "Unable to process request",
    fil: "Hindi maproseso ang request",
  },
  idempotency_key_reused: {
    http: 409,
    en: "This request was already used for another order. Please review and try again.",
    fil: "Nagamit na ang request na ito sa ibang order. Suriin at subukan ulit.",
  },

  waive_limit: {
    http: 409,
    en: "You have postponed this three times. Please update your password now.",
    fil: "Tatlong beses na ninyo itong ipinagpaliban. Palitan na ang password ngayon.",
  },

  ...staffRefusals,
  ...transferRefusals,
  ...recipientRefusals,
  ...passkeyRefusals,
  ...moneyLockRefusals,
  ...pushRefusals,
  ...historyRefusals,
  ...cardRefusals,
  ...caseRefusals,
  ...loanRefusals,
  ...reconciliationRefusals,
  ...cardDeskRefusals,
  ...requestRefusals,
  ...loanDeskRefusals,
  ...operationsRefusals,
  ...cashRefusals,
  ...memberDeskRefusals,
  ...noticeRefusals,

  /* Load and outages */
  too_many_requests: {
    http: 429,
    en: "Too many tries. Please wait a little.",
    fil: "Masyadong maraming subok. Maghintay muna.",
  },
  busy: {
    http: 503,
    en: "We are busy right now. Please try again in a moment.",
    fil: "Abala kami ngayon. Subukan ulit mamaya-maya.",
  },
  unavailable: {
    http: 503,
    en: "This service is not available right now. Please try again later.",
    fil: "Hindi available ang serbisyong ito ngayon. Subukan ulit mamaya.",
  },
} as const satisfies Record<string, Refusal>;

export type RefusalCode = keyof typeof refusals;

export type Language = "en" | "fil";

/** The text of a refusal in a language; texts that clients match on stay English. */
export function refusalText(
  code: RefusalCode,
  language: Language,
  values: RefusalValues = {},
): string {
  const refusal: Refusal = refusals[code];
  const text = (language === "fil" ? refusal.fil : undefined) ?? refusal.en;
  return keepHotlineWhole(filledIn(text, language, values));
}
