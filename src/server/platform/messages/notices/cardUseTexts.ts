import { brand } from "#brand";

/** What a member is told about the use of their card. Part of texts.ts. */
export const cardUseTexts = {
  pin_changed: {
    en: "The ATM PIN of your card was changed. If this was not you, call us at once.",
    fil: "Napalitan ang ATM PIN ng inyong card. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  pin_not_changed: {
    en: "The ATM PIN of your card was not changed: the one you had still counts. You can try again in Card Settings.",
    fil: "Hindi napalitan ang ATM PIN ng inyong card: ang dati pa rin ang gamitin. Puwede ninyong subukan ulit sa Ayusin ang Card.",
  },
  cvv_changed: {
    en: "Your card has a new CVV; the old one no longer works. You can see it once in Card Settings.",
    fil: "May bagong CVV ang inyong card; hindi na gagana ang dati. Isang beses ninyo itong makikita sa Ayusin ang Card.",
  },
  card_suspended: {
    en: "Your card is suspended until {moment} because of 3 wrong ATM PINs. If this was not you, call us at once.",
    fil: "Suspendido hanggang {moment} ang inyong card dahil sa 3 maling ATM PIN. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  withdrawal_limit_set: {
    en: "The daily withdrawal limit of your card is now {amount}.",
    fil: "{amount} na ang daily withdrawal limit ng inyong card.",
  },
  limit_raise_asked: {
    en: "The daily withdrawal limit of your card will be {limit} from {moment}. If this was not you, set it back and call us at once.",
    fil: "Magiging {limit} ang daily withdrawal limit ng inyong card simula {moment}. Kung hindi kayo iyon, ibalik ito at tumawag agad sa amin.",
  },
  limit_raise_dropped: {
    en: "The daily withdrawal limit of {amount} will not start. You can ask for it again when your card can be used.",
    fil: "Hindi na magsisimula ang daily withdrawal limit na {amount}. Puwede ninyo itong hilingin ulit kapag magagamit na ang card.",
  },
  purchase_texts_set: {
    en: "We text you for purchases and withdrawals with your card from {amount} on. If this was not you, call us at once.",
    fil: "Magte-text kami sa bawat bili o withdrawal gamit ang inyong card mula {amount}. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  purchase_texts_every: {
    en: "We text you for every purchase and withdrawal with your card. If this was not you, call us at once.",
    fil: "Magte-text kami sa bawat bili o withdrawal gamit ang inyong card. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  purchase_texts_off: {
    en: "We no longer text you for purchases and withdrawals with your card. If this was not you, call us at once.",
    fil: "Hindi na kami magte-text sa bawat bili o withdrawal gamit ang inyong card. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  card_purchase: {
    en: "You paid {amount} with your card at {merchant}.",
    fil: "Nagbayad kayo ng {amount} gamit ang inyong card sa {merchant}.",
  },
  card_withdrawal: {
    en: "You withdrew {amount} with your card at {merchant}.",
    fil: "Nag-withdraw kayo ng {amount} gamit ang inyong card sa {merchant}.",
  },
  card_declined_funds: {
    en: "{amount} at {merchant} was declined: there is not enough money on your card. You can top it up from your accounts.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: kulang ang pera sa inyong card. Puwede kayong mag-top up mula sa inyong mga account.",
  },
  card_declined_locked: {
    en: "{amount} at {merchant} was declined: your card is locked. You can unlock it in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: naka-lock ang inyong card. Puwede ninyo itong i-unlock sa Ayusin ang Card.",
  },
  card_declined_admin_locked: {
    en: `{amount} at {merchant} was declined: we locked your card to protect it. Please go to a ${brand.product} Office.`,
    fil: `Hindi tinanggap ang {amount} sa {merchant}: ni-lock namin ang inyong card para maprotektahan ito. Pumunta sa ${brand.product} Office.`,
  },
  card_declined_frozen: {
    en: "{amount} at {merchant} was declined: your account is frozen. The login says how to open it again.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: naka-freeze ang inyong account. Nasa login kung paano ito mabubuksan ulit.",
  },
  card_declined_suspended: {
    en: "{amount} at {merchant} was declined: your card is suspended after 3 wrong ATM PINs. Card Settings says when it can be used again.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: suspendido ang inyong card dahil sa 3 maling ATM PIN. Nasa Ayusin ang Card kung kailan ito magagamit ulit.",
  },
  card_declined_deactivated: {
    en: "{amount} at {merchant} was declined: your card is deactivated. Card Settings says what you can do.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: naka-deactivate ang inyong card. Nasa Ayusin ang Card kung ano ang puwede ninyong gawin.",
  },
  card_declined_expired: {
    en: `{amount} at {merchant} was declined: your card has expired. Please go to a ${brand.product} Office for a new one.`,
    fil: `Hindi tinanggap ang {amount} sa {merchant}: expired na ang inyong card. Pumunta sa ${brand.product} Office para sa bago.`,
  },
  card_declined_store: {
    en: "{amount} at {merchant} was declined: you switched off purchases in stores. You can switch them on in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: isinara ninyo ang pagbili sa tindahan. Mabubuksan ninyo ito sa Ayusin ang Card.",
  },
  card_declined_online: {
    en: "{amount} at {merchant} was declined: you switched off purchases online. You can switch them on in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: isinara ninyo ang pagbili online. Mabubuksan ninyo ito sa Ayusin ang Card.",
  },
  card_declined_cash: {
    en: "{amount} at {merchant} was declined: you switched off cash. You can switch it on in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: isinara ninyo ang pagkuha ng cash. Mabubuksan ninyo ito sa Ayusin ang Card.",
  },
  card_declined_abroad: {
    en: "{amount} at {merchant} was declined: you switched off use abroad. You can switch it on in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: isinara ninyo ang paggamit sa ibang bansa. Mabubuksan ninyo ito sa Ayusin ang Card.",
  },
  card_declined_limit: {
    en: "{amount} at {merchant} was declined: it is more than your daily withdrawal limit allows today. You can change the limit in Card Settings.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: lampas ito sa daily withdrawal limit ninyo ngayong araw. Mababago ninyo ito sa Ayusin ang Card.",
  },
  card_declined_pin: {
    en: "{amount} at {merchant} was declined: the ATM PIN was wrong. If this was not you, lock your card and call us.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: mali ang ATM PIN. Kung hindi kayo iyon, i-lock ang card at tumawag sa amin.",
  },
  card_declined_cvv: {
    en: "{amount} at {merchant} was declined: the CVV was wrong. If you made a new one, use that. If this was not you, lock your card and call us.",
    fil: "Hindi tinanggap ang {amount} sa {merchant}: mali ang CVV. Kung gumawa kayo ng bago, iyon ang gamitin. Kung hindi kayo iyon, i-lock ang card at tumawag sa amin.",
  },
  card_declined: {
    en: `{amount} at {merchant} was declined by the card issuer. Please call us at ${brand.phone}.`,
    fil: `Hindi tinanggap ng card issuer ang {amount} sa {merchant}. Tumawag sa amin sa ${brand.phone}.`,
  },
} as const;

/** Why a use was declined, in the few words that a phone's message has room for. */
export const declinedCauses = {
  card_declined_funds: { en: "too little money", fil: "kulang ang pera" },
  card_declined_locked: { en: "card is locked", fil: "naka-lock ang card" },
  card_declined_admin_locked: { en: "we locked the card", fil: "ni-lock namin" },
  card_declined_frozen: { en: "account is frozen", fil: "frozen ang account" },
  card_declined_suspended: { en: "card is suspended", fil: "suspendido ang card" },
  card_declined_deactivated: { en: "card is deactivated", fil: "deactivated ang card" },
  card_declined_expired: { en: "card has expired", fil: "expired ang card" },
  card_declined_store: { en: "use in stores is off", fil: "naka-off sa tindahan" },
  card_declined_online: { en: "use online is off", fil: "naka-off sa online" },
  card_declined_cash: { en: "cash is off", fil: "naka-off sa cash" },
  card_declined_abroad: { en: "use abroad is off", fil: "naka-off sa abroad" },
  card_declined_limit: { en: "over the daily limit", fil: "lampas sa daily limit" },
  card_declined_pin: { en: "wrong ATM PIN", fil: "maling ATM PIN" },
  card_declined_cvv: { en: "wrong CVV", fil: "maling CVV" },
  card_declined: { en: "by the card issuer", fil: "ayon sa card issuer" },
} satisfies Partial<Record<keyof typeof cardUseTexts, { en: string; fil: string }>>;

/** A notice of a use that was declined, by its reason. */
export type DeclinedNotice = keyof typeof declinedCauses;

/** As long as the longest of them, in whichever language. */
export const LONGEST_CAUSE = "x".repeat(
  Math.max(...Object.values(declinedCauses).flatMap(({ en, fil }) => [en.length, fil.length])),
);
