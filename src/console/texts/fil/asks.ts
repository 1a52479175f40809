import type { asks as english } from "#console/texts/en/asks.ts";

export const asks: typeof english = {
  menu: "Humiling ng pagbabago",
  secondPerson:
    "Pupunta ito sa pangalawang tao. Walang magbabago hangga't hindi nila inaaprubahan.",
  choose: "Pumili",
  reason: "Dahilan",
  reasonHint: "Babasahin ito ng pangalawang tao, at mananatili sa talaan.",
  ask: "Humiling",
  asking: "Humihiling",
  asked: "Naipadala na ang request. Ibang tao na ang magpapasya.",
  toRequest: "Tingnan ang request",
  documents: "Mga dokumento",
  documentsHint:
    "Ang pinirmahan o ipinakita ng miyembro: hanggang 5 larawan (JPEG, PNG o WebP) na tig-2 MB o PDF na tig-5 MB.",
  mobileNumber: "Bagong mobile number",
  mobileHint: "Halimbawa 0917 555 1234. Doon ipapadala ang mga code, at mala-log out ang miyembro.",
  emailAddress: "Bagong email address",
  identityDocument: "Nakita ninyong dokumento ng pagkakakilanlan",
  identityHint:
    "Uri at huling 4 na numero, halimbawa UMID na nagtatapos sa 1234. Huwag ang buong numero.",
  cause: "Sanhi",
  causeHint: "Hindi na nababawi ang nanakaw, expired, napalitan, pumanaw at sarado.",
  causes: {
    lost: "Nawala",
    stolen: "Nanakaw",
    fraud: "Fraud",
    expired: "Expired",
    replaced: "Napalitan",
    death: "Pumanaw ang miyembro",
    closed: "Sarado na ang account",
    other: "Iba pa",
  },
  notMade: {
    cause: "Ano ang nangyari",
    causes: { not_produced: "Hindi nagawa", lost_in_post: "Nawala sa daan" },
    body: "Matatapos ang order at ibabalik ang fee sa miyembro, na sasabihan at puwedeng humiling ulit. Hindi ibibigay ang card kung dumating pa ito.",
  },
  about: {
    lift_admin_lock: "Magagamit ulit ang card gaya ng bago ito na-lock.",
    reactivate_card: "Magagamit ulit ang card, maliban kung hindi na nababawi ang sanhi.",
    replace_card:
      "Puwedeng humiling ng bagong card ang miyembro; hindi nagbabago ang account at ang laman nito. May fee sa application, maliban kung expired ang card.",
    reactivate_member: "Makakapag-sign in na ulit ang miyembro.",
    lift_freeze:
      "Makakapag-sign in na ulit ang miyembro, gamit ang code, at matatapos ang lock ng card dahil sa freeze. Isang araw na walang bagong padadalhan at walang tataas na limit.",
    shorten_pause:
      "Puwede na agad ang bagong padadalhan, mas mataas na limit at pagbukas ng naka-lock na pera.",
  },
  account: "Account",
  amount: "Halaga",
  case: "Case number",
  caseHint: "4 hanggang 40 letra, digit at gitling",
  days: "Mga araw",
  daysHint: "Mula 1 hanggang 30",
  hold: "Hold",
  lockedHint:
    "Magagamit agad ang lahat ng naka-lock sa account na ito. Tingnan muna ang miyembro at isang valid ID.",
  noHolds: "Walang naka-hold na pinagtatalunang pera.",
};
