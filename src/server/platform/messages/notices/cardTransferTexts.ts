import { brand } from "#brand";

/** What members are told about transfers from card to card. Part of texts.ts. */
export const cardTransferTexts = {
  card_transfer_out: {
    en: `Your transfer of {amount} to the ${brand.cardAccount} account ending in {account} is being processed. Ref. {refNo}. If this was not you, call us at once.`,
    fil: `Pinoproseso ang transfer ninyong {amount} sa ${brand.cardAccount} account na nagtatapos sa {account}. Ref. {refNo}. Kung hindi kayo iyon, tumawag agad sa amin.`,
  },
  card_transfer_credited: {
    en: `Your transfer of {amount} arrived on the ${brand.cardAccount} account ending in {account}. Ref. {refNo}.`,
    fil: `Pumasok na sa ${brand.cardAccount} account na nagtatapos sa {account} ang transfer ninyong {amount}. Ref. {refNo}.`,
  },
  card_transfer_returned: {
    en: `Your transfer of {amount} to the ${brand.cardAccount} account ending in {account} did not go through. The money is available on your card again. Ref. {refNo}.`,
    fil: `Hindi natuloy ang transfer ninyong {amount} sa ${brand.cardAccount} account na nagtatapos sa {account}. Magagamit na ulit ang pera sa inyong card. Ref. {refNo}.`,
  },
  card_transfer_late: {
    en: `Your transfer of {amount} arrived on the ${brand.cardAccount} account ending in {account} after all, though the money is available on your card again. Please do not send it again; we will contact you. Ref. {refNo}.`,
    fil: `Pumasok pa rin sa ${brand.cardAccount} account na nagtatapos sa {account} ang transfer ninyong {amount}, kahit magagamit na ulit ang pera sa inyong card. Huwag na itong ipadala ulit; kokontakin namin kayo. Ref. {refNo}.`,
  },
  card_transfer_in: {
    en: `You received {amount} on your card from the ${brand.cardAccount} account ending in {account}. Ref. {refNo}.`,
    fil: `Nakatanggap kayo sa inyong card ng {amount} mula sa ${brand.cardAccount} account na nagtatapos sa {account}. Ref. {refNo}.`,
  },
} as const;
