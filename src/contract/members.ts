import * as z from "zod/mini";
import { cardLoss } from "./cardLoss.ts";
import { CARD_USES } from "./cardUses.ts";
import { pesosOut } from "./amounts.ts";
import { documentName } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, textFor, zeroOrOne } from "./fields.ts";

const text = z._default(z.string(), "");
const flag = z._default(zeroOrOne, 0);
const maintenance = z._default(
  z.object({ value: z._default(zeroOrOne, 0), text: z._default(z.string(), "") }),
  { value: 0, text: "" },
);

/** In which a member reads, and is written to. */
const language = z.enum(["en", "fil"], { error: textFor(fieldTexts.invalid) });

/** Every field has a default, so that a screen never breaks on a missing one (row T44, W01). */
export const profile = z.object({
  membershipNo: text,
  accountNo: text,
  firstName: text,
  lastName: text,
  middleName: text,
  qualifier: text,
  username: text,
  mobileNumber: text,
  emailAddress: text,
  gender: text,
  dateLastLogin: text,
  status: z._default(z.number(), 1),
  statusLabel: text,
  serialNo: text,
  persoSerialNo: text,
  cardStatus: z._default(z.number(), 0),
  persoCardStatus: z._default(z.number(), 0),
  cardType: z._default(z.number(), 1),
  memberLocked: flag,
  adminLocked: flag,
  KYCStatus: z._default(z.number(), 0),
  branchName: text,
  line1: text,
  barangay: text,
  municipalityCity: text,
  stateProvince: text,
  card_number: z._default(z.string(), "XXXX XXXX XXXX XXXX"),
  card_balance: z._default(z.string(), "0.00"),
  card_application_maintenance: z._default(z.object({ generic: maintenance, perso: maintenance }), {
    generic: { value: 0, text: "" },
    perso: { value: 0, text: "" },
  }),
  isPasswordAged: text,
  /** In which texts are sent to the member. */
  language: z._default(language, "en"),
  /** Texts with a version newer than the one that the member agreed to. */
  documentsToAgree: z._default(z.array(documentName), []),
});
export type Profile = z.output<typeof profile>;

export const account = z.object({
  name: z.string(),
  /** 'me' is member's equity: its withdrawable part is what shows (docs/requirements/decisions.md, 6). */
  type: z.enum(["me", "savings", "storage"]),
  accountNumber: z.string(),
  outstandingBalance: pesosOut,
  withdrawableBalance: pesosOut,
  /** What the member has locked: part of the outstanding balance, no part of the withdrawable one. */
  lockedBalance: pesosOut,
});
export type Account = z.output<typeof account>;

export const loan = z.object({
  loanId: z.string(),
  type: z.string(),
  name: z.string(),
  prin_out_balance: pesosOut,
  accumulatedUnpaidAmount: pesosOut,
  monthlyAmort: pesosOut,
  /** What of accumulatedUnpaidAmount is penalty. */
  penaltyDue: pesosOut,
  /** When the oldest overdue instalment was due, yyyy-MM-dd; null where none is. */
  overdueSince: z.nullable(z.string()),
  /** A deduction that was asked of the pay and has not come pays all of accumulatedUnpaidAmount, which is something. */
  isPaidByDeduction: z.boolean(),
});
export type Loan = z.output<typeof loan>;

/** A raise of the withdrawal limit that was asked for and has not started. */
export const pendingLimit = z.object({
  amount: pesosOut,
  /** ISO 8601. */
  startsAt: z.string(),
});

export const cardDetails = z.object({
  accountNo: z.string(),
  balance: pesosOut,
  /** Always masked: the CVV is known only to the issuer. */
  cvv: z.string(),
  transactionLimit: pesosOut,
  /** From which amount on a purchase is told by text: 0 each of them, null none. */
  purchaseTextFrom: z.nullable(pesosOut),
  datePinChanged: z.nullable(z.string()),
  dateCvvChanged: z.nullable(z.string()),
  cvvDailyLimitReached: zeroOrOne,
  /** A new CVV was made and not looked at yet. */
  cvvToReveal: zeroOrOne,
  pendingLimit: z.nullable(pendingLimit),
  adminLocked: zeroOrOne,
  memberLocked: zeroOrOne,
  /** What the issuer was asked for and has not confirmed yet. */
  lockPending: z.nullable(z.enum(["lock", "unlock"])),
  /** When the member's own lock ends by itself, ISO 8601; null where it does not. */
  lockEndsAt: z.nullable(z.string()),
  pinPending: zeroOrOne,
  cvvPending: zeroOrOne,
  /** The limit that was asked for. */
  limitPending: z.nullable(pesosOut),
  /** ISO 8601; null unless the card is suspended for a time. */
  suspendedUntil: z.nullable(z.string()),
  /** Of a card that was reported lost or stolen and has no new plastic yet; null of any other. */
  loss: z.nullable(cardLoss),
  /** What the member has switched off. */
  usesOff: z.array(z.enum(CARD_USES)),
  /** What is to be off once the issuer has confirmed it; null where nothing was asked. */
  usesPending: z.nullable(z.array(z.enum(CARD_USES))),
});
export type CardDetails = z.output<typeof cardDetails>;

/** What the dashboard draws of the card. `balance` is null where the card hides it. */
const dashboardCard = z.object({
  accountNo: z.string(),
  cardNumber: z.string(),
  nameOnCard: z.string(),
  /** The display status (cardStatus.ts); beneath it the two that it comes from. */
  status: z.number(),
  cardStatus: z.number(),
  persoCardStatus: z.number(),
  cardType: z.number(),
  memberLocked: zeroOrOne,
  adminLocked: zeroOrOne,
  balance: z.nullable(pesosOut),
});
export type DashboardCard = z.output<typeof dashboardCard>;

const dashboard = z.object({
  accounts: z.array(account),
  loans: z.array(loan),
  card: z.nullable(dashboardCard),
  unreadNotifications: z.number(),
  /** ISO 8601 moment of the reading. */
  asOf: z.string(),
});
export type Dashboard = z.output<typeof dashboard>;

export const getProfile = endpoint({
  name: "getProfile",
  method: "GET",
  path: "/members/{guid}",
  summary: "The member's profile, encrypted to the caller",
  access: "member",
  params: guidParams,
  result: profile,
  sealedResult: true,
  refusals: ["not_found"],
});

export const getDashboard = endpoint({
  name: "getDashboard",
  method: "GET",
  path: "/members/{guid}/dashboard",
  summary: "Balances, loans and card in one reading",
  access: "member",
  params: guidParams,
  result: dashboard,
  refusals: ["not_found"],
});

export const getBalances = endpoint({
  name: "getBalances",
  method: "GET",
  path: "/members/{guid}/balances",
  summary: "The member's accounts",
  access: "member",
  params: guidParams,
  result: z.array(account),
  refusals: ["not_found"],
});

export const getLoans = endpoint({
  name: "getLoans",
  method: "GET",
  path: "/members/{guid}/loans",
  summary: "Loans released with principal outstanding",
  access: "member",
  params: guidParams,
  result: z.array(loan),
  refusals: ["not_found"],
});

export const getCardDetails = endpoint({
  name: "getCardDetails",
  method: "GET",
  path: "/members/{guid}/card/details",
  summary: "Card account, balance and settings",
  access: "member",
  feature: "cardSettings",
  params: guidParams,
  result: cardDetails,
  refusals: ["not_found", "no_eon_account"],
});

export const setLanguage = endpoint({
  name: "setLanguage",
  method: "POST",
  path: "/members/{guid}/language",
  summary: "Choose the language of texts that are sent to the member",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ language }),
  refusals: ["not_found", "too_many_requests"],
});

export const waivePassword = endpoint({
  name: "waivePassword",
  method: "POST",
  path: "/members/{guid}/waivePassword",
  summary: "Put off changing an aged password for 30 days",
  access: "member",
  params: guidParams,
  refusals: ["not_found", "waive_limit"],
});
