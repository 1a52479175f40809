import * as z from "zod/mini";
import { pesos } from "./amounts.ts";
import { codeText, fieldTexts, textFor } from "./fields.ts";

/** 'LA-2026-0000001' */
export const applicationNo = codeText(fieldTexts.required).check(
  z.regex(/^LA-\d{4}-\d{7,10}$/, fieldTexts.invalid),
);

const digits = codeText().check(z.regex(/^[1-9]\d{0,3}$/, fieldTexts.invalid));

/** What a code approves: this offer with these figures. Numbers travel as text. */
export const acceptLoanIntent = z.object(
  {
    kind: z.literal("accept_loan"),
    applicationNo,
    version: digits,
    principal: pesos,
    months: digits,
    netProceeds: pesos,
  },
  { error: textFor(fieldTexts.invalid) },
);
export type AcceptLoanIntent = z.output<typeof acceptLoanIntent>;
