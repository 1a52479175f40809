import { brand } from "#brand";
import { fillTemplate } from "#common/templateText.ts";
import type { Language } from "#contract/refusals.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { datesIn } from "#common/filipinoDates.ts";
import { caseSms } from "./notices/caseTexts.ts";
import { limitSms } from "./notices/limitTexts.ts";
import { lockSms } from "./notices/lockTexts.ts";
import { scheduleSms } from "./notices/scheduleTexts.ts";
import { transferSms } from "./notices/transferTexts.ts";
import { writtenText } from "./writtenText.ts";

const { product, portal, phone } = brand;

/**
 * What a phone is told besides codes, as it is shipped. One message each, in letters of the GSM alphabet, and no link in
 * any of them: a text that asks to tap and sign in is what a thief would send (BSP M-2022-015).
 */
export const noticeTexts = {
  new_device: {
    en: `${product}: your account was signed in on a new device: {device}. Not you? Call ${phone} at once.`,
    fil: `${product}: may nag-sign in sa account ninyo sa bagong device: {device}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  failed_sign_ins: {
    en: `${product}: somebody tried to sign in to your account with wrong passwords. Not you? Call ${phone}.`,
    fil: `${product}: may sumubok na mag-sign in sa account ninyo gamit ang maling password. Hindi kayo? Tumawag sa ${phone}.`,
  },
  device_forgotten: {
    en: `${product}: a device was removed from your account: {device}. It needs a code to sign in. Not you? Call ${phone} at once.`,
    fil: `${product}: may device na inalis sa account ninyo: {device}. Kailangan na nito ng code. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  signed_out_elsewhere: {
    en: `${product}: all other devices were signed out of your account and need a code now. Not you? Call ${phone} at once.`,
    fil: `${product}: na-sign out ang lahat ng ibang device sa account ninyo; kailangan na nila ng code. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  push_turned_on: {
    en: `${product}: notifications of your account were turned on: {device}. Not you? Call ${phone} at once.`,
    fil: `${product}: binuksan ang notification ng account ninyo: {device}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  password_changed: {
    en: `${product}: your password was changed. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan ang inyong password. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  username_changed: {
    en: `${product}: your username was changed. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan ang inyong username. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  passkey_added: {
    en: `${product}: a passkey was added to your account. Not you? Call ${phone} at once.`,
    fil: `${product}: may idinagdag na passkey sa inyong account. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  passkey_removed: {
    en: `${product}: a passkey was removed from your account. Not you? Call ${phone} at once.`,
    fil: `${product}: may inalis na passkey sa inyong account. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  account_exists: {
    en: `${product}: somebody tried to sign up with your membership no. You have an online account already. Not you? Call ${phone}.`,
    fil: `${product}: may sumubok na mag-sign up gamit ang inyong membership no. Mayroon na kayong online account. Hindi kayo? Tumawag sa ${phone}.`,
  },
  pause_began: {
    en: `${product}: for your safety, until {moment} no new payee is paid, no limit goes up, no forgotten PIN is reset. Not you? Call ${phone} at once.`,
    fil: `${product}: para ligtas kayo, hanggang {moment} walang bagong padadalhan, mas mataas na limit o reset ng PIN. Hindi kayo? Tumawag sa ${phone}.`,
  },
  pause_ended: {
    en: `${product}: our office ended the pause of your account early. Not you? Call ${phone} at once.`,
    fil: `${product}: maagang tinapos ng aming office ang pause ng account ninyo. Hindi kayo ang humiling? Tumawag agad sa ${phone}.`,
  },
  suspension_warned: {
    en: `${product}: you have not used ${portal} for 5 months. Sign in before {date} or your access will be suspended. Your money is safe.`,
    fil: `${product}: 5 buwan na ninyong hindi gamit ang ${portal}. Mag-sign in bago ang {date} para hindi masuspinde ang access. Ligtas ang pera ninyo.`,
  },
  cancellation_warned: {
    en: `${product}: your suspended online access will be cancelled on {date}. Set a new password in ${portal} to keep it. Your money is safe.`,
    fil: `${product}: kakanselahin sa {date} ang suspendidong online access ninyo. Gumawa ng bagong password sa ${portal}. Ligtas ang pera ninyo.`,
  },
  mobile_changed: {
    en: `${product}: the mobile number of your account was changed at our office. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan sa aming office ang mobile number ng inyong account. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  mobile_added: {
    en: `${product}: this is now the mobile number of your account. Not you? Call ${phone} at once.`,
    fil: `${product}: ito na ang mobile number ng inyong account. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  email_changed: {
    en: `${product}: the email address of your account was changed at our office. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan sa aming office ang email address ng inyong account. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  access_closed: {
    en: `${product}: we closed your online access to protect your account. Your money is safe. Questions? Call ${phone}.`,
    fil: `${product}: isinara namin ang online access ninyo para maprotektahan ang account. Ligtas ang pera ninyo. May tanong? Tumawag sa ${phone}.`,
  },
  access_reopened: {
    en: `${product}: our office opened your online access again. Not you? Call ${phone} at once.`,
    fil: `${product}: binuksan ulit ng aming office ang online access ninyo. Hindi kayo ang humiling? Tumawag agad sa ${phone}.`,
  },
  account_frozen: {
    en: `${product}: your account is frozen since {moment}. Nothing goes out. To open it, bring an ID to any office or, after 12 hours or more, use a passkey.`,
    fil: `${product}: naka-freeze ang account ninyo mula {moment}. Walang lalabas. Mabubuksan sa opisina (may ID), o sa passkey pagkaraan ng 12 oras o higit pa.`,
  },
  account_unfrozen: {
    en: `${product}: your account is no longer frozen. Not you? Call ${phone} at once.`,
    fil: `${product}: hindi na naka-freeze ang account ninyo. Hindi kayo ang humiling? Tumawag agad sa ${phone}.`,
  },
  card_waits: {
    en: `${product}: your card is ready at {office}. Please fetch it by {date} and bring a valid ID.`,
    fil: `${product}: handa na ang card ninyo sa {office}. Kunin ito hanggang {date} at magdala ng valid ID.`,
  },
  card_pickup_reminder: {
    en: `${product}: your card is waiting at {office}. Please fetch it by {date}; after that it is taken back.`,
    fil: `${product}: naghihintay ang card ninyo sa {office}. Kunin ito hanggang {date}; pagkatapos ay babawiin na ito.`,
  },
  card_rejected: {
    en: `${product}: your card application was not approved.{returned} Ref. {refNo}.`,
    fil: `${product}: hindi naaprobahan ang inyong card application.{returned} Ref. {refNo}.`,
  },
  card_rejected_details: {
    en: `${product}: your card application was not approved: details are missing, please visit an office.{returned} Ref. {refNo}.`,
    fil: `${product}: hindi naaprobahan ang card application: kulang ang details, pumunta sa opisina.{returned} Ref. {refNo}.`,
  },
  card_activated: {
    en: `${product}: your card ending in {lastFour} is active. Not you? Call ${phone} at once.`,
    fil: `${product}: aktibo na ang card ninyo na nagtatapos sa {lastFour}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_activated_late: {
    en: `${product}: your card ending in {lastFour} is active with the ATM PIN you chose on {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: aktibo na ang card ninyo (...{lastFour}); ang ATM PIN na pinili noong {moment} ang gamitin. Hindi kayo? Tawag agad sa ${phone}.`,
  },
  first_time_code_issued: {
    en: `${product}: a first-time code for your online account was handed out at {branch}. Not you? Call ${phone} at once.`,
    fil: `${product}: may ibinigay na first-time code para sa online account ninyo sa {branch}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  opened_with_counter_code: {
    en: `${product}: an online account was opened for you with a first-time code from our office. Not you? Call ${phone} at once.`,
    fil: `${product}: nabuksan ang online account ninyo gamit ang first-time code mula sa aming office. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  pin_changed: {
    en: `${product}: the ATM PIN of your card was changed. Not you? Call ${phone} at once.`,
    fil: `${product}: napalitan ang ATM PIN ng inyong card. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  pin_not_changed: {
    en: `${product}: the ATM PIN of your card was not changed. The one you had still counts. Not you? Call ${phone} at once.`,
    fil: `${product}: hindi napalitan ang ATM PIN ng inyong card. Ang dati pa rin ang gamitin. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  cvv_changed: {
    en: `${product}: your card has a new CVV; the old one no longer works. Not you? Call ${phone} at once.`,
    fil: `${product}: may bagong CVV ang inyong card; hindi na gagana ang dati. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_suspended: {
    en: `${product}: your card is suspended until {moment} after 3 wrong ATM PINs. Not you? Call ${phone} at once.`,
    fil: `${product}: suspendido hanggang {moment} ang card ninyo dahil sa 3 maling ATM PIN. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_reported_lost: {
    en: `${product}: your card was reported lost and is being blocked for good. Not you? Call ${phone} at once.`,
    fil: `${product}: ini-report na nawala ang card ninyo; bina-block ito nang tuluyan. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_stop_refused: {
    en: `${product}: the card issuer refused to stop your lost card; it may still work. Call ${phone} now. We keep asking.`,
    fil: `${product}: tumanggi ang card issuer na ihinto ang nawala ninyong card; baka gumana pa ito. Tumawag agad sa ${phone}.`,
  },
  card_stopped: {
    en: `${product}: your lost card is blocked for good now. Card Settings say how you get the new one.`,
    fil: `${product}: naka-block na nang tuluyan ang nawala ninyong card. Tingnan sa Ayusin ang Card ang para sa bago.`,
  },
  limit_raise_asked: {
    en: `${product}: your daily withdrawal limit will be {limit} from {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: magiging {limit} ang inyong daily withdrawal limit simula {moment}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  transfer_out: {
    en: `${product}: {pesos} from {out} is on its way to ...{account}. Ref {refNo}. Not you? Call ${phone}.`,
    fil: `${product}: {pesos} mula sa {out}, papunta sa ...{account}. Ref {refNo}. Hindi kayo? Tawag ${phone}.`,
  },
  transfer_out_credited: {
    en: `${product}: {pesos} to account ending {account} arrived. Ref {refNo}.`,
    fil: `${product}: pumasok na ang {pesos} sa account na nagtatapos sa {account}. Ref {refNo}.`,
  },
  transfer_out_returned: {
    en: `${product}: {pesos} to account ending {account} failed. {back} is back {spot}. Ref {refNo}.`,
    fil: `${product}: hindi natuloy: {pesos} sa acct ...{account}. Nasa {spot} ulit ang {back}. Ref {refNo}.`,
  },
  transfer_out_unanswered: {
    en: `${product}: no answer on {pesos} to account ...{account}. {back} is back {spot}. Ref {refNo}.`,
    fil: `${product}: walang sagot sa {pesos} sa acct ...{account}. Nasa {spot} ulit ang {back}. Ref {refNo}.`,
  },
  transfer_out_not_sent: {
    en: `${product}: {pesos} to account ...{account} was not sent. {back} is available again. Ref {refNo}.`,
    fil: `${product}: hindi naipadala: {pesos} sa account ...{account}. Magagamit ulit ang {back}. Ref {refNo}.`,
  },
  transfer_out_late: {
    en: `${product}: {pesos} to account ...{account} arrived after all, though it is back with you. Do not resend; we will contact you. Ref {refNo}.`,
    fil: `${product}: pumasok pa rin ang {pesos} sa account na ...{account} kahit naibalik na. Huwag ulitin; kokontakin namin kayo. Ref {refNo}.`,
  },
  card_purchase: {
    en: `${product}: {pesos} paid at {merchant} with card ...{lastFour}, {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: nagbayad ng {pesos} sa {merchant}, card ...{lastFour}, {moment}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_withdrawal: {
    en: `${product}: {pesos} withdrawn at {merchant} with card ...{lastFour}, {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: nag-withdraw ng {pesos} sa {merchant}, card ...{lastFour}, {moment}. Hindi kayo? Tawag agad sa ${phone}.`,
  },
  card_declined: {
    en: `${product}: {pesos} at {merchant} was declined, {moment}: {cause}. Not you? Call ${phone} at once.`,
    fil: `${product}: tinanggihan ang {pesos} sa {merchant}, {moment}: {cause}. Hindi kayo? Tawag sa ${phone}.`,
  },
  purchase_texts_set: {
    en: `${product}: we text you for card purchases and withdrawals from {pesos} on. Not you? Call ${phone} at once.`,
    fil: `${product}: magte-text kami sa bawat bili o withdrawal gamit ang card mula {pesos}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  purchase_texts_every: {
    en: `${product}: we text you for every card purchase and withdrawal. Not you? Call ${phone} at once.`,
    fil: `${product}: magte-text kami sa bawat bili o withdrawal gamit ang card. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  purchase_texts_off: {
    en: `${product}: we no longer text you for card purchases and withdrawals. Not you? Call ${phone} at once.`,
    fil: `${product}: hindi na kami magte-text sa bawat bili o withdrawal gamit ang card. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  notices_lessened: {
    en: `${product}: some of the notices that we send you were switched off in ${portal}. Not you? Call ${phone} at once.`,
    fil: `${product}: may mga abiso naming pinatigil sa ${portal}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_for_documents: {
    en: `${product}: your loan application {refNo} needs more documents. Please see ${portal} or call ${phone}.`,
    fil: `${product}: may kulang na dokumento ang loan application {refNo}. Tingnan sa ${portal} o tumawag sa ${phone}.`,
  },
  loan_offer_ready: {
    en: `${product}: your loan of {pesos} is approved. Read and accept our offer in ${portal} by {date}.`,
    fil: `${product}: aprobado ang loan ninyong {pesos}. Basahin at tanggapin ang alok sa ${portal} hanggang {date}.`,
  },
  loan_accepted: {
    en: `${product}: you accepted our loan offer of {pesos}. Not you? Call ${phone} at once.`,
    fil: `${product}: tinanggap ninyo ang alok naming loan na {pesos}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_released: {
    en: `${product}: {pesos} of your loan is now in your savings account. Not you? Call ${phone} at once.`,
    fil: `${product}: nasa savings account na ninyo ang {pesos} ng inyong loan. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_rejected: {
    en: `${product}: your loan application {refNo} was not approved. Please see ${portal} for the reason.`,
    fil: `${product}: hindi naaprobahan ang loan application {refNo}. Nasa ${portal} ang dahilan.`,
  },
  loan_debit_begun: {
    en: `${product}: from now on what is due of loan {refNo} is taken from account ...{account}. Not you? Call ${phone} at once.`,
    fil: `${product}: kukunin na sa account ...{account} ang dapat bayaran sa loan {refNo}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_debit_begun_rest: {
    en: `${product}: what your pay does not cover of loan {refNo} is now taken from account ...{account}. Not you? Call ${phone} at once.`,
    fil: `${product}: kukunin na sa account ...{account} ang hindi sakop ng sahod sa loan {refNo}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_debit_stopped: {
    en: `${product}: the automatic debit for loan {refNo} has stopped; please pay it yourself. Not you? Call ${phone} at once.`,
    fil: `${product}: itinigil na ang automatic debit ng loan {refNo}; kayo na ang magbayad. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_debit_stopped_rest: {
    en: `${product}: the automatic debit for loan {refNo} has stopped; your pay alone pays it now. Not you? Call ${phone} at once.`,
    fil: `${product}: itinigil na ang automatic debit ng loan {refNo}; sa sahod na lang ito kukunin. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  loan_debit_tomorrow: {
    en: `${product}: on {date} we take {pesos} from account ...{account} for loan {refNo}.`,
    fil: `${product}: sa {date} kukunin namin ang {pesos} sa account ...{account} para sa loan {refNo}.`,
  },
  loan_debit_failed: {
    en: `${product}: we could not take {pesos} for loan {refNo} on {date}. Please pay soon. Questions? Call ${phone}.`,
    fil: `${product}: hindi nakuha ang {pesos} para sa loan {refNo} noong {date}. Magbayad agad. May tanong? Tumawag sa ${phone}.`,
  },
  loan_past_due: {
    en: `${product}: an instalment of your loan {refNo} is overdue. Please see ${portal} or call ${phone}.`,
    fil: `${product}: may hulog na overdue sa inyong loan {refNo}. Tingnan sa ${portal} o tumawag sa ${phone}.`,
  },
  ...caseSms,
  ...limitSms,
  ...lockSms,
  ...scheduleSms,
  ...transferSms,
} satisfies Record<string, Record<Language, string>>;

export type NoticePurpose = keyof typeof noticeTexts;

/** The words of a notice in the member's language, as staff word it now. */
export async function noticeText(
  db: Db | Tx,
  purpose: NoticePurpose,
  language: Language,
  values: Record<string, string> = {},
): Promise<string> {
  const text = await readNotice(db, purpose);
  return fillTemplate(text[language], datesIn(language, values));
}

/** A notice in both languages as staff word it now, its places not filled. */
export function readNotice(db: Db | Tx, purpose: NoticePurpose): Promise<Record<Language, string>> {
  return writtenText(db, { channel: "sms", name: purpose }, noticeTexts[purpose]);
}
