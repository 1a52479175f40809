import { brand } from "#brand";
import type { QrTexts } from "#portal/texts/en/qr.ts";

export const qr: QrTexts = {
  link: "Magbayad o magpabayad gamit ang QR code",
  title: "QR code",
  back: "Mag-transfer ng Pera",
  loading: "Kinukuha ang inyong code",
  notLoaded: "Hindi namin makuha ang inyong code",
  pay: "Magbayad sa tao gamit ang code",
  payLead:
    "Para sa QR Ph code ng tao lang: hindi mababayaran dito ang code ng tindahan. Itutok ang camera, o pumili ng larawan. Wala pang ipapadalang pera.",
  scan: "I-scan ang code",
  stopCamera: "Ihinto ang camera",
  fromPicture: "Mula sa larawan",
  reading: "Binabasa ang larawan",
  cameraSees: "Ang nakikita ng camera",
  holdStill: "Itapat ang code sa gitna ng larawan.",
  cameraProblems: {
    refused: "Hindi pinapayagan ang camera dito. Payagan ito sa browser, o pumili ng larawan.",
    none: "Hindi namin mabuksan ang camera. Pumili na lang ng larawan ng code.",
  },
  says: "Sabi ng code na ito:",
  name: "Pangalan",
  bank: "Bangko",
  number: "Account number",
  amount: "Halaga",
  anyAmount: "Kayo ang magsasabi kung magkano",
  reference: "Reference",
  checkPayee:
    "Gamitin lang kung kilala ninyo ang nagbigay ng code. Kahit sino ay puwedeng mag-imprenta nito.",
  use: "Gamitin",
  other: "Ibang code",
  refused: "Walang nailagay sa form.",
  refusals: {
    nothing: "Wala kaming nakitang QR code diyan.",
    too_long: "Mas mahaba ito sa kahit anong code na pambayad.",
    no_code: "Hindi ito code na pambayad.",
    damaged: "Sira o binago ang code na ito: hindi tugma ang check. Hingin itong muli.",
    malformed: "Hindi ito sumusunod sa QR Ph. Humingi ng ibang code sa tatanggap.",
    foreign: "Hindi ito QR Ph code para sa piso sa Pilipinas.",
    merchant:
      "Code ito ng tindahan. Code lang ng tao ang mababayaran namin; bayaran ang tindahan sa ibang paraan.",
    account: "Hindi kaya ng transfer ang account sa code na ito. Hingin ang account number.",
    extra:
      "Humihingi ang code na ito ng dagdag na bayad o tip. Hindi namin binabayaran ang ganito.",
    bank: "Hindi tumatanggap ng InstaPay mula sa amin ang bangko ng code na ito.",
    own: "Sarili ninyong code ito.",
  },
  myCode: "Ang aking code",
  myCodeLead: `Ang mag-scan nito ay magbabayad sa inyong ${brand.cardAccount} account. Nakikita rito ang inyong pangalan at account number.`,
  noCode: "Wala pa kayong code: kailangan ng aktibong card account.",
  codeOfAny: "Ang inyong QR Ph code, para sa kahit anong halaga",
  codeOf: (amount) => `Ang inyong QR Ph code para sa ${amount}`,
  askAmount: "Halagang hihingin",
  askAmountHint: "Iwanang blangko para tanggapin ang kahit anong halaga",
  share: "I-share o i-save",
  notSaved: "Hindi nagawa ang larawan ng inyong code.",
};
