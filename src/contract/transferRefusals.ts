import { brand } from "#brand";
import { scheduleRefusals } from "./scheduleRefusals.ts";

/** What the server may refuse about money that leaves a card. */
export const transferRefusals = {
  ...scheduleRefusals,
  instapay_closed: {
    http: 503,
    en: "InstaPay is not available now. PESONet still works.",
    fil: "Hindi available ang InstaPay ngayon. Gumagana ang PESONet.",
  },
  over_transaction_limit: {
    http: 422,
    param: "amount",
    en: "The most in one transfer is {limit}.",
    fil: "Hanggang {limit} lang sa isang transfer.",
  },
  over_daily_limit: {
    http: 422,
    param: "amount",
    en: "You can send {left} more to other banks today. The limit starts again on {until}.",
    fil: "{left} na lang ang maipapadala ninyo sa ibang bangko ngayong araw. Magsisimula ulit ang limit sa {until}.",
  },
  over_monthly_limit: {
    http: 422,
    param: "amount",
    en: "You can send {left} more to other banks this month. The limit starts again on {until}.",
    fil: "{left} na lang ang maipapadala ninyo sa ibang bangko ngayong buwan. Magsisimula ulit ang limit sa {until}.",
  },
  own_limit_off: {
    http: 422,
    param: "amount",
    en: "You have switched these transfers off. You can switch them on again under Safety.",
    fil: "Pinatay ninyo ang ganitong mga transfer. Puwede ninyong buksan ulit sa Seguridad.",
  },
  own_payee_off: {
    http: 422,
    param: "amount",
    en: "You have set your limit for this payee to zero. You can raise it under Safety.",
    fil: "Zero ang limit na itinakda ninyo para sa padadalhang ito. Puwede ninyong itaas sa Seguridad.",
  },
  over_own_transfer_limit: {
    http: 422,
    param: "amount",
    en: "Your own limit for one transfer is {own}.",
    fil: "{own} ang sarili ninyong limit sa isang transfer.",
  },
  over_own_daily_limit: {
    http: 422,
    param: "amount",
    en: "{own} left of your own limit today. It starts again on {until}.",
    fil: "{own} na lang ang natitira sa sarili ninyong limit ngayong araw. Magsisimula ulit sa {until}.",
  },
  over_own_monthly_limit: {
    http: 422,
    param: "amount",
    en: "{own} left of your own limit this month. It starts again on {until}.",
    fil: "{own} na lang ang natitira sa sarili ninyong limit ngayong buwan. Magsisimula ulit sa {until}.",
  },
  over_own_payee_limit: {
    http: 422,
    param: "amount",
    en: "{own} left of your own limit for this payee today. It starts again on {until}.",
    fil: "{own} na lang ang natitira sa limit ninyo para sa padadalhang ito ngayong araw. Magsisimula ulit sa {until}.",
  },
  own_limit_too_high: {
    http: 422,
    param: "amount",
    en: "The most is {ceiling}: our own limit.",
    fil: "Hanggang {ceiling} lang: ang limit namin.",
  },
  fee_changed: {
    http: 409,
    en: "The fee is {fee} now. Please look at the total again.",
    fil: "{fee} na ang bayad ngayon. Pakitingnan ulit ang kabuuan.",
  },
  payee_paused: {
    http: 409,
    en: "You can pay new payees from {from}. This protects you after a change to your account or a sign-in on a new device. You can pay those you paid before.",
    fil: "Makakapagpadala kayo sa bagong padadalhan simula {from}. Proteksyon ninyo ito matapos may mabago sa account o mag-sign in sa bagong device. Puwede ang mga napadalhan na ninyo.",
  },
  /** One answer for a bank that nobody has, that is no longer there and that this rail does not reach. */
  bank_unknown: {
    http: 422,
    param: "destination_bank",
    en: "Choose a bank from the list.",
    fil: "Pumili ng bangko sa listahan.",
  },
  shop_code_unreadable: {
    http: 422,
    param: "qr",
    en: "This is no shop's code that we can pay. Please scan it again.",
    fil: "Hindi ito code ng tindahan na mababayaran namin. Paki-scan ulit.",
  },
  shop_code_differs: {
    http: 422,
    param: "destination_bank",
    en: "The shop's code says something else here. Please scan it again.",
    fil: "Iba ang nakasulat dito sa code ng tindahan. Paki-scan ulit.",
  },
  shop_code_paid: {
    http: 422,
    param: "qr",
    en: "You have paid this code already: it is for one payment. You find it in your history. To pay again, ask the shop for a new code.",
    fil: "Nabayaran na ninyo ang code na ito: para sa isang bayad lang ito. Makikita ito sa inyong mga transaksyon. Kung magbabayad ulit, humingi ng bagong code sa tindahan.",
  },
  shop_code_later: {
    http: 422,
    param: "qr",
    en: "A shop is paid now. It cannot be paid on a later day by its code.",
    fil: "Ngayon binabayaran ang tindahan. Hindi ito mababayaran sa ibang araw gamit ang code.",
  },
  /** One answer for a number that is nobody's and for a card that cannot receive now. */
  destination_unknown: {
    http: 422,
    param: "destination_account",
    en: "We cannot send to this account number. Please check it.",
    fil: "Hindi kami makapagpadala sa account number na ito. Pakisuri ito.",
  },
  /** The words of row O10. */
  destination_same: {
    http: 422,
    param: "destination_account",
    en: "Destination account should not be the same with source account",
    fil: "Hindi dapat pareho ang destination account at source account",
  },
  /** From an account: the own card is no payee, and has its own form. */
  destination_own_card: {
    http: 422,
    param: "destination_account",
    en: `This is your own card. Choose My ${brand.product} VISA Card/${brand.cardAccount} instead.`,
    fil: `Sarili ninyong card ito. Piliin ang ${brand.product} VISA Card/${brand.cardAccount} ko.`,
  },
  destination_over_load_limit: {
    http: 422,
    param: "destination_account",
    en: "This account cannot receive that much this month. Its limit starts again on {until}.",
    fil: "Hindi na kayang tumanggap ng ganito kalaki ang account na ito ngayong buwan. Magsisimula ulit ang limit nito sa {until}.",
  },
} as const;
