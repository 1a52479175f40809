import type { FreezeTexts } from "#portal/texts/en/freeze.ts";

export const freeze: FreezeTexts = {
  title: "May ibang tao ba sa account ninyo?",
  name: "I-freeze ang account ko",
  lead: "Isang pindot at hihinto ang lahat ng lumalabas. Papasok pa rin ang pera. Mabubuksan ulit sa opisina, o gamit ang passkey pagkaraan ng 12 oras o higit pa.",
  action: "I-freeze ang account ko",
  question: "I-freeze na ang account ninyo?",
  whatStops: [
    "Mala-log out ang lahat, sa bawat device, pati kayo.",
    "Walang makakapag-log in, makakapagpadala ng pera o makakagamit ng code.",
    "Mala-lock ang inyong card, babalik kasama ang fee ang mga order sa ibang bangko na hindi pa naipadala, at mapo-pause ang mga naka-schedule na transfer.",
  ],
  whatGoesOn: "Papasok pa rin ang pera, at tuloy ang mga kaltas sa sahod.",
  howBack: (product) =>
    `Para mabuksan ulit, pumunta sa alinmang opisina ng ${product} na may dalang isang valid ID. Pagkaraan ng 12 oras o higit pa, kayo mismo ang makapagbubukas nito gamit ang passkey na nasa inyo na bago ang araw ng freeze at ang code sa inyong mobile number. Hindi ito magagawa sa telepono: pag-freeze at pagsagot sa tanong lang ang sa hotline.`,
  now: "I-freeze na",
  freezing: "Fini-freeze",
  noAnswer:
    "Hindi namin maabot ang server, kaya hindi namin alam kung naka-freeze na ang account. Subukan ulit, o tumawag agad sa amin:",
};
