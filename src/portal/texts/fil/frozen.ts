import type { FrozenTexts } from "#portal/texts/en/frozen.ts";

export const frozen: FrozenTexts = {
  title: "Naka-freeze ang inyong account",
  lead: "Ligtas ang pera ninyo. Ito ang ginagawa ng freeze:",
  leadSince: (moment) => `Na-freeze noong ${moment}. Ligtas ang pera ninyo.`,
  doneTitle: "Ano ang huminto",
  sessions: "Na-log out ang lahat, sa bawat device.",
  ended: (count) =>
    count === 0 ? "Wala nang naka-log in." : `Natapos ang ${count} pag-log in, sa bawat device.`,
  before: "Naka-freeze na ito dati: wala nang kailangang gawin.",
  noSignIn: "Walang makakapag-log in, makakapagpadala ng pera o makakagamit ng code, pati kayo.",
  schedules: "Naka-pause ang mga naka-schedule na transfer hanggang ituloy ninyo ang mga ito.",
  cardLocked: "Naka-lock ang inyong card.",
  cardAsked:
    "Naka-lock dito ang inyong card. Hindi pa ito kinukumpirma ng kompanya ng card; tatanungin namin hanggang makumpirma.",
  comingBack: (refNo) => `Hindi naipadala ang order na ${refNo}. Babalik ang pera kasama ang fee:`,
  goesOn: "Papasok pa rin ang pera, at tuloy ang mga kaltas sa sahod.",
  backTitle: "Paano ito mabubuksan ulit",
  back: (product) => [
    `Pumunta sa alinmang opisina ng ${product}. Magdala ng isang valid ID na may litrato.`,
    "Dalhin ang phone na may number na nasa aming talaan. Kung nawala ito, sabihin sa amin: papalitan muna namin ang number.",
    "Dalawa sa amin ang titiyak kung sino kayo. Saka kayo mag-log in gamit ang password at code.",
  ],
  after:
    "Sa loob ng 24 oras pagkatapos, walang bagong padadalhan at walang tataas na limit. Kung maaaring may nakakaalam ng inyong password, gumawa ng bago bago mag-log in, sa “Nakalimutan ang username o password?”.",
  byPhone: "Hindi ito mabubuksan sa telepono. Kung may tanong, tumawag sa amin:",
  byPasskeyTitle: "Gamit ang passkey, hindi na pupunta sa opisina",
  byPasskey:
    "12 oras o higit pa pagkatapos ng freeze, kayo mismo ang makapagbubukas nito gamit ang passkey na mayroon na kayo bago ang araw ng freeze at ang code sa inyong mobile number.",
  unfreeze: "Buksan ang account ko gamit ang passkey",
  unfreezeLead: "12 oras o higit pa pagkatapos ng freeze, sa dalawang hakbang:",
  unfreezeSteps: [
    "I-unlock ang passkey gamit ang daliri, mukha o PIN ng device na ito.",
    "Ilagay ang code na ipapadala namin sa mobile number na nasa aming talaan.",
  ],
  usePasskey: "Gamitin ang passkey ko",
  passkeyWaiting: "Hinihintay ang inyong passkey",
  passkeyClosed: "Walang passkey na nagamit. Subukan ulit, o buksan ang account sa opisina.",
  noPasskey: "Walang passkey, o walang phone?",
  noPasskeyBody: (product) =>
    `Magdala ng isang valid ID sa alinmang opisina ng ${product}. Hindi ito mabubuksan sa telepono. Kung may tanong, tumawag sa amin:`,
  backToFrozen: "Bumalik",
  openTitle: "Bukas na ulit ang inyong account",
  openLead: "Mag-log in gaya ng dati. Hihingi kami ng code minsan pa sa device na ito.",
  pausedSchedules: (count) =>
    count === 1
      ? "Naka-pause pa ang 1 naka-schedule na transfer hanggang ituloy ninyo ito."
      : `Naka-pause pa ang ${count} naka-schedule na transfer hanggang ituloy ninyo ang bawat isa.`,
  toSchedules: "Mag-log in at tingnan ang naka-schedule",
  lostAll: "Nawala ang phone, number at password? Ano ang dadalhin",
  toLogin: "Bumalik sa login",
  someoneElse: "May ibang tao sa account ko",
  someoneElseLead:
    "Ilagay ang inyong username o membership no. Magpapadala kami ng code sa mobile number na nasa aming talaan. Sa code na iyon, agad na mafi-freeze ang account: mala-log out ang lahat at walang lalabas na pera.",
  freezeByPasskeyTitle: "May passkey kayo rito?",
  freezeByPasskeyBody: "Mafi-freeze agad ang account, hindi na kailangan ng number at code.",
  freezeByPasskey: "I-freeze gamit ang passkey ko",
  noPhone: "Nawala ba ang phone ninyo?",
  noPhoneBody:
    "Tumawag agad sa amin: kami ang magfi-freeze ng account. O pumunta sa alinmang opisina.",
};
