import { brand } from "#brand";
import type { VerifyTexts } from "#portal/texts/en/verify.ts";

export const verify: VerifyTexts = {
  title: "Suriin ang statement",
  lead: `May ibinigay ba sa inyo na buwanang statement ng ${brand.provider}? I-type ang code na nasa dulo nito, at ihambing ang sasabihin namin sa nakasulat sa papel.`,
  code: "Code sa statement",
  codeHint: "16 na letra at numero, halimbawa 7K2M-9QRT-4XWV-0ABC.",
  codeForm: "Ilagay ang 16 na letra at numero ng code",
  check: "Suriin",
  checking: "Sinusuri",
  genuine: "May ginawa kaming statement na may ganitong code. Ang nakasulat doon:",
  month: "Buwan",
  account: "Account number",
  endsIn: (digits) => `nagtatapos sa ${digits}`,
  closing: "Huling balanse",
  madeAt: "Ginawa noong",
  compare:
    "Kung iba ang nakasulat sa papel, hindi iyon ang ginawa namin. Hindi namin sinasabi ang pangalan o ang mga transaksyon.",
  unknown:
    "Wala kaming statement na may ganitong code. Ihambing itong muli sa papel. Kung tama ang code, huwag magtiwala sa papel.",
  sealed: "Mga buwang sinelyuhan",
  sealedLead:
    "Kapag nagawa na ang lahat ng statement ng isang buwan, sinelyuhan namin ang mga ito sa iisang numero, pinipirmahan, at inilalathala rito. Gamit ang statement, ang patunay na katabi nito at ang listahang ito, masusuri ng isang eksperto sa computer, nang hindi nagtatanong sa amin, na walang linyang nabago.",
  sealedList: "Lahat ng buwang sinelyuhan, bilang file para sa mga programa",
};
