/** What a member is told about transfers to other banks. Part of texts.ts. */
export const railTexts = {
  transfer_out: {
    en: "Your transfer of {amount} from {from} to {bank}, account ending in {account}, is being processed. Ref. {refNo}. If this was not you, call us at once.",
    fil: "Pinoproseso ang transfer ninyong {amount} mula sa {from} papunta sa {bank}, account na nagtatapos sa {account}. Ref. {refNo}. Kung hindi kayo iyon, tumawag agad sa amin.",
  },
  transfer_out_credited: {
    en: "Your transfer of {amount} arrived at {bank}, account ending in {account}. Ref. {refNo}.",
    fil: "Pumasok na sa {bank}, account na nagtatapos sa {account}, ang transfer ninyong {amount}. Ref. {refNo}.",
  },
  transfer_out_held: {
    en: "{bank} is reviewing your transfer of {amount}. The money is with them, and we will tell you how it ends. Ref. {refNo}.",
    fil: "Sinusuri ng {bank} ang transfer ninyong {amount}. Nasa kanila ang pera, at aabisuhan namin kayo kung ano ang kalalabasan. Ref. {refNo}.",
  },
  transfer_out_returned: {
    en: "Your transfer of {amount} to {bank} did not go through. {reason} {total} is back {place}. Ref. {refNo}.",
    fil: "Hindi natuloy ang transfer ninyong {amount} sa {bank}. {reason} Nasa inyong {place} na ulit ang {total}. Ref. {refNo}.",
  },
  transfer_out_unanswered: {
    en: "{bank} has not said in time whether your transfer of {amount} arrived. {total} is back {place}. Ref. {refNo}.",
    fil: "Hindi nasabi ng {bank} sa takdang oras kung pumasok ang transfer ninyong {amount}. Nasa inyong {place} na ulit ang {total}. Ref. {refNo}.",
  },
  transfer_out_not_sent: {
    en: "Your transfer of {amount} to {bank} was not sent. {total} is available again. Ref. {refNo}.",
    fil: "Hindi naipadala ang transfer ninyong {amount} sa {bank}. Magagamit na ulit ang {total}. Ref. {refNo}.",
  },
  transfer_out_late: {
    en: "{bank} has credited your transfer of {amount} after all, though {total} is back {place}. Please do not send it again; we will contact you. Ref. {refNo}.",
    fil: "Pumasok pa rin sa {bank} ang transfer ninyong {amount}, kahit nasa inyong {place} na ulit ang {total}. Huwag na itong ipadala ulit; kokontakin namin kayo. Ref. {refNo}.",
  },
  transfer_out_moved_expected: {
    en: "Your PESONet transfer of {amount} to {bank} goes with a later cycle. It is expected by {moment}, if that is a banking day. Ref. {refNo}.",
    fil: "Sa susunod na cycle maipapadala ang PESONet transfer ninyong {amount} sa {bank}. Inaasahang papasok ito hanggang {moment}, kung banking day iyon. Ref. {refNo}.",
  },
  transfer_out_moved: {
    en: "Your PESONet transfer of {amount} to {bank} goes with a later cycle and arrives by {moment}. Ref. {refNo}.",
    fil: "Sa susunod na cycle maipapadala ang PESONet transfer ninyong {amount} sa {bank}, at papasok ito hanggang {moment}. Ref. {refNo}.",
  },
} as const;
