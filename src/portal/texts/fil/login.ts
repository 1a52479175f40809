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
  passkey: "Mag-sign in gamit ang passkey",
  passkeyWaiting: "Hinihintay ang inyong device",
  createAccount: "Gumawa ng account",
  someoneElse: "May ibang tao sa account ko",
  safetyStrong: `Hindi kailanman hihingin ng ${brand.product} ang inyong password, PIN, CVV o OTP`,
  safetyRest: " sa tawag, text o e-mail, at hindi kami nagpapadala ng link sa text.",
  terms: "Mga Tuntunin at Kondisyon",
  privacy: "Privacy Notice",
  comeBack: "Nawala ang lahat? Paano makabalik",
  forms: "Mga Form na Mada-download",
  becomeMember: "Maging Miyembro",
  regulator: `Ang ${brand.provider} ay nasa ilalim ng Bangko Sentral ng Pilipinas. BSP Consumer Assistance:`,
  wrong: "Mali ang username o password.",
  triesLeft: (count) => `${count} subok na lang bago kayo maghintay ng 15 minuto.`,
  suspended:
    "Suspendido muna ang inyong account dahil sa maraming maling login. Subukan ulit pagkaraan ng 15 minuto.",
  tryAt: (time) => `Puwede na sa ${time}.`,
  offline: "Walang internet. Walang naipadala. Kusa kaming kokonekta ulit.",
  backToLogin: "Bumalik sa login",
};
