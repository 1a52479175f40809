import { visaSpielField } from "#contract/transferSetup.ts";
import { type Setup, switchesOf } from "./setup.ts";

const bank = { shortName: "BDO", minDigits: 10, maxDigits: 12, isPopular: true, bic: "" };
/** What the forms need of a member who has a card and savings; for tests. */
export const exampleSetup: Setup = {
  switches: switchesOf(undefined),
  eonAccount: {
    accountNo: "990112345006",
    cardNumber: "",
    balance: 60_000_00n,
    available: 60_000_00n,
  },
  sourceAccounts: [
    {
      accountNumber: "S1",
      name: "Savings",
      type: "savings",
      withdrawableBalance: 500_00n,
      lockedBalance: 0n,
    },
  ],
  otherDetails: {
    rawTransferToOtherBankInstaPayFee: "10.00",
    rawTransferToOtherBankPesonetFee: "10.00",
    transferToOtherBankPesonetFee: "",
    transferToOtherBankDailyLimit: "",
    transferToOtherBankMonthlyLimit: "",
    transferToOtherBankInstapayFee: "",
    transferToOtherBanksInstaPayTxnLimit: "",
    [visaSpielField]: "",
    transferHolidayReminder: "",
    pesonetReminders: [],
    pesonetHours: [],
    instapayReminders: [],
    cardToCardReminders: [],
    loadLimitLeft: 0n,
  },
  figures: {
    instapayFee: 10_00n,
    pesonetFee: 8_00n,
    cardToCardFee: 0n,
    instapayMost: 50_000_00n,
    pesonetMost: 200_000_00n,
    cardToCardMost: 50_000_00n,
    otherBankDaily: 100_000_00n,
    otherBankMonthly: 500_000_00n,
    leftToday: 55_000_00n,
    leftThisMonth: 500_000_00n,
    dayEnds: "tomorrow",
    monthEnds: "next month",
  },
  pesonetArrival: {
    day: "2026-11-23",
    cycleNo: 1,
    creditBy: "2026-11-23T06:00:00.000Z",
    latest: "2026-11-24",
    isConfirmed: true,
  },
  payeePause: null,
  participant: "",
  ownLimits: { kinds: [], payees: [] },
  instapayBankList: [{ id: "1", bankName: "BDO Unibank, Inc.", ...bank }],
  pesonetBankList: [{ id: "1", bankName: "BDO Unibank, Inc.", ...bank }],
};
