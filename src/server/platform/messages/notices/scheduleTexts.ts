import { brand } from "#brand";
import type { Repeats } from "#common/scheduleDays.ts";
import type { Language } from "#contract/refusals.ts";
import { filipinoDate } from "#common/filipinoDates.ts";

const { product, phone, portal } = brand;

/** What members are told about transfers that they scheduled. Part of texts.ts. */
export const scheduleTexts = {
  schedule_made: {
    en: "You scheduled a transfer of {amount} to the account ending in {account}, {when}. With the fee no more than {total} leaves each time.",
    fil: "Nag-schedule kayo ng transfer na {amount} sa account na nagtatapos sa {account}, {when}. Kasama ang bayad, hanggang {total} lang ang lalabas bawat beses.",
  },
  schedule_tomorrow: {
    en: "On {date} we send {amount} to the account ending in {account}, as you scheduled. You can skip or end it until 7 AM of that day.",
    fil: "Sa {date} ipapadala namin ang {amount} sa account na nagtatapos sa {account}, ayon sa schedule ninyo. Puwede ninyo itong laktawan o tapusin hanggang 7 AM ng araw na iyon.",
  },
  schedule_sent: {
    en: "Your scheduled transfer of {amount} to the account ending in {account} was sent. Ref. {refNo}.",
    fil: "Naipadala ang naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}. Ref. {refNo}.",
  },
  schedule_waiting: {
    en: "We could not send your scheduled transfer of {amount} to the account ending in {account} so far: {why}. We try again until the day ends.",
    fil: "Hindi pa naipapadala ang naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}: {why}. Susubukan namin ulit hanggang matapos ang araw.",
  },
  schedule_missed: {
    en: "Your scheduled transfer of {amount} to the account ending in {account} was not sent on {date}: {why}. Nothing was taken.",
    fil: "Hindi naipadala noong {date} ang naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}: {why}. Walang nabawas.",
  },
  schedule_stopped: {
    en: "Your scheduled transfers of {amount} to the account ending in {account} have stopped: {why}. Nothing was taken. You can schedule them again.",
    fil: "Itinigil ang mga naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}: {why}. Walang nabawas. Puwede ninyo itong i-schedule ulit.",
  },
  schedule_renamed: {
    en: "We paused your scheduled transfers of {amount} to the account ending in {account}: the other bank now says that the account is in another name. Nothing was taken. Ask the payee before you resume them.",
    fil: "Ipinause namin ang mga naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}: sabi ng kabilang bangko, iba na ang pangalan ng account. Walang nabawas. Tanungin muna ang padadalhan bago ito ituloy.",
  },
  schedule_paused_by_us: {
    en: "Our office paused your scheduled transfers of {amount} to the account ending in {account}. Nothing is sent until you resume them. Call us if you did not ask for this.",
    fil: "Ipinause ng aming office ang mga naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}. Walang ipapadala hanggang ituloy ninyo. Tumawag sa amin kung hindi kayo ang humiling nito.",
  },
  schedule_ended_by_us: {
    en: "Our office ended your scheduled transfers of {amount} to the account ending in {account}. Nothing more is sent by them. Call us if you did not ask for this.",
    fil: "Tinapos ng aming office ang mga naka-schedule ninyong transfer na {amount} sa account na nagtatapos sa {account}. Wala nang ipapadala. Tumawag sa amin kung hindi kayo ang humiling nito.",
  },
  schedules_paused: {
    en: "Your scheduled transfers are paused, as your online access was ended for your safety. Look at each one, resume what is yours, and end what is not.",
    fil: "Naka-pause ang mga naka-schedule ninyong transfer, dahil itinigil ang online access ninyo para sa inyong kaligtasan. Tingnan ang bawat isa, ituloy ang sa inyo, at tapusin ang hindi.",
  },
} as const;

/** The same on the phone. Part of noticeTexts.ts. */
export const scheduleSms = {
  schedule_made: {
    en: `${product}: you scheduled {pesos} to account ...{account}, {when}. Not you? Call ${phone} at once.`,
    fil: `${product}: nag-schedule kayo ng {pesos} sa account ...{account}, {when}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  schedule_tomorrow: {
    en: `${product}: on {date} we send {pesos} to account ...{account}, as you scheduled. To stop it, see ${portal} by 7 AM that day.`,
    fil: `${product}: sa {date} ipapadala ang {pesos} sa account ...{account}, ayon sa schedule ninyo. Para itigil, buksan ang ${portal} bago mag-7 AM.`,
  },
  schedule_waiting: {
    en: `${product}: scheduled {pesos} to ...{account} not sent so far: {why}. We try again until the day ends.`,
    fil: `${product}: di pa naipapadala ang naka-schedule na {pesos} sa ...{account}: {why}. Susubukan ulit hanggang matapos ang araw.`,
  },
  schedule_missed: {
    en: `${product}: scheduled {pesos} to ...{account} was not sent on {date}: {why}. Nothing was taken.`,
    fil: `${product}: hindi naipadala noong {date} ang naka-schedule na {pesos} sa ...{account}: {why}. Walang nabawas.`,
  },
  schedule_stopped: {
    en: `${product}: scheduled transfers of {pesos} to ...{account} have stopped: {why}. Nothing was taken.`,
    fil: `${product}: itinigil ang mga naka-schedule na {pesos} sa ...{account}: {why}. Walang nabawas.`,
  },
  schedule_renamed: {
    en: `${product}: scheduled {pesos} to ...{account} is paused: the account is in another name now. Ask the payee before you resume it.`,
    fil: `${product}: naka-pause ang naka-schedule na {pesos} sa ...{account}: iba na ang pangalan ng account. Tanungin muna ang padadalhan.`,
  },
  schedule_paused_by_us: {
    en: `${product}: our office paused your scheduled {pesos} to account ...{account}. Not you? Call ${phone} at once.`,
    fil: `${product}: ipinause ng office ang naka-schedule na {pesos} sa account ...{account}. Hindi kayo ang humiling? Tumawag sa ${phone}.`,
  },
  schedule_ended_by_us: {
    en: `${product}: our office ended your scheduled {pesos} to account ...{account}. Not you? Call ${phone} at once.`,
    fil: `${product}: tinapos ng office ang naka-schedule na {pesos} sa account ...{account}. Hindi kayo ang humiling? Tumawag sa ${phone}.`,
  },
} as const;

/** From when on and how often, as a text says it; `date` is 'Sep 30, 2026'. */
export const whenTexts: Record<Repeats, (date: string) => Record<Language, string>> = {
  once: (date) => ({ en: `on ${date}`, fil: `sa ${filipinoDate(date)}` }),
  weekly: (date) => ({ en: `weekly from ${date}`, fil: `lingguhan mula ${filipinoDate(date)}` }),
  monthly: (date) => ({ en: `monthly from ${date}`, fil: `buwanan mula ${filipinoDate(date)}` }),
  paydays: (date) => ({
    en: `on paydays from ${date}`,
    fil: `kada sahod mula ${filipinoDate(date)}`,
  }),
};

const LIMIT = { en: "it is over a limit", fil: "lampas ito sa limit" };
const CARD = { en: "your card cannot be used", fil: "hindi magagamit ang card" };
const ACCESS = { en: "your online access is closed", fil: "sarado ang online access" };
const OFF = { en: "the service is not available", fil: "hindi available ang serbisyo" };
const RECEIVER = { en: "the account cannot receive it", fil: "hindi ito matatanggap ng account" };
const APPROVAL = { en: "it needs a new approval", fil: "kailangan ng bagong pag-apruba" };

/** Why a scheduled transfer was not sent, in few words, by the code of the refusal. */
const whyTexts: Record<string, Record<Language, string>> = {
  insufficient_funds: { en: "not enough money", fil: "kulang ang pera" },
  access_frozen: { en: "your account is frozen", fil: "naka-freeze ang account" },
  access_closed: ACCESS,
  access_suspended: ACCESS,
  access_cancelled: ACCESS,
  card_suspended: CARD,
  card_deactivated: CARD,
  card_admin_locked: CARD,
  no_eon_account: CARD,
  unavailable: OFF,
  instapay_closed: OFF,
  over_transaction_limit: LIMIT,
  over_daily_limit: LIMIT,
  over_monthly_limit: LIMIT,
  over_own_transfer_limit: LIMIT,
  over_own_daily_limit: LIMIT,
  over_own_monthly_limit: LIMIT,
  over_own_payee_limit: LIMIT,
  own_limit_off: LIMIT,
  own_payee_off: LIMIT,
  load_limit_exceeded: LIMIT,
  payee_paused: { en: "new payees wait now", fil: "naghihintay ang bagong padadalhan" },
  destination_unknown: RECEIVER,
  destination_over_load_limit: RECEIVER,
  bank_unknown: RECEIVER,
  fee_changed: { en: "the fee went up", fil: "tumaas ang bayad" },
};

/** Why it was not sent; what no word stands for needs a new approval. */
export const whyText = (code: string): Record<Language, string> => whyTexts[code] ?? APPROVAL;

/** The longest that a text has to say of these. */
export const LONGEST_WHY = "naghihintay ang bagong padadalhan";
export const LONGEST_WHEN = whenTexts.paydays("Sep 30, 2026").fil;
