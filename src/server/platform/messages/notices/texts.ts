import { brand } from "#brand";
import { fillTemplate } from "#common/templateText.ts";
import { datesIn } from "#common/filipinoDates.ts";
import type { Language } from "#contract/refusals.ts";
import { cardLifeTexts } from "./cardLifeTexts.ts";
import { cardUseTexts } from "./cardUseTexts.ts";
import { caseTexts } from "./caseTexts.ts";
import { limitTexts } from "./limitTexts.ts";
import { loanTexts } from "./loanTexts.ts";
import { lockTexts } from "./lockTexts.ts";
import { scheduleTexts } from "./scheduleTexts.ts";
import { railTexts } from "./railTexts.ts";
import { transferTexts } from "./transferTexts.ts";

/** What a member can be told, as it is shipped, and the figures each text needs. */
export const notificationTexts = {
  welcome: {
    en: `Welcome to ${brand.portal}. Here you will hear about your transfers and sign-ins.`,
    fil: `Maligayang pagdating sa ${brand.portal}. Dito ninyo malalaman ang tungkol sa inyong mga transfer at pag-sign in.`,
  },
  cash_deposit_taken: {
    en: "We received your cash deposit of {amount} at our counter. Receipt no. {refNo}.",
    fil: "Natanggap namin sa counter ang inyong depositong cash na {amount}. Resibo no. {refNo}.",
  },
  cash_withdrawn: {
    en: "{amount} in cash was withdrawn from your account {account} at our counter. Receipt no. {refNo}. If this was not you, call us at once.",
    fil: "{amount} na cash ang na-withdraw mula sa inyong account {account} sa counter namin. Resibo no. {refNo}. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  cash_withdrawal_asked: {
    en: "Our teller at {branch} asks about {amount} in cash from your account {account}. Approve or refuse it under Safety. If you are not at the counter, refuse it.",
    fil: "Nagtatanong ang aming teller sa {branch} tungkol sa {amount} na cash mula sa inyong account {account}. Aprubahan o tanggihan ito sa Safety. Kung wala kayo sa counter, tanggihan ito.",
  },
  new_device: {
    en: "Your account was signed in on a new device: {device}. If this was not you, call us at once.",
    fil: "May nag-sign in sa inyong account gamit ang bagong device: {device}. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  failed_sign_ins: {
    en: "Somebody tried to sign in to your account with wrong passwords. If this was not you, call us.",
    fil: "May sumubok na mag-sign in sa inyong account gamit ang maling password. Kung hindi kayo iyon, tumawag sa amin.",
  },
  device_forgotten: {
    en: "A device was removed from your account: {device}. It needs a code at the next sign-in. If this was not you, call us at once.",
    fil: "May device na inalis sa inyong account: {device}. Kailangan nito ng code sa susunod na pag-sign in. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  signed_out_elsewhere: {
    en: "All other devices were signed out of your account, and each needs a code at the next sign-in. If this was not you, call us at once.",
    fil: "Na-sign out ang lahat ng ibang device sa inyong account, at kailangan nila ng code sa susunod na pag-sign in. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  push_turned_on: {
    en: "Notifications of your account were turned on in a browser: {device}. From tomorrow on they can stand for texts about your card. If this was not you, call us at once.",
    fil: "Binuksan ang notification ng inyong account sa isang browser: {device}. Simula bukas, puwede itong pumalit sa mga text tungkol sa inyong card. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  password_changed: {
    en: "Your password was changed. If this was not you, call us at once.",
    fil: "Napalitan ang inyong password. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  username_changed: {
    en: "Your username was changed. If this was not you, call us at once.",
    fil: "Napalitan ang inyong username. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  pause_began: {
    en: "For your safety, until {moment} no new payee is paid, no limit goes up, no locked money is released and no forgotten ATM PIN is set anew. If you did not make the change before this, call us at once.",
    fil: "Para ligtas kayo, hanggang {moment} walang mababayarang bagong padadalhan, walang limit na tataas, walang naka-lock na perang mabubuksan at walang bagong ATM PIN para sa nakalimutan. Kung hindi kayo ang gumawa ng pagbabago, tumawag agad sa amin.",
  },
  pause_ended: {
    en: "Our office ended the pause of your account early. If you did not ask for this, call us at once.",
    fil: "Maagang tinapos ng aming office ang pause ng inyong account. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  passkey_added: {
    en: "The passkey “{name}” was added to your account. If this was not you, call us at once.",
    fil: "Idinagdag sa inyong account ang passkey na “{name}”. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  passkey_removed: {
    en: "The passkey “{name}” was removed from your account. If this was not you, call us at once.",
    fil: "Inalis sa inyong account ang passkey na “{name}”. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  card_locked_by_staff: {
    en: "We locked your card to protect it. Please visit an office to have it opened again.",
    fil: "Ni-lock namin ang inyong card para maprotektahan ito. Pumunta sa isang opisina para mabuksan ulit ito.",
  },
  suspension_warned: {
    en: "You have not used your online access for 5 months. It will be suspended on {date} unless you sign in before. Your money is safe.",
    fil: "5 buwan na ninyong hindi nagagamit ang inyong online access. Masususpinde ito sa {date} kung hindi kayo magsa-sign in bago noon. Ligtas ang inyong pera.",
  },
  cancellation_warned: {
    en: "Your suspended online access will be cancelled on {date}. Set a new password to keep it. Your money is safe.",
    fil: "Kakanselahin sa {date} ang suspendido ninyong online access. Gumawa ng bagong password para hindi ito makansela. Ligtas ang inyong pera.",
  },
  card_lock_lifted: {
    en: "The lock that we put on your card was lifted.",
    fil: "Inalis na ang lock na inilagay namin sa inyong card.",
  },
  card_deactivated: {
    en: "Your card was deactivated. If you did not ask for this, call us at once.",
    fil: "Na-deactivate ang inyong card. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  card_reactivated: {
    en: "Your card is active again. If you did not ask for this, call us at once.",
    fil: "Aktibo na ulit ang inyong card. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  card_unsuspended: {
    en: "Our office ended the suspension of your card. You can use it again. If you did not ask for this, call us at once.",
    fil: "Tinapos ng aming office ang suspensyon ng inyong card. Magagamit na ulit ninyo ito. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  card_handed_over: {
    en: "Our office handed your card over. Activate it in the portal. If you did not get it, call us at once.",
    fil: "Naiabot na ng aming office ang inyong card. I-activate ito sa portal. Kung hindi ninyo ito natanggap, tumawag agad sa amin.",
  },
  access_closed: {
    en: `We closed your online access to protect your account. Your money is safe. Please call us at ${brand.phone}.`,
    fil: `Isinara namin ang inyong online access para maprotektahan ang inyong account. Ligtas ang inyong pera. Tumawag sa amin sa ${brand.phone}.`,
  },
  access_reopened: {
    en: "Our office opened your online access again.",
    fil: "Binuksan ulit ng aming office ang inyong online access.",
  },
  account_frozen: {
    en: "Your account was frozen on {moment}: every session ended, your card was locked, and nothing goes out. Money still came in.",
    fil: "Na-freeze ang inyong account noong {moment}: natapos ang lahat ng session, na-lock ang card, at walang lumabas na pera. Tuloy ang pagpasok ng pera.",
  },
  account_unfrozen: {
    en: "Your account is no longer frozen. If you did not ask for this, call us at once.",
    fil: "Hindi na naka-freeze ang inyong account. Kung hindi ninyo ito hiningi, tumawag agad sa amin.",
  },
  mobile_changed: {
    en: "Your mobile number was changed at our office. If this was not you, call us at once.",
    fil: "Napalitan sa aming office ang inyong mobile number. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  email_changed: {
    en: "Your email address was changed at our office. If this was not you, call us at once.",
    fil: "Napalitan sa aming office ang inyong email address. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  notices_lessened: {
    en: "Some of the notices that we send you besides the portal were switched off. If this was not you, call us at once.",
    fil: "May mga abisong ipinapadala namin bukod sa portal na pinatigil. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  adjustment_in: {
    en: "{amount} was put into your account ending in {account} by an adjustment of ours.",
    fil: "Nagdagdag kami ng {amount} sa inyong account na nagtatapos sa {account} bilang adjustment.",
  },
  adjustment_out: {
    en: "{amount} was taken from your account ending in {account} by an adjustment of ours.",
    fil: "Nagbawas kami ng {amount} sa inyong account na nagtatapos sa {account} bilang adjustment.",
  },
  funds_held: {
    en: "{amount} in your account ending in {account} is on hold until {date} at the latest while a dispute is looked into. The money stays yours.",
    fil: "Naka-hold ang {amount} sa inyong account na nagtatapos sa {account} hanggang {date} habang inaalam ang isang dispute. Sa inyo pa rin ang pera.",
  },
  funds_released: {
    en: "{amount} in your account ending in {account} is no longer on hold.",
    fil: "Hindi na naka-hold ang {amount} sa inyong account na nagtatapos sa {account}.",
  },
  ...limitTexts,
  ...lockTexts,
  ...scheduleTexts,
  ...transferTexts,
  ...cardUseTexts,
  ...cardLifeTexts,
  ...caseTexts,
  ...loanTexts,
  ...railTexts,
} satisfies Record<string, Record<Language, string>>;

export type NotificationKind = keyof typeof notificationTexts;

/**
 * The words of a notification: as staff worded the kind (`written`), else as it is shipped. A kind that
 * this program does not know is a plain line, not a crash.
 */
export function notificationText(
  { kind, params }: { kind: string; params: Record<string, string> },
  language: Language,
  written: ReadonlyMap<string, Record<Language, string>>,
): string {
  const shipped = isKnown(kind) ? notificationTexts[kind] : bellText;
  return fillTemplate((written.get(kind) ?? shipped)[language], inLanguage(params, language));
}

/** What the socket says when something new has come; the words themselves are fetched. */
export const bellText: Record<Language, string> = {
  en: "You have a new notification",
  fil: "May bago kayong abiso",
};

function isKnown(kind: string): kind is NotificationKind {
  return Object.hasOwn(notificationTexts, kind);
}

/** Words among the figures were written in both languages, the Filipino ones under their name with 'Fil'; dates in English. */
export function inLanguage(
  params: Record<string, string>,
  language: Language,
): Record<string, string> {
  if (language === "en") return params;
  const filipino = Object.entries(params).flatMap(([name, words]) =>
    name.endsWith("Fil") ? [[name.slice(0, -"Fil".length), words] as const] : [],
  );
  return datesIn(language, { ...params, ...Object.fromEntries(filipino) });
}
