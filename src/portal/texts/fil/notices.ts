import type { notices as english } from "#portal/texts/en/notices.ts";

export const notices: typeof english = {
  title: "Mga Abiso",
  lead: "Laging nakasulat ang lahat dito sa portal. Piliin kung saan pa kayo aabisuhan.",
  kinds: "Ano ang sinasabi namin",
  sectionHint: "Ano ang dumarating sa text, sa email at sa device na ito, bukod sa portal.",
  choose: "Pumili ng mga abiso",
  text: "Text message",
  email: "Email",
  push: "Notification",
  inPortal: "Dito sa portal",
  inPortalAbout: "Nasa kampana, anuman ang piliin ninyo sa ibaba",
  allKinds: "Lahat",
  always: "Palagi",
  noAddress: "Walang address. Ibigay ito sa isang opisina.",
  byAmount: "Ayon sa halaga, sa Ayusin ang Card",
  emailTo: (address) => `Sa ${address} ipinapadala ang email. Sa opisina ito napapalitan.`,
  textTo: (number) => `Sa ${number} ipinapadala ang text.`,
  rules: {
    chosen: "",
    always: "Para walang makakilos nang hindi ninyo alam",
    warnings: "Laging dumarating ang mga babala; ang pinipili rito ay ang iba pang abiso",
    by_amount: "",
  },
  byText: {
    security: "",
    money_out: "Sa pagitan ng sarili ninyong card at mga account, ang bumalik o nahuli lang",
    money_in: "Mga transfer lang, hindi ang cash at sahod",
    card_use: "",
    loans: "Hindi kasama ang mga bayad na natanggap namin",
    schedules: "",
    account:
      "Kapag naghihintay sa inyo o tinanggihan lang ang card, at kapag sinagot namin ang report ninyo",
  },
  groups: {
    security: {
      name: "Seguridad at access",
      about: "Pag-sign in, password, device, passkey, limit, lock, PIN at CVV",
    },
    money_out: { name: "Perang ipinadala", about: "Mga transfer, at kung dumating ang mga ito" },
    money_in: { name: "Perang natanggap", about: "Mga transfer sa inyo, cash at sahod" },
    card_use: { name: "Bili gamit ang card", about: "Mga bili, withdrawal at mga tinanggihan" },
    loans: { name: "Mga loan", about: "Mga application, bayad, debit at mga overdue" },
    schedules: {
      name: "Naka-schedule na transfer",
      about: "Ano ang ipapadala bukas, at ano ang hindi naipadala",
    },
    account: {
      name: "Balita sa account",
      about: "Ang card ninyong ginagawa, at mga sagot sa inyong report",
    },
  },
  nothingPushed:
    "Kapag bukas na ang notifications sa isang device, dito ninyo mapipili kung alin ang darating doon.",
  pushUnknown:
    "Hindi namin na-load kung saang mga device dumarating ang notification, kaya wala rito ang mga switch ng mga iyon. Hindi nagbabago ang pinili ninyo para sa mga iyon.",
  lessened:
    "Kapag pinatay ninyo ang text o email, isang text ang magsasabi nito sa inyo. Proteksyon ito laban sa iba.",
  save: "I-save",
  saving: "Sine-save",
  notSaved: "Hindi pa nase-save.",
  saved: "Na-save ang mga pinili ninyo",
  unchanged: "Walang nabago",
};
