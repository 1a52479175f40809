import * as z from "zod/mini";
import { pesosOut } from "#contract/amounts.ts";

/** What a loan of this size would be, and what of the rules it breaks. */
export const loanFigures = z.object({
  principal: pesosOut,
  months: z.int(),
  /** Nominal, a year, in percent: '12.00'. */
  annualRate: z.string(),
  fee: pesosOut,
  stampTax: pesosOut,
  premium: pesosOut,
  netProceeds: pesosOut,
  amortization: pesosOut,
  effectiveRate: z.string(),
  firstDueOn: z.string(),
  /** The most that the product's rule allows this member; null where nothing was assessed. */
  limit: z.nullable(pesosOut),
  /**
   * What counts as taken from the pay already: as the documents show it, and never less than the member's own open
   * loans take a month.
   */
  deductions: z.nullable(pesosOut),
  ownAmortizations: z.nullable(pesosOut),
  /** What is left of the pay after this amortization, and the least that must be. */
  takeHomePay: z.nullable(pesosOut),
  takeHomeFloor: z.nullable(pesosOut),
  breaks: z.array(z.enum(["limit", "take_home", "age", "eligibility", "term", "amount"])),
});
export type LoanFigures = z.output<typeof loanFigures>;
