/**
 * Why a partner's file of a day is not taken, in the words that complete the refusal settlement_wrong; part of
 * reconciliationRefusals.ts.
 */
export const settlementFaults = {
  too_long: {
    en: "It is longer than a file of a day can be.",
    fil: "Mas mahaba ito kaysa posibleng haba ng file ng isang araw.",
  },
  no_statement: {
    en: "It is no statement of ISO 20022 (camt.053.001.08).",
    fil: "Hindi ito statement ng ISO 20022 (camt.053.001.08).",
  },
  several_statements: {
    en: "It holds several statements.",
    fil: "Higit sa isa ang statement na laman nito.",
  },
  one_page_of_several: {
    en: "It is one page of several.",
    fil: "Isa lang ito sa ilang pahina.",
  },
  other_day: { en: "It is of another day.", fil: "Sa ibang araw ito." },
  other_account: {
    en: "It is of another account than ours.",
    fil: "Hindi sa account natin ito.",
  },
  other_currency: {
    en: "It has amounts that are not in pesos and centavos.",
    fil: "May mga halaga itong hindi sa piso at sentimo.",
  },
  no_time_zone: {
    en: "It has a time or a date that does not say of which time zone it is.",
    fil: "May oras o petsa itong hindi sinasabi kung anong time zone.",
  },
  entry_other_day: {
    en: "An entry of it is of another day.",
    fil: "May entry itong sa ibang araw.",
  },
  entry_without_day: {
    en: "An entry of it has no booking date.",
    fil: "May entry itong walang petsa ng pagtatala.",
  },
  entry_not_booked: {
    en: "An entry of it is not booked yet.",
    fil: "May entry itong hindi pa naitatala.",
  },
  entry_reversed: {
    en: "An entry of it takes another back.",
    fil: "May entry itong bumabawi sa iba.",
  },
  entry_of_no_kind: {
    en: "An entry of it does not say whether it is a transfer or a return.",
    fil: "May entry itong hindi sinasabi kung transfer o pagsasauli.",
  },
  entry_on_other_side: {
    en: "An entry of it is a transfer that comes in, or a return that goes out.",
    fil: "May entry itong transfer na pumapasok, o pagsasauli na lumalabas.",
  },
  entry_without_transfer: {
    en: "An entry of it names no transfer, or two.",
    fil: "May entry itong walang tinutukoy na transfer, o dalawa.",
  },
  entry_of_parts: {
    en: "An entry of it stands for several transfers whose amounts do not add up to it.",
    fil: "May entry itong para sa ilang transfer na hindi tugma ang kabuuan.",
  },
  totals: {
    en: "Its totals are not those of its entries.",
    fil: "Hindi tugma ang mga kabuuan nito sa mga entry nito.",
  },
  balance_missing: {
    en: "It lacks the opening or the closing balance, or has one of them twice.",
    fil: "Kulang ito sa panimula o pangwakas na balanse, o doble ang isa sa mga ito.",
  },
  balances: {
    en: "Its balances are not those of its entries.",
    fil: "Hindi tugma ang mga balanse nito sa mga entry nito.",
  },
  other_file: {
    en: "It is not the file whose checksum was sent with it.",
    fil: "Hindi ito ang file na katugma ng checksum na kasama nito.",
  },
  no_header: {
    en: "It does not begin with the header of such a file, or does not end with its trailer.",
    fil: "Hindi ito nagsisimula sa header ng ganitong file, o hindi nagtatapos sa trailer nito.",
  },
  odd_line: {
    en: "A line of it cannot be read.",
    fil: "May linya itong hindi mabasa.",
  },
} as const;

export type SettlementFault = keyof typeof settlementFaults;
