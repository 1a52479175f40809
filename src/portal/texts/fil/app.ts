import { brand } from "#brand";
import type { AppTexts } from "#portal/texts/en/app.ts";

export const app: AppTexts = {
  offline: {
    title: "Wala kayong koneksyon",
    titleUnreachable: "Hindi kami maabot sa ngayon",
    lead: "Walang maipapadala o mababago kapag walang koneksyon. Kusa kaming susubok ulit.",
    kept: "Kung naka-log in kayo, mananatili iyon nang ilang sandali, at nakatago ang tinype ninyo sa transfer.",
    balances: "Ang huli ninyong mga balanse",
    asOf: (moment) => `Noong ${moment}`,
    mayDiffer: "Maaaring iba na ang mga ito ngayon.",
    withdrawable: "Puwedeng i-withdraw",
    onCard: "Magagamit sa card",
    ending: (tail) => `nagtatapos sa ${tail}`,
    noBalances: "Walang balanseng nakatago sa browser na ito",
    noBalancesMeaning: "Para makita rito ang mga huli, piliin ito sa Seguridad kapag online kayo.",
    tryAgain: "Subukan ulit",
    trying: "Sinusubukan",
    urgent: "Tungkol ba ito sa inyong card o account, at apurahan? Tawagan kami:",
  },
  device: {
    title: "Sa browser na ito",
    balances: "Ipakita ang huli kong mga balanse kahit walang koneksyon",
    balancesHint:
      "Naka-encrypt ang mga ito sa browser na ito nang isang linggo, kasama ang oras. Makikita ito ng sinumang may hawak ng device, kaya piliin lamang sa sarili ninyong device. Nabubura ito kapag nag-log out kayo.",
    on: "Bukas",
    off: "Sarado",
    turnedOn: "Itinatago na sa browser na ito ang huli ninyong mga balanse",
    turnedOff: "Wala nang nakatago sa browser na ito",
    install: `I-install ang ${brand.portal}`,
    installHint: "Isang icon sa home screen, at sariling window. Wala nang iba pang iniimbak nito.",
    installNow: "I-install",
  },
  release: {
    ready: "May bagong bersyon.",
    reload: "I-reload",
    keeps: "Nakatago ang tinype ninyo sa transfer.",
  },
};
