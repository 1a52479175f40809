import type { cashAtCounter as texts } from "#portal/texts/en/cashAtCounter.ts";

export const cashAtCounter: typeof texts = {
  title: "Cash sa counter",
  asks: (amount: string, branch: string) => `${amount} na cash sa ${branch}`,
  from: (account: string, time: string) => `Mula sa account ${account}. Bukas hanggang ${time}.`,
  meaning:
    "Inilagay ito ng aming teller. Aprubahan lang kung nasa counter na iyon kayo ngayon; kung hindi, tanggihan.",
  approve: "Aprubahan",
  refuse: "Tanggihan",
  approving: "Itinatala ang pag-withdraw",
  approves: (amount: string, account: string, branch: string) =>
    `Inaaprubahan nito ang ${amount} na cash mula sa account ${account} sa ${branch}.`,
  approved: (receiptNo: string) => `Naaprubahan. Ibibigay ito ng teller. Resibo ${receiptNo}`,
  refused: "Tinanggihan. Walang ilalabas na pera.",
  safe: "Hindi kayo ang humiling nito? I-freeze ang account sa ibaba, o tumawag sa amin.",
};
