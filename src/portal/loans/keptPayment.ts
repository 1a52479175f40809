import * as z from "zod/mini";
import { call } from "#portal/api/call.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import { payOwnLoan } from "#contract/loanPayments.ts";
import { isUnanswered } from "#portal/otp/codeState.ts";
import type { Paid } from "./payment.ts";

const money = z.object({
  accountNumber: z.string(),
  amount: z.string(),
  pays: z.enum(["part", "all"]),
});
const keptPayment = z.object({ key: z.string(), money });

/** What is to be paid, and from where. */
export type Money = z.output<typeof money>;
/** A payment that was sent and not answered, with its idempotency key: asked once more it is the same payment. */
export type KeptPayment = z.output<typeof keptPayment>;

const placeOf = (loanNo: string) => `pay-loan ${loanNo}`;

/** Keeps a payment before it is sent, over a reload and for a day; without the code that approves it. */
export const keepPayment = (loanNo: string, kept: KeptPayment): Promise<void> =>
  keepDraft(placeOf(loanNo), kept);

/** How it ended is known. */
export const forgetPayment = (loanNo: string): Promise<void> => forgetDraft(placeOf(loanNo));

/** The payment on this loan whose end is not known, if there is one. */
export async function findPayment(loanNo: string): Promise<KeptPayment | undefined> {
  const found = keptPayment.safeParse(await findDraft(placeOf(loanNo)));
  return found.success ? found.data : undefined;
}

/**
 * Asks what became of a payment, with its key and without a code: one that was taken is answered as it was, any other
 * is refused for want of a code. "unknown" where nothing answers.
 */
export async function askOfPayment(
  guid: string,
  loanNo: string,
  { key, money: body }: KeptPayment,
): Promise<Paid | "not_taken" | "unknown"> {
  const answer = await call(
    payOwnLoan,
    { params: { guid, loanNo }, body },
    { idempotencyKey: key },
  );
  if (answer.status) return answer.result;
  return isUnanswered(answer) ? "unknown" : "not_taken";
}
