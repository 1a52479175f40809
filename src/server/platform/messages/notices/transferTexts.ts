import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import type { ArrivesInHouse } from "#contract/transferKinds.ts";

const { product, phone } = brand;

/**
 * A payee in the text message with the code, by where the transfer arrives; `tail` are the last digits of the
 * account.
 */
export const payeeTexts: Record<
  ArrivesInHouse | "bank",
  (tail: string) => Record<Language, string>
> = {
  own_card: (tail) => ({
    en: `your ${brand.cardAccount} account ending ${tail}`,
    fil: `inyong ${brand.cardAccount} account ...${tail}`,
  }),
  card: (tail) => ({
    en: `the ${brand.cardAccount} account ending ${tail}`,
    fil: `${brand.cardAccount} account ...${tail}`,
  }),
  own_savings: (tail) => ({
    en: `your savings account ending ${tail}`,
    fil: `inyong savings account ...${tail}`,
  }),
  bank: (tail) => ({ en: `the bank account ending ${tail}`, fil: `acct ...${tail}` }),
};

/** More is no longer read: there is no room for it in a text message. */
const LONGEST_SHOP = 24;

/** A shop's name in the rails' letters, as short as a text message has it. */
export const shopWord = (name: string): string => name.slice(0, LONGEST_SHOP).trim();

/** The same of a shop that is paid by its code; its name in the rails' letters, which every phone shows. */
export const shopTexts = (name: string): Record<Language, string> => ({
  en: `the shop ${name}`,
  fil: `tindahang ${name}`,
});

/** The account that a transfer leaves, in the same message, behind the payee. */
export const sourceTexts = (tail: string): Record<Language, string> => ({
  en: `from acct ${tail}`,
  fil: `mula ...${tail}`,
});

/** From whom money came to a card, as its holder is told; `tail` are the last digits of the sender's account. */
export const senderTexts: Record<"card" | "account", (tail: string) => Record<Language, string>> = {
  card: (tail) => ({
    en: `${brand.cardAccount} account ending in ${tail}`,
    fil: `${brand.cardAccount} account na nagtatapos sa ${tail}`,
  }),
  account: (tail) => ({
    en: `account ending in ${tail} of another member`,
    fil: `account na nagtatapos sa ${tail} ng ibang miyembro`,
  }),
};

/** The same where the days of a schedule follow, which leave less room in one message. */
export const shortPayeeTexts: typeof payeeTexts = {
  own_card: (tail) => ({
    en: payeeTexts.own_card(tail).en,
    fil: `${brand.cardAccount} ninyo ${tail}`,
  }),
  card: (tail) => ({ en: payeeTexts.card(tail).en, fil: `${brand.cardAccount} ${tail}` }),
  own_savings: (tail) => ({
    en: payeeTexts.own_savings(tail).en,
    fil: `savings ${tail}`,
  }),
  bank: (tail) => ({ en: payeeTexts.bank(tail).en, fil: `bank acct ${tail}` }),
};

/** What members are told about transfers that the card issuer settles. Part of texts.ts. */
export const transferTexts = {
  transfer_accepted: {
    en: "Your transfer of {amount} from {from} is being processed. Ref. {refNo}.",
    fil: "Pinoproseso ang transfer ninyong {amount} mula sa {from}. Ref. {refNo}.",
  },
  transfer_credited: {
    en: "{amount} is now on your card. Ref. {refNo}.",
    fil: "Nasa card na ninyo ang {amount}. Ref. {refNo}.",
  },
  transfer_returned: {
    en: "Your transfer of {amount} did not go through and the money is back in your account. Ref. {refNo}.",
    fil: "Hindi natuloy ang transfer ninyong {amount} at naibalik na ang pera sa inyong account. Ref. {refNo}.",
  },
  transfer_late: {
    en: "Your transfer of {amount} reached your card after all, though the money is back in your account. We will contact you. Ref. {refNo}.",
    fil: "Pumasok pa rin sa card ninyo ang transfer na {amount}, kahit naibalik na ang pera sa inyong account. Kokontakin namin kayo. Ref. {refNo}.",
  },
  card_transfer_out: {
    en: `Your transfer of {amount} from {from} to the ${brand.cardAccount} account ending in {account} is being processed. Ref. {refNo}. If this was not you, call us at once.`,
    fil: `Pinoproseso ang transfer ninyong {amount} mula sa {from} papunta sa ${brand.cardAccount} account na nagtatapos sa {account}. Ref. {refNo}. Kung hindi kayo iyon, tumawag agad sa amin.`,
  },
  card_transfer_credited: {
    en: `Your transfer of {amount} arrived on the ${brand.cardAccount} account ending in {account}. Ref. {refNo}.`,
    fil: `Pumasok na sa ${brand.cardAccount} account na nagtatapos sa {account} ang transfer ninyong {amount}. Ref. {refNo}.`,
  },
  card_transfer_returned: {
    en: `Your transfer of {amount} to the ${brand.cardAccount} account ending in {account} did not go through. The money is available {place} again. Ref. {refNo}.`,
    fil: `Hindi natuloy ang transfer ninyong {amount} sa ${brand.cardAccount} account na nagtatapos sa {account}. Magagamit na ulit ang pera sa inyong {place}. Ref. {refNo}.`,
  },
  card_transfer_late: {
    en: `Your transfer of {amount} arrived on the ${brand.cardAccount} account ending in {account} after all, though the money is available {place} again. Please do not send it again; we will contact you. Ref. {refNo}.`,
    fil: `Pumasok pa rin sa ${brand.cardAccount} account na nagtatapos sa {account} ang transfer ninyong {amount}, kahit magagamit na ulit ang pera sa inyong {place}. Huwag na itong ipadala ulit; kokontakin namin kayo. Ref. {refNo}.`,
  },
  card_transfer_in: {
    en: "You received {amount} on your card from the {from}. Ref. {refNo}.",
    fil: "Nakatanggap kayo sa inyong card ng {amount} mula sa {from}. Ref. {refNo}.",
  },
  deposit_out: {
    en: "Your transfer of {amount} from your card to your savings account ending in {account} is being processed. Ref. {refNo}.",
    fil: "Pinoproseso ang transfer ninyong {amount} mula sa inyong card papunta sa savings account ninyong nagtatapos sa {account}. Ref. {refNo}.",
  },
  deposit_credited: {
    en: "{amount} from your card is now in your savings account ending in {account}. Ref. {refNo}.",
    fil: "Nasa savings account na ninyong nagtatapos sa {account} ang {amount} mula sa inyong card. Ref. {refNo}.",
  },
  deposit_returned: {
    en: "Your transfer of {amount} to your savings account ending in {account} did not go through. The money is available on your card again. Ref. {refNo}.",
    fil: "Hindi natuloy ang transfer ninyong {amount} sa savings account ninyong nagtatapos sa {account}. Magagamit na ulit ang pera sa inyong card. Ref. {refNo}.",
  },
  deposit_late: {
    en: "{amount} was taken from your card for your savings account ending in {account} after all, though we told you that it did not go through. Please do not send it again; we will contact you. Ref. {refNo}.",
    fil: "Nabawas pa rin sa inyong card ang {amount} para sa savings account ninyong nagtatapos sa {account}, kahit sinabi naming hindi ito natuloy. Huwag na itong ipadala ulit; kokontakin namin kayo. Ref. {refNo}.",
  },
  money_in_account: {
    en: "You received {amount} from {sender} ({bank}) in your {into} ending in {account}. Ref. {refNo}.",
    fil: "Nakatanggap kayo ng {amount} mula kay {sender} ({bank}) sa inyong {into} na nagtatapos sa {account}. Ref. {refNo}.",
  },
  money_on_card: {
    en: "You received {amount} on your card from {sender} ({bank}). Account ending in {account}. Ref. {refNo}.",
    fil: "Nakatanggap kayo sa inyong card ng {amount} mula kay {sender} ({bank}). Account na nagtatapos sa {account}. Ref. {refNo}.",
  },
} as const;

/** The same on the phone: one message each, of the GSM alphabet. Part of noticeTexts.ts beside this folder. */
export const transferSms = {
  card_transfer_out: {
    en: `${product}: {pesos} from {out} to ${brand.cardAccount} account ...{account} is on its way. Ref {refNo}. Not you? Call ${phone} at once.`,
    fil: `${product}: ipinadala ang {pesos} mula sa {out} papunta sa ${brand.cardAccount} account ...{account}. Ref {refNo}. Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  card_transfer_credited: {
    en: `${product}: {pesos} to ${brand.cardAccount} account ending {account} arrived. Ref {refNo}.`,
    fil: `${product}: pumasok na ang {pesos} sa ${brand.cardAccount} account na nagtatapos sa {account}. Ref {refNo}.`,
  },
  card_transfer_returned: {
    en: `${product}: {pesos} to ${brand.cardAccount} account ending {account} failed. It is available {spot} again. Ref {refNo}.`,
    fil: `${product}: hindi natuloy ang {pesos} sa ${brand.cardAccount} account na ...{account}. Magagamit na ulit ito sa {spot}. Ref {refNo}.`,
  },
  card_transfer_late: {
    en: `${product}: {pesos} to ${brand.cardAccount} account ...{account} arrived after all, though it is back with you. Do not resend; we will contact you. Ref {refNo}.`,
    fil: `${product}: pumasok pa rin ang {pesos} sa ${brand.cardAccount} account na ...{account} kahit naibalik na. Kokontakin namin kayo. Ref {refNo}.`,
  },
  transfer_returned: {
    en: `${product}: {pesos} to your card failed. It is back in your account. Ref {refNo}.`,
    fil: `${product}: hindi natuloy ang {pesos} papunta sa card ninyo. Naibalik na ito sa inyong account. Ref {refNo}.`,
  },
  transfer_late: {
    en: `${product}: {pesos} reached your card after all, though it is back in your account. We will contact you. Ref {refNo}.`,
    fil: `${product}: pumasok pa rin sa card ninyo ang {pesos} kahit naibalik na ito sa account. Kokontakin namin kayo. Ref {refNo}.`,
  },
  deposit_returned: {
    en: `${product}: {pesos} to your savings account failed. It is available on your card again. Ref {refNo}.`,
    fil: `${product}: hindi natuloy ang {pesos} papunta sa savings account ninyo. Magagamit na ulit ito sa inyong card. Ref {refNo}.`,
  },
  deposit_late: {
    en: `${product}: {pesos} was taken from your card for your savings after all. Do not resend; we will contact you. Ref {refNo}.`,
    fil: `${product}: nabawas pa rin sa inyong card ang {pesos} para sa savings ninyo. Huwag nang ulitin; kokontakin namin kayo. Ref {refNo}.`,
  },
  card_transfer_in: {
    en: `${product}: you received {pesos} on your card from the {from}. Ref {refNo}.`,
    fil: `${product}: nakatanggap kayo sa card ng {pesos} mula sa {from}. Ref {refNo}.`,
  },
  money_in_account: {
    en: `${product}: you received {pesos} from {sender} in your account ending {account}. Ref {refNo}.`,
    fil: `${product}: nakatanggap kayo ng {pesos} mula kay {sender} sa account na ...{account}. Ref {refNo}.`,
  },
  money_on_card: {
    en: `${product}: you received {pesos} from {sender} on your card account ending {account}. Ref {refNo}.`,
    fil: `${product}: nakatanggap kayo ng {pesos} mula kay {sender} sa card account na ...{account}. Ref {refNo}.`,
  },
} as const;
