import { brand } from "#brand";
import type { OtpTexts } from "#portal/texts/en/otp.ts";

export const otp: OtpTexts = {
  screenTitle: "I-verify ang inyong mobile number",
  sentTo: "Nagpadala kami ng One-Time Password sa ",
  codeLabel: "6-digit na code",
  hint: "Susuriin ang code pagkalagay ng huling digit. Puwede itong i-paste.",
  resendNow: "Ipadala ulit ang code",
  resendIn: (time) => `Puwedeng ipadala ulit sa loob ng ${time}`,
  sending: "Nagpapadala ng bagong code",
  newSent: "Naipadala ang bagong OTP code",
  useNewest: "Gamitin ang pinakabagong code; hindi na gagana ang nauna.",
  wrong: "Mali ang OTP. Subukan ulit.",
  triesLeft: (count) => `${count} subok na lang.`,
  usedUp: "Ubos na ang subok sa code na ito. Pindutin ang “Ipadala ulit” para sa bagong OTP.",
  neverShare: `Huwag ibigay ang code kaninuman. Hindi ito hihingin ng staff ng ${brand.product}.`,
  helpTitle: "Walang natanggap na text?",
  helpBody: `Tingnan ang signal. I-on ang airplane mode nang 5 segundo, saka i-off. Siguraduhing hindi puno ang inbox. Kung wala pa rin sa loob ng 24 oras, sabihan ang member care, ${brand.phone}.`,
  dialogTitle: "I-verify ang One-Time Password",
  dialogNoText: "Wala pang text?",
  dialogApproves: (amount, payee) => `Para ito sa ${amount} papunta sa ${payee}.`,
  dialogResendIn: (seconds) => `IPADALA ULIT SA (${seconds} SEG)`,
  dialogResendNow: "IPADALA ULIT ANG OTP",
};
