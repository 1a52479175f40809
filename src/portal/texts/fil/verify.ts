import { brand } from "#brand";
import type { VerifyTexts } from "#portal/texts/en/verify.ts";

export const verify: VerifyTexts = {
  title: "Suriin ang statement o resibo",
  lead: `May ibinigay ba sa inyo na buwanang statement o ipinakitang resibo ng transfer ng ${brand.provider}? I-type ang code na nasa dulo nito, at ihambing ang sasabihin namin sa nakikita ninyo.`,
  code: "Code sa statement o resibo",
  codeHint: "16 na letra at numero ang sa statement (7K2M-9QRT-4XWV-0ABC), 12 ang sa resibo.",
  codeForm: "Ilagay ang 16 na letra at numero ng statement, o ang 12 ng resibo",
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
  receipt: {
    states: {
      accepted: "May ginawa kaming resibo na may ganitong code. Pinoproseso pa ang transfer.",
      sent: "May ginawa kaming resibo na may ganitong code. Pinoproseso pa ang transfer.",
      unknown: "May ginawa kaming resibo na may ganitong code. Sinusuri pa ang transfer.",
      credited: "May ginawa kaming resibo na may ganitong code, at dumating na ang transfer.",
      returned:
        "May ginawa kaming resibo na may ganitong code, pero hindi natuloy ang transfer: bumalik ang pera sa nagpadala.",
    },
    amount: "Halaga",
    at: "Petsa at oras",
    to: "Ipinadala sa",
    compare:
      "Kung iba ang ipinakita sa inyo, hindi iyon ang resibo namin. Tingnan din ang sarili ninyong account: dumating na ang pera kapag naroon na ito.",
    unknown:
      "Wala kaming resibo na may ganitong code. Ihambing itong muli. Kung tama ang code, huwag magtiwala sa ipinakita sa inyo.",
  },
  sealed: "Mga buwang naselyuhan na",
  sealedLead:
    "Kapag nagawa na ang lahat ng statement ng isang buwan, sineselyuhan namin ang mga ito sa iisang numero, pinipirmahan, at inilalathala rito. Gamit ang statement, ang patunay na katabi nito at ang listahang ito, masusuri ng isang eksperto sa computer, nang hindi nagtatanong sa amin, na walang linyang nabago.",
  sealedList: "Lahat ng buwang naselyuhan na, bilang file para sa mga programa",
};
