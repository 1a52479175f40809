import * as z from "zod/mini";
import { pesos } from "#contract/amounts.ts";
import {
  ACTS,
  type Act,
  AMOUNTS,
  mayWaitFor,
  NEEDS,
  PAYEES,
  POLICY_ROWS,
} from "#contract/approvalPolicy.ts";
import { FEATURES } from "#contract/features.ts";
import {
  codeText,
  fieldTexts,
  requiredCode,
  requiredText,
  textFor,
  uuid,
  words,
} from "#contract/fields.ts";
import type { REQUEST_KINDS as ACTION_KINDS } from "./actions.ts";
import { cashPayloads } from "./cash.ts";
import { vaultPayloads } from "./cashMoves.ts";
import { earningPayloads } from "./earnings.ts";
import { loanPayloads } from "./loanPayloads.ts";
import { mobileNumber } from "#contract/people.ts";
import { staffPayloads } from "./staffPayloads.ts";

const text = (maximum: number) => z._default(words(maximum).check(z.trim()), "");
const choice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z.enum(choices, { error: textFor(fieldTexts.invalid) });
const timeOfDay = codeText(fieldTexts.invalid).check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldTexts.invalid),
);
const moment = z.iso.datetime({ error: textFor(fieldTexts.invalid) });
const positive = pesos.check(z.refine((amount) => amount > 0n, fieldTexts.invalidAmount));
/** Written in one way only, so that two requests about one thing are seen to be that. */
const rowId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));
const ofMember = z.object({ memberGuid: uuid });
/** Of a member who stands at the counter: who asks has seen the document, named by its kind and last digits, never its whole number. */
const atOffice = z.object({
  memberGuid: uuid,
  identityDocument: requiredText(100),
});

/** What is shown switched off says why, in both languages. */
const saysWhy = (name: "textEn" | "textFil") =>
  z.refine<{ state: string; textEn: string; textFil: string }>(
    (flag) => flag.state !== "disabled" || flag[name] !== "",
    { path: [name], error: fieldTexts.required },
  );

/** Why a card is deactivated. Of what is lost for good there is no way back. */
export const DEACTIVATION_CAUSES = [
  "lost",
  "stolen",
  "fraud",
  "expired",
  "replaced",
  "death",
  "closed",
  "other",
] as const;
/** A card deactivated for one of these is not activated again (card state machine, reactivate). */
export const FINAL_CAUSES: readonly string[] = ["stolen", "expired", "replaced", "death", "closed"];

/** Of what became of the plastic, this is made good by a new one. */
export const REPLACEABLE_CAUSES: readonly string[] = ["lost", "stolen", "expired", "replaced"];

/** Why an ordered card never came to its office. */
export const NOT_MADE_CAUSES = ["not_produced", "lost_in_post"] as const;

/** Figures that transfers, their limits, the card and cash at the counter use, in pesos. */
export const AMOUNT_SETTINGS = [
  "instapayFee",
  "pesonetFee",
  "instapayTransactionLimit",
  "pesonetTransactionLimit",
  "cardToCardTransactionLimit",
  "otherBankDailyLimit",
  "otherBankMonthlyLimit",
  "newPayeeByCodeLimit",
  "blueMonthlyLoadLimit",
  "goldMonthlyLoadLimit",
  "platinumMonthlyLoadLimit",
  "genericCardFee",
  "personalizedCardFee",
  "genericReplacementFee",
  "personalizedReplacementFee",
  "tellerCashLimit",
  "tellerDailyCashLimit",
  "supervisorCashLimit",
  "drawerCashLimit",
  "vaultCashLimit",
] as const;
const settingAmount = pesos.check(
  z.refine((amount) => amount <= 999_999_999_00n, "The most is ₱999,999,999.00"),
);
/** Texts that the transfer forms show. */
export const TEXT_SETTINGS = ["transferToVisaSpiel", "transferHolidayReminder"] as const;

const journalLine = z.object({
  book: choice(["ASSOC", "CARD"]),
  code: codeText(fieldTexts.required).check(z.regex(/^\d{4}$/, fieldTexts.invalid)),
  /** Of a member's account its number; empty for a control account. */
  subledger: text(40),
  side: choice(["D", "C"]),
  amount: positive,
});

/** What is asked for, by kind. The server keeps the wire form and fixes it by its hash. */
export const requestPayloads = {
  /** An admin lock is lifted at an office, by two people (docs/requirements/decisions.md, 5). */
  lift_admin_lock: ofMember,
  deactivate_card: z.object({ memberGuid: uuid, cause: choice(DEACTIVATION_CAUSES) }),
  reactivate_card: ofMember,
  /** Before its office has received it; the fee goes back. */
  card_not_made: z.object({ memberGuid: uuid, cause: choice(NOT_MADE_CAUSES) }),
  /** Lets the member ask for a new card in place of the one that is gone; the card account is kept. */
  replace_card: ofMember,
  /** Opens online access that inactivity or staff closed. */
  reactivate_member: atOffice,
  /** Opens what was frozen. */
  lift_freeze: atOffice,
  /** Ends the pause of new payees, raises and releases before its time. */
  shorten_pause: atOffice,
  change_mobile: z.extend(atOffice, { mobileNumber }),
  change_email: z.extend(atOffice, {
    emailAddress: codeText(fieldTexts.required).check(
      z.trim(),
      z.maxLength(254, fieldTexts.tooLong),
      z.email(fieldTexts.invalid),
    ),
  }),
  transfer_setting: z.union(
    [
      z.object({ name: choice(AMOUNT_SETTINGS), amount: settingAmount }),
      z.object({
        name: choice(TEXT_SETTINGS),
        textEn: requiredText(300),
        textFil: requiredText(300),
      }),
    ],
    { error: textFor(fieldTexts.invalid) },
  ),
  /**
   * What proof an act takes in one circumstance, of what may be chosen there; and, of an act that waits, for how many
   * hours it does in each.
   */
  approval_policy: z
    .object({
      act: choice(ACTS as [Act, ...Act[]]),
      payee: choice(PAYEES),
      amount: choice(AMOUNTS),
      hasPasskey: z.boolean(fieldTexts.required),
      needs: choice(NEEDS),
      /** As it is, where nothing is said. */
      waitHours: z.optional(z.int({ error: textFor(fieldTexts.invalid) })),
    })
    .check(
      z.refine(({ act, waitHours }) => waitHours === undefined || mayWaitFor(act, waitHours), {
        path: ["waitHours"],
        error: fieldTexts.invalid,
      }),
      z.refine(
        ({ needs, ...of }) =>
          POLICY_ROWS.some(
            (row) =>
              row.act === of.act &&
              row.payee === of.payee &&
              row.amount === of.amount &&
              row.hasPasskey === of.hasPasskey &&
              row.choices.includes(needs),
          ),
        { path: ["needs"], error: fieldTexts.invalid },
      ),
    ),
  /** Adds, changes or, no longer observed, takes back a day. */
  holiday: z
    .object({
      /** The day is to be added: one that is there already is not overwritten. */
      isNew: z._default(z.boolean(fieldTexts.invalid), false),
      day: z.iso.date({ error: textFor(fieldTexts.invalid) }),
      name: requiredText(100),
      type: choice(["regular", "special_non_working", "special_working", "suspension"]),
      isBankingDay: z.boolean(fieldTexts.required),
      isObserved: z.boolean(fieldTexts.required),
      basis: text(200),
      /** 'HH:mm' in Manila from which work is suspended; null for the whole day. */
      closedFrom: z._default(z.nullable(timeOfDay), null),
    })
    .check(
      z.refine(
        ({ type, isBankingDay, closedFrom }) =>
          closedFrom === null || (type === "suspension" && !isBankingDay),
        {
          path: ["closedFrom"],
          error: fieldTexts.invalid,
        },
      ),
    ),
  feature_flag: z
    .object({
      name: choice(FEATURES),
      state: choice(["on", "disabled", "hidden"]),
      textEn: text(300),
      textFil: text(300),
      /** When it comes back on by itself; null to wait for the next decision. */
      endsAt: z._default(z.nullable(moment), null),
    })
    .check(saysWhy("textEn"), saysWhy("textFil")),
  maintenance_flag: z.object({
    kind: choice(["generic", "perso"]),
    isOn: z.boolean(fieldTexts.required),
    textEn: text(300),
    textFil: text(300),
    endsAt: z._default(z.nullable(moment), null),
  }),
  /** An entry by hand: balanced in each book, no member below zero. */
  manual_journal: z.object({
    reference: codeText(fieldTexts.required).check(
      z.regex(/^[A-Za-z0-9-]{4,20}$/, "Use 4 to 20 letters, digits and dashes"),
    ),
    narrative: requiredText(200),
    lines: z
      .array(journalLine, fieldTexts.required)
      .check(z.minLength(2, "At least two lines"), z.maxLength(20, "At most 20 lines")),
  }),
  /** The mirror of an entry: a mistake is corrected, never changed. */
  journal_reversal: z.object({
    entryId: rowId,
  }),
  /** Another wording of a text to members; the rules of that text are checked by the server. */
  message_template: z.object({
    channel: choice(["code", "sms", "portal"]),
    name: codeText(fieldTexts.required).check(z.regex(/^[a-z][a-z_]{0,39}$/, fieldTexts.invalid)),
    textEn: requiredText(400),
    textFil: requiredText(400),
  }),
  /** Sets disputed money aside: part of the balance, no part of what is available. */
  disputed_funds_hold: z.object({
    memberGuid: uuid,
    accountNumber: requiredCode(30),
    amount: positive,
    caseReference: codeText(fieldTexts.required).check(
      z.regex(/^[A-Za-z0-9-]{4,40}$/, "Use 4 to 40 letters, digits and dashes"),
    ),
    /** The law allows 30 days (RA 12010). */
    days: z
      .int({ error: textFor("From 1 to 30 days") })
      .check(z.gte(1, "From 1 to 30 days"), z.lte(30, "From 1 to 30 days")),
  }),
  /** All that a member has locked on an account is free at once. */
  release_money_lock: z.extend(atOffice, { accountNumber: requiredCode(30) }),
  disputed_funds_release: z.object({
    memberGuid: uuid,
    holdId: rowId,
  }),
  ...staffPayloads,
  /** Gives a transfer to another bank back, with its fee, though nobody said how it ended. */
  refund_transfer: z.object({
    refNo: codeText(fieldTexts.required).check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid)),
  }),
  /** Takes a transfer to another bank for credited, of which its rail said something that nobody could read. */
  confirm_credit: z.object({
    refNo: codeText(fieldTexts.required).check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid)),
  }),
  ...loanPayloads,
  ...earningPayloads,
  ...cashPayloads,
  ...vaultPayloads,
  /** Withdraws a file in whose place the clearing house has another, and none of its transfers. */
  withdraw_pesonet_file: z.object({
    messageId: codeText(fieldTexts.required).check(
      z.regex(/^PB[0-9]{8}-[0-9]-[0-9]{2}$/, fieldTexts.invalid),
    ),
  }),
  /** Takes over the members of a checked file: exactly this file, with what its dry run found. */
  member_import: z.object({
    importGuid: uuid,
    fileHash: codeText(fieldTexts.required).check(z.regex(/^[0-9a-f]{64}$/, fieldTexts.invalid)),
    rowCount: z.int({ error: textFor(fieldTexts.invalid) }),
    addCount: z.int({ error: textFor(fieldTexts.invalid) }),
    updateCount: z.int({ error: textFor(fieldTexts.invalid) }),
    openingTotal: pesos,
    /** As the import shows them, in its order. */
    largestOpenings: z
      .array(z.object({ membershipNo: requiredCode(16), amount: pesos }))
      .check(z.maxLength(10, fieldTexts.invalid)),
  }),
} as const satisfies Partial<Record<(typeof ACTION_KINDS)[number], z.ZodMiniType>>;

export type RequestKind = keyof typeof requestPayloads;
export type RequestPayload<Kind extends RequestKind> = z.output<(typeof requestPayloads)[Kind]>;

/** Every kind, in the order of the screens. */
// The keys of this very object.
export const REQUEST_KINDS = Object.keys(requestPayloads) as [RequestKind, ...RequestKind[]];

/** Kinds that change who a member is to us: documents may be attached. */
export const KINDS_WITH_DOCUMENTS: readonly RequestKind[] = [
  "change_mobile",
  "change_email",
  "reactivate_member",
  "lift_freeze",
  "shorten_pause",
  "reactivate_card",
  "replace_card",
  "manual_journal",
  "release_loan",
  "pay_loan",
];

/**
 * Of these, the ones that nobody may ask for without a document: whoever has the number gets the codes, and a
 * loan is released on a signed promissory note.
 */
export const KINDS_NEEDING_DOCUMENTS: readonly RequestKind[] = [
  "change_mobile",
  "change_email",
  "release_loan",
];
