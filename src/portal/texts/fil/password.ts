import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import type { PasswordTexts } from "#portal/texts/en/password.ts";

export const password: PasswordTexts = {
  title: "Palitan ang Password",
  lead: "Mananatili kayong naka-log in dito. Mala-log out ang iba ninyong device.",
  current: "Kasalukuyang password",
  set: "Bagong password",
  confirm: "Ulitin ang bagong password",
  submit: "Palitan ang Password",
  updated: "Na-update ang password",
  noAnswer:
    "Hindi namin maabot ang server, kaya hindi namin alam kung napalitan ang password. Kung hindi na gumagana ang luma, napalitan na ito.",
  hint: "Hindi bababa sa 8 karakter.",
  goodTitle: "Ang mabuting password",
  good: {
    words: "Madaling tandaan at mahirap hulaan ang ilang salitang walang kaugnayan.",
    own: "Huwag itong gamitin saanman.",
    personal: `Huwag isama ang inyong pangalan, username, mga numero, petsa ng kapanganakan at ang pangalang ${brand.product}.`,
    common:
      "Hindi tinatanggap ang madaling hulaan: karaniwang salita, kahit may numero at simbolo.",
    manager: "Puwede itong ilagay ng password manager, at puwedeng i-paste.",
  },
  warn: `Hindi kailanman hihingin ng ${brand.product} ang inyong password, PIN, CVV o OTP.`,
  warnRest: ` May nakakaalam ba ng inyong password? Tumawag agad sa ${hotline}.`,
};
