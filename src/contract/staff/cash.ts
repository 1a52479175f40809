import * as z from "zod/mini";
import { pesos, pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, otpCode, requiredText, textFor, uuid } from "#contract/fields.ts";
import { cashMove, counts } from "./cashMoves.ts";

const error = textFor(fieldTexts.invalid);

/** Of an account, or of a loan: 'LPRO-2026-0000001'. */
const accountNumber = codeText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.regex(/^[A-Z0-9-]{1,30}$/, fieldTexts.invalid),
);
const positive = pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount));
/** What takes cash; 'me' is the capital contribution. */
const product = z.enum(["savings", "storage", "me", "loan"]);
/** 'CR-0001-0000012': number 12 of branch 1. */
const receiptNo = codeText(fieldTexts.required).check(
  z.regex(/^CR-\d{4,18}-\d{7}$/, fieldTexts.invalid),
);

const receipt = z.object({
  receiptNo: z.string(),
  at: z.string(),
  branch: z.string(),
  teller: z.string(),
  accountNumber: z.string(),
  product,
  holder: z.string(),
  /** Paid out, not taken. */
  isWithdrawal: z.boolean(),
  amount: pesosOut,
  /** How often it was sent to a printer: from the second time on it is a copy. */
  printed: z.int(),
});
export type CashReceipt = z.output<typeof receipt>;

const drawer = z.object({
  drawerId: z.string(),
  branch: z.string(),
  teller: z.string(),
  /** 'returning': the vault has yet to take it; 'differs': two people have yet to book the difference. */
  state: z.enum(["open", "returning", "differs", "closed"]),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
  float: pesosOut,
  deposits: pesosOut,
  withdrawals: pesosOut,
  /** What came from the vault after its float, less what went there before it was closed. */
  moved: pesosOut,
  /** What is in it, or was when it was counted. */
  inside: pesosOut,
  /** Of a drawer that is counted: what there was more, or below zero less. */
  difference: z.nullable(pesosOut),
  receipts: z.int(),
});
export type CashDrawer = z.output<typeof drawer>;

const ofTeller = { access: "staff", action: "cash.use" } as const;

export const getCashDrawer = endpoint({
  ...ofTeller,
  name: "getCashDrawer",
  method: "GET",
  path: "/staff/cash/drawer",
  summary:
    "The caller's open drawer with its newest 500 receipts; null where none is open. And what the caller asked the vault for that waits",
  result: z.object({
    drawer: z.nullable(drawer),
    receipts: z.array(receipt),
    waiting: z.array(cashMove),
    /** What is to be in a drawer at most: above it, some goes to the vault. */
    most: pesosOut,
  }),
  refusals: [],
});

export const openCashDrawer = endpoint({
  ...ofTeller,
  name: "openCashDrawer",
  method: "POST",
  path: "/staff/cash/drawer",
  summary:
    "Ask the vault of one's own branch for a float. The drawer is open when who keeps the vault has handed it over; asked again, it takes the place of what was asked before",
  bodyType: "json",
  body: z.object({ counts }),
  result: cashMove,
  refusals: ["cash_drawer_open", "cash_vault_missing", "cash_vault_short"],
});

export const findCashAccount = endpoint({
  ...ofTeller,
  name: "findCashAccount",
  method: "GET",
  path: "/staff/cash/account",
  summary:
    "What takes cash: an account or an open loan of a member of one's branch; null where there is none",
  query: z.object({ accountNumber }),
  result: z.nullable(
    z.object({
      accountNumber: z.string(),
      product,
      holder: z.string(),
      /** Of a loan: what is late, what is due next, and what ends it today. */
      loan: z.nullable(
        z.object({
          overdue: pesosOut,
          nextDue: z.nullable(z.object({ dueOn: z.string(), amount: pesosOut })),
          endsToday: pesosOut,
        }),
      ),
    }),
  ),
  refusals: [],
});

export const takeCashDeposit = endpoint({
  ...ofTeller,
  name: "takeCashDeposit",
  method: "POST",
  path: "/staff/cash/deposits",
  summary:
    "Take cash for an account or a loan into one's open drawer and give it a receipt number. The same key again answers the same receipt",
  bodyType: "json",
  body: z.object({
    accountNumber,
    amount: positive,
  }),
  needsIdempotencyKey: true,
  result: receipt,
  refusals: [
    "cash_drawer_missing",
    "cash_account_unknown",
    "loan_payment_too_much",
    "loan_deduction_under_way",
    "loan_in_trouble",
    "idempotency_key_missing",
    "idempotency_key_reused",
  ],
});

export const getCashReceipt = endpoint({
  name: "getCashReceipt",
  method: "GET",
  path: "/staff/cash/receipts/{receiptNo}",
  summary: "A receipt by its number, of a drawer that is open or closed; nothing is printed by it",
  access: "staff",
  action: "cash.view",
  params: z.object({ receiptNo }),
  result: receipt,
  refusals: ["not_found"],
});

export const printCashReceipt = endpoint({
  ...ofTeller,
  name: "printCashReceipt",
  method: "POST",
  path: "/staff/cash/receipts/{receiptNo}/print",
  summary: "Note that a receipt goes to a printer, again or for the first time, and answer it",
  params: z.object({ receiptNo }),
  result: receipt,
  refusals: ["not_found"],
});

export const closeCashDrawer = endpoint({
  ...ofTeller,
  name: "closeCashDrawer",
  method: "POST",
  path: "/staff/cash/drawer/close",
  summary:
    "Count one's drawer with what it should hold, or for good with something else. It is closed when the vault has taken its cash",
  bodyType: "json",
  body: z.object({
    counts,
    /** It was counted again and stays so: the drawer takes nothing more, and two people book the difference. */
    isFinal: z.boolean({ error }),
  }),
  result: drawer,
  refusals: ["cash_drawer_missing", "cash_count_differs"],
});

export const getCashPosition = endpoint({
  name: "getCashPosition",
  method: "GET",
  path: "/staff/cash/position",
  summary:
    "The vaults and open drawers of the branches one may see, the newest 100 closed ones, and what moves between vault, drawers and bank: all that waits, and the newest 50",
  access: "staff",
  action: "cash.view",
  result: z.object({
    branches: z.array(
      z.object({
        branch: z.string(),
        /** Null where it was never counted. */
        vault: z.nullable(pesosOut),
        drawers: z.int(),
        /** In all drawers that are not closed. */
        inside: pesosOut,
        total: pesosOut,
      }),
    ),
    drawers: z.array(drawer),
    moves: z.array(cashMove),
    /** Above them cash is to go to the vault, or to the bank. */
    limits: z.object({ drawer: pesosOut, vault: pesosOut }),
    /** In the books, and of no branch: what was there before a vault was first counted. For who sees all branches. */
    ofNoBranch: z.nullable(pesosOut),
  }),
  refusals: [],
});

const withdrawal = z.object({
  withdrawalId: z.string(),
  /** 'over': nobody answered in time, it was taken back, or another was entered in its place. */
  state: z.enum(["waiting", "paid", "refused", "over"]),
  accountNumber: z.string(),
  holder: z.string(),
  amount: pesosOut,
  /** Where the code went, masked; null where none did. */
  mobileNumber: z.nullable(z.string()),
  /** The member has a passkey to approve it with in the portal. */
  hasPasskey: z.boolean(),
  expiresAt: z.string(),
  receipt: z.nullable(receipt),
});
export type CashWithdrawal = z.output<typeof withdrawal>;

const withdrawalParams = z.object({ withdrawalId: uuid });

export const askCashWithdrawal = endpoint({
  ...ofTeller,
  name: "askCashWithdrawal",
  method: "POST",
  path: "/staff/cash/withdrawals",
  summary:
    "Ask a member at the counter to approve a withdrawal: with a code by text that names amount, account and branch, or in the portal. It waits for five minutes and takes the place of what was asked before",
  bodyType: "json",
  body: z.object({ accountNumber, amount: positive }),
  result: withdrawal,
  refusals: [
    "cash_drawer_missing",
    "cash_drawer_short",
    "cash_account_unknown",
    "cash_member_frozen",
    "cash_second_person",
    "cash_over_teller_limit",
    "cash_over_teller_day",
    "cash_withdrawal_waits",
    "member_funds_missing",
    "otp_limit",
  ],
});

export const getCashWithdrawal = endpoint({
  ...ofTeller,
  name: "getCashWithdrawal",
  method: "GET",
  path: "/staff/cash/withdrawals/{withdrawalId}",
  summary: "What became of a withdrawal that the caller asked a member about",
  params: withdrawalParams,
  result: withdrawal,
  refusals: ["not_found"],
});

export const payCashWithdrawal = endpoint({
  ...ofTeller,
  name: "payCashWithdrawal",
  method: "POST",
  path: "/staff/cash/withdrawals/{withdrawalId}/pay",
  summary:
    "Book a withdrawal with the code that the member read out. One that is paid answers its receipt again",
  bodyType: "json",
  params: withdrawalParams,
  body: z.object({ pin: otpCode }),
  result: withdrawal,
  refusals: [
    "not_found",
    "cash_drawer_missing",
    "cash_drawer_short",
    "cash_member_frozen",
    "cash_second_person",
    "cash_over_teller_limit",
    "cash_over_teller_day",
    "cash_withdrawal_over",
    "member_funds_missing",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const endCashWithdrawal = endpoint({
  ...ofTeller,
  name: "endCashWithdrawal",
  method: "POST",
  path: "/staff/cash/withdrawals/{withdrawalId}/end",
  summary: "Take back a withdrawal that waits for its member: its code is void",
  params: withdrawalParams,
  result: withdrawal,
  refusals: ["not_found"],
});

const rowId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));

/** What is asked of a second person; part of requestPayloads.ts. */
export const cashPayloads = {
  /** Books what a drawer that was counted for good has more or less than its float and receipts. */
  cash_difference: z.object({ drawerId: rowId }),
  /** Cash from a member's account out of the drawer of who asks, once the member's identity was checked. */
  cash_withdrawal: z.object({
    accountNumber,
    amount: positive,
    identityDocument: requiredText(100).check(z.regex(/\S/, fieldTexts.blank)),
  }),
} as const;

/** Every call about cash at the counter. */
export const cashCalls = [
  getCashDrawer,
  openCashDrawer,
  findCashAccount,
  takeCashDeposit,
  getCashReceipt,
  printCashReceipt,
  closeCashDrawer,
  getCashPosition,
  askCashWithdrawal,
  getCashWithdrawal,
  payCashWithdrawal,
  endCashWithdrawal,
] as const;
