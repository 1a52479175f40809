import { brand } from "#brand";
import type { LoginTexts } from "#portal/texts/en/login.ts";

export const login: LoginTexts = {
  documentTitle: `Mag-log in · ${brand.portal}`,
  description: `${brand.portal}: balanse, loan at card ng mga miyembro ng ${brand.provider}`,
  tagline: brand.tagline.fil,
  features: {
    balance: "Tingnan ang balanse nang real-time",
    loans: "Tingnan ang detalye ng loan",
    card: "Mag-apply ng prepaid card",
  },
  title: "Login ng Miyembro",
  lead: "Gamitin ang username na pinili ninyo noong ginawa ang inyong account.",
  username: "Username",
  password: "Password",
  forgot: "Nakalimutan ang username o password?",
  logIn: "Mag-log in",
  loggingIn: "Nagla-log in",
  createAccount: "Gumawa ng account",
  safetyStrong: `Hindi kailanman hihingin ng ${brand.product} ang inyong password, PIN, CVV o OTP`,
  safetyRest: " sa tawag, text o e-mail, at hindi kami nagpapadala ng link sa text.",
  terms: "Mga Tuntunin at Kondisyon",
  forms: "Mga Form na Mada-download",
  becomeMember: "Maging Miyembro",
  regulator: `Ang ${brand.provider} ay nasa ilalim ng Bangko Sentral ng Pilipinas. BSP Consumer Assistance:`,
  wrong: "Mali ang username o password.",
  triesLeft: (count) => `${count} subok na lang.`,
  suspended:
    "Suspendido muna ang inyong account dahil sa maraming maling login. Subukan ulit pagkaraan ng 15 minuto.",
  tryAt: (time) => `Puwede na sa ${time}.`,
  offline: "Walang internet. Walang naipadala. Kusa kaming kokonekta ulit.",
  help: {
    callTitle: "Tumawag sa member care",
    callBody: "Ihanda ang membership number. Hindi namin hihingin ang password, PIN, CVV o OTP.",
    visitTitle: "Pumunta sa opisina",
    visitBody: `Pumunta sa ${brand.offices.head}, sa ${brand.offices.branch} o sa pinakamalapit na satellite office.`,
    termsTitle: "Mga Tuntunin at Kondisyon",
    termsLead:
      "Nasa bawat opisina ang nakalimbag na tuntunin, at padadalhan kayo ng kopya ng member care kapag humingi.",
    termsKeyTitle: "Ang madalas itanong ng mga miyembro",
    termsFacts: {
      mobile: "Dapat tama ang mobile number: doon ipinapadala ang mga code.",
      codes:
        "6 na digit ang One-Time Transaction PIN at First Time User's Code. Sabihan ang member care kung wala pa sa loob ng 24 oras.",
      report: "Ang problema sa isang utos ay dapat i-report sa loob ng 12 oras.",
      inactive:
        "Sinususpinde ang online access pagkaraan ng 6 na buwang walang galaw at kinakansela pagkaraan ng 1 taon. Hindi gagalawin ang inyong pera.",
      charges: "Dapat sapat ang balanse para sa bayad ng fund transfer o top-up.",
      notices:
        "Itinuturing na natanggap ang sulat pagkaraan ng 2 araw, at ang e-mail pagkaraan ng 24 oras.",
    },
    backToLogin: "Bumalik sa login",
  },
};
