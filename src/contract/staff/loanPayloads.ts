import * as z from "zod/mini";
import { pesos } from "#contract/amounts.ts";
import { codeText, fieldTexts, textFor } from "#contract/fields.ts";
import { loanNo } from "#contract/loanFields.ts";
import { applicationNo } from "#contract/loanIntent.ts";
import { settlementFields } from "./payroll.ts";
import { accountNumber } from "./standingDeductions.ts";

const rowId = codeText(fieldTexts.required).check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));
/** The newest proposal: approving another than the one that was seen is refused. */
const ofProposal = z.object({
  applicationNo,
  version: z
    .int({ error: textFor(fieldTexts.invalid) })
    .check(z.gte(1, fieldTexts.invalid), z.lte(1_000_000, fieldTexts.invalid)),
});
const said = (wrong: string) => z.literal(true, { error: textFor(wrong) });

/** What is asked for at the loan desk; part of requestPayloads.ts. */
export const loanPayloads = {
  approve_loan: ofProposal,
  /** The second approval of what is above one approver's authority. */
  confirm_loan: ofProposal,
  release_loan: z.object({
    applicationNo,
    isNoteSigned: said(fieldTexts.noteUnsigned),
    isDeductionAuthorized: said(fieldTexts.deductionUnsigned),
  }),
  /** From the member's savings account. */
  pay_loan: z
    .object({
      loanNo,
      amount: pesos,
      /**
       * Ends the loan before its time: the amount is the settlement of the day, when asked and when decided.
       * It is nothing where what was paid ahead is enough.
       */
      settles: z._default(z.boolean({ error: textFor(fieldTexts.invalid) }), false),
    })
    .check(
      z.refine(({ amount, settles }) => settles || amount > 0n, {
        path: ["amount"],
        error: fieldTexts.invalidAmount,
      }),
    ),
  /** Exactly this file, with what its rows add up to. */
  post_remittance: z.object({
    remittanceId: rowId,
    sha256: codeText(fieldTexts.required).check(z.regex(/^[0-9a-f]{64}$/, fieldTexts.invalid)),
    total: pesos,
  }),
  /** What could not be posted: on a loan or an account, or back to the employer. */
  settle_remittance: z
    .object({
      lineId: rowId,
      ...settlementFields,
      loanNo: z._default(z.union([z.literal(""), loanNo]), ""),
      accountNo: z._default(z.union([z.literal(""), accountNumber]), ""),
    })
    .check(
      z.refine(
        ({ settlement, loanNo: loan, accountNo }) =>
          settlement !== "post" || loan !== "" || accountNo !== "",
        { path: ["loanNo"], error: fieldTexts.required },
      ),
      z.refine(({ loanNo: loan, accountNo }) => loan === "" || accountNo === "", {
        path: ["accountNo"],
        error: fieldTexts.invalid,
      }),
    ),
} as const;
