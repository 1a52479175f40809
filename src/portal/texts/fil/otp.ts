import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { OtpTexts } from "#portal/texts/en/otp.ts";

export const otp: OtpTexts = {
  screenTitle: "I-verify ang inyong mobile number",
  sentTo: "Nagpadala kami ng One-Time Password sa ",
  newDevice: "Hinihingi ito dahil bago sa amin ang device na ito.",
  codeLabel: "6-digit na code",
  hint: "Susuriin ang code pagkalagay ng huling digit. Puwede itong i-paste.",
  resendNow: "Ipadala ulit ang code",
  resendIn: (time) => `Puwedeng ipadala ulit pagkaraan ng ${time}`,
  sending: "Nagpapadala ng bagong code",
  sentBefore: "Gamitin ang code na naipadala na sa inyo",
  newSent: "Naipadala ang bagong OTP code",
  useNewest: "Gamitin ang pinakabagong code; hindi na gagana ang nauna.",
  wrong: "Mali ang OTP. Subukan ulit.",
  triesLeft: (count) => `${count} subok na lang.`,
  usedUp: "Ubos na ang subok sa code na ito. Pindutin ang “Ipadala ulit” para sa bagong OTP.",
  wasUsed:
    "Nagamit na ang code na ito, kaya posibleng nagawa na ang hiniling ninyo. Tingnan muna ang kalagayan bago humiling ulit.",
  tooOld: "Luma na ang code. Humingi ng bago.",
  wasTooOld: "Luma na ang code. Nagpadala kami ng bago.",
  delayed:
    "Naantala ang mga text ngayon. Puwedeng maghintay, o subukan ulit pagkaraan ng ilang minuto.",
  backAgain: "Konektado na ulit. Pindutin ang Subukan ulit.",
  startAgain:
    "Masyadong natagalan. Pindutin ang Bumalik at magpatuloy mula roon para sa bagong code.",
  neverShare: `Huwag ibigay ang code kaninuman. Hindi ito hihingin ng staff ng ${brand.product}.`,
  helpTitle: "Walang natanggap na text?",
  helpBody: `Tingnan ang signal. I-on ang airplane mode nang 5 segundo, saka i-off. Siguraduhing hindi puno ang inbox. Kung wala pa rin sa loob ng 24 oras, sabihan ang member care, ${hotline}.`,
  helpCounter:
    "Binigyan ba kayo ng office ng First Time User's Code? Ilagay iyon dito kapalit ng code sa text. Gumagana ito nang 24 oras.",
  helpRecovery:
    "Pindutin ang Bumalik para tingnan kung tama ang inyong inilagay. Sa numerong nasa aming rekord lang ipinapadala ang code.",
  dialogTitle: "I-verify ang One-Time Password",
  dialogNoText: "Wala pang text?",
  dialogApproves: (sum, toPayee) => `Para ito sa ${sum} papunta ${toPayee}.`,
  dialogSum: (amount, fee, total) => `${amount} at bayad na ${fee} (${total} lahat)`,
  dialogResendIn: (seconds) => `IPADALA ULIT PAGKARAAN NG (${seconds} SEG)`,
  dialogResendNow: "IPADALA ULIT ANG OTP",
  passkeyTitle: "Aprubahan gamit ang passkey",
  passkeyAsking: "Hinihingi ng device ang inyong fingerprint, mukha o screen lock.",
  passkeyAgain: "Aprubahan gamit ang passkey",
  passkeyByText: "Magpadala na lang ng code sa text",
  passkeyOnly:
    "Hindi sapat dito ang code sa text. Nasa ibang phone o computer ba ang passkey? Ihanda ito at subukan ulit. Nawala ito? Alisin sa “Mga passkey” at gumawa ng bago, o pumunta sa alinmang opisina namin na may valid ID.",
  toPasskeys: "Ang inyong mga passkey",
  passkey_needed: "Kailangan ng passkey",
  office_needed: "Sa opisina lang",
  anyOffice: `Kahit saang opisina: sa ${brand.offices.head}, sa ${brand.offices.branch} o sa satellite office.`,
};
