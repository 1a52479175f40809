import { brand } from "#brand";
import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { ownLimitsLeft } from "./ownLimits.ts";

const sourceAccount = z.object({
  accountNumber: z.string(),
  name: z.string(),
  type: z.enum(["me", "savings", "storage"]),
  withdrawableBalance: pesosOut,
  /** What the member has locked, beside it. */
  lockedBalance: pesosOut,
});
const bank = z.object({
  id: z.string(),
  bankName: z.string(),
  /** Under which name people know it. */
  shortName: z.string(),
  /** How long its account numbers usually are: a warning, never a rule. */
  minDigits: z.number(),
  maxDigits: z.number(),
  isPopular: z.boolean(),
  /** By what name the rail of its list knows it, as codes of QR Ph name it. */
  bic: z._default(z.string(), ""),
});

/** What the forms count with. Each is what the order itself is judged by. */
const transferFigures = z.object({
  instapayFee: pesosOut,
  pesonetFee: pesosOut,
  cardToCardFee: pesosOut,
  /** The most in one transfer. */
  instapayMost: pesosOut,
  pesonetMost: pesosOut,
  cardToCardMost: pesosOut,
  /** To other banks, over both rails, in a Manila day and month. */
  otherBankDaily: pesosOut,
  otherBankMonthly: pesosOut,
  leftToday: pesosOut,
  leftThisMonth: pesosOut,
  /** When the Manila day and month end, and both begin anew; ISO 8601. */
  dayEnds: z.string(),
  monthEnds: z.string(),
});

/** When PESONet brings what is ordered at a moment. Days are Manila's, 'yyyy-MM-dd'. */
export const pesonetArrival = z.object({
  day: z.string(),
  cycleNo: z.number(),
  /** ISO 8601. */
  creditBy: z.string(),
  /** The second banking day: the outer limit that members are told. */
  latest: z.string(),
  /** False where the day may still be proclaimed a holiday: it is expected then, and not promised. */
  isConfirmed: z._default(z.boolean(), true),
});

/**
 * New payees wait: from when on they can be paid, ISO 8601, and who is none of them, by account and bank (null
 * for a card account of ours).
 */
const payeePause = z.object({
  endsAt: z.string(),
  known: z.array(z.object({ bankId: z.nullable(z.string()), accountNumber: z.string() })),
});

/** Reminder of the own-account form (row P03) by the name that clients know: transfer{product}ToVisaSpiel. */
export const visaSpielField = `transfer${brand.product}ToVisaSpiel` as const;

export const transferSetup = z.object({
  eonAccount: z.nullable(
    z.object({
      accountNo: z.string(),
      cardNumber: z.string(),
      balance: pesosOut,
      /** Without what is on hold. */
      available: pesosOut,
    }),
  ),
  sourceAccounts: z.array(sourceAccount),
  otherDetails: z.object({
    rawTransferToOtherBankInstaPayFee: z.string(),
    rawTransferToOtherBankPesonetFee: z.string(),
    transferToOtherBankPesonetFee: z.string(),
    transferToOtherBankDailyLimit: z.string(),
    transferToOtherBankMonthlyLimit: z.string(),
    transferToOtherBankInstapayFee: z.string(),
    transferToOtherBanksInstaPayTxnLimit: z.string(),
    [visaSpielField]: z.string(),
    transferHolidayReminder: z.string(),
    /** Fee, limits and cut-offs of each way, a sentence each, made from what is enforced. */
    pesonetReminders: z.array(z.string()),
    /** Of those: until when an order goes with which batch, and the coming days without one. */
    pesonetHours: z._default(z.array(z.string()), () => []),
    instapayReminders: z.array(z.string()),
    cardToCardReminders: z.array(z.string()),
    /** What the card can still receive this month (issuer level of the card type). */
    loadLimitLeft: pesosOut,
  }),
  figures: transferFigures,
  /** Of an order made now. */
  pesonetArrival,
  payeePause: z._default(z.nullable(payeePause), null),
  ownLimits: z._default(ownLimitsLeft, { kinds: [], payees: [] }),
  /** By what name the rails know us; "" where a server does not tell. */
  participant: z._default(z.string(), ""),
  instapayBankList: z.array(bank),
  pesonetBankList: z.array(bank),
});
export type TransferSetup = z.output<typeof transferSetup>;

export const getTransferSetup = endpoint({
  name: "getTransferSetup",
  method: "GET",
  path: "/members/eon/transfer/details",
  summary: "What the transfer forms need: accounts, banks, fees, limits",
  access: "member",
  result: transferSetup,
  refusals: ["no_eon_account"],
});
