import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { ComeBackTexts } from "#portal/texts/en/comeBack.ts";

export const comeBack: ComeBackTexts = {
  title: "Kapag nawala ang lahat",
  lead: "Nawala ang phone, ang number at ang password? Nasa lugar pa rin ang inyong pera, at may isang ligtas na paraan para makabalik: ang pumunta nang personal.",
  firstTitle: "Una: ipahinto muna",
  first: `Tumawag sa ${hotline}. Isasara namin agad ang inyong online access at ila-lock ang card. Walang password na kailangan para dito, at hindi kami hihingi nito.`,
  officeTitle: "Sunod: pumunta sa isang opisina",
  office: `Kahit saang opisina: sa ${brand.offices.head}, sa ${brand.offices.branch} o sa isang satellite office.`,
  bringTitle: "Ano ang dadalhin",
  bring: {
    id: "Isang valid ID na may litrato at pirma ninyo",
    number: "Mobile number na kayo lang ang gumagamit, nasa phone na hawak ninyo",
    membership:
      "Ang inyong membership no., kung alam ninyo. Kung hindi, hahanapin namin kayo sa pangalan at petsa ng kapanganakan.",
  },
  stepsTitle: "Ano ang mangyayari doon",
  steps: {
    who: {
      title: "Titiyakin naming kayo nga iyon",
      body: "Ihahambing kayo ng tao sa counter sa inyong ID at sa nasa aming talaan.",
    },
    two: {
      title: "Dalawa sa amin ang magpapasya",
      body: "Ang isa ang hihiling ng pagbabago, at iba ang magpapasya. Walang sinuman sa amin ang makakagawa nito nang mag-isa, para man sa inyo o para sa magnanakaw. Kaya maaaring kailanganing hintayin ang isa pa.",
    },
    number: {
      title: "Itatala ang bago ninyong number",
      body: "Kung isinara ang access, ganoon din ito bubuksan ulit. Sasabihan ang dati at ang bagong number.",
    },
    code: {
      title: "Gagawa kayo ng bagong password",
      body: "Piliin ang “Nakalimutan ang username o password?” sa login. Sa bagong number pupunta ang code. Kung wala kayong online account, o kinansela ito, iaabot sa inyo ang first-time code at iyon ang gagamitin sa paggawa ng account.",
    },
    after: {
      title: "Isang araw munang walang bagong mapapadalhan",
      body: "Kailangan ulit ng code sa bawat device. Tingnan ang mga nangyari sa account, at sabihin sa amin ang anumang hindi kayo ang gumawa.",
    },
  },
  never: "Hindi ito ginagawa sa tawag, e-mail, chat o courier.",
  neverRest:
    " Pera ninyo ang habol ng mag-aalok ng ganoon. Hindi kami kailanman hihingi ng password, PIN, CVV o OTP.",
  toForgot: "Hawak ko ang number: gagawa ng bagong password",
};
