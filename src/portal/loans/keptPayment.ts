import * as z from "zod/mini";
import { call } from "#portal/api/call.ts";
import { findDraft, forgetDraft, keepDraft } from "#portal/api/drafts.ts";
import { payOwnLoan } from "#contract/loanPayments.ts";
import { NO_CODE } from "#contract/transfers.ts";
import { isUndecided } from "#client/failure.ts";
import { forgetRunningCode } from "#portal/otp/runningCode.ts";
import type { Paid } from "./payment.ts";

const money = z.object({
  accountNumber: z.string(),
  amount: z.string(),
  pays: z.enum(["part", "all"]),
});
const keptPayment = z.object({ key: z.string(), money, pinId: z.optional(z.uuid()) });

/** What is to be paid, and from where. */
export type Money = z.output<typeof money>;
/** A payment that was sent and not answered, with its idempotency key: asked once more it is the same payment. */
export type KeptPayment = z.output<typeof keptPayment>;

const placeOf = (loanNo: string) => `pay-loan ${loanNo}`;

/** What this page sent: known here also where the browser keeps nothing, and after a log-out, which empties it. */
const sentHere = new Map<string, KeptPayment>();

/** Keeps a payment before it is sent, over a reload and for a day: which code approves it, and not the code. */
export async function keepPayment(loanNo: string, kept: KeptPayment): Promise<void> {
  sentHere.set(loanNo, kept);
  await keepDraft(placeOf(loanNo), kept).catch(() => undefined);
}

/** How it ended is known. */
export async function forgetPayment(loanNo: string): Promise<void> {
  sentHere.delete(loanNo);
  await forgetDraft(placeOf(loanNo)).catch(() => undefined);
}

/** The payment on this loan whose end is not known, if there is one. */
export async function findPayment(loanNo: string): Promise<KeptPayment | undefined> {
  const draft = await findDraft(placeOf(loanNo)).catch(() => undefined);
  const found = keptPayment.safeParse(draft);
  return found.success ? found.data : sentHere.get(loanNo);
}

/**
 * Asks what became of a payment, with its key and with what is no code, which voids the one it had: a payment that was
 * taken is answered as it was, one that was not is refused, and what is still on its way is not taken later either.
 * "unknown" where nothing answers, or what answers is not about the payment.
 */
export async function askOfPayment(
  guid: string,
  loanNo: string,
  { key, money: body, pinId }: KeptPayment,
): Promise<Paid | "not_taken" | "unknown"> {
  const code = pinId === undefined ? {} : { pinId, pin: NO_CODE };
  const answer = await call(
    payOwnLoan,
    { params: { guid, loanNo }, body: { ...body, ...code } },
    { idempotencyKey: key },
  );
  if (answer.status) return answer.result;
  if (isUndecided(answer)) return "unknown";
  const intent = { kind: "pay_loan", loanNo, ...body };
  await forgetRunningCode({ place: "step-up-code", intent });
  return "not_taken";
}

/**
 * Settles what was sent before this payment, in this tab or another, and was not answered: the same money goes under
 * its key; of other money it is asked first what became of it, so that nobody pays twice for not knowing.
 */
export async function settleEarlier(
  guid: string,
  loanNo: string,
  wanted: Money,
): Promise<{ key?: string } | { paid: Paid } | "unknown"> {
  const kept = await findPayment(loanNo);
  if (kept === undefined) return {};
  if (isSameMoney(kept.money, wanted)) return { key: kept.key };
  const became = await askOfPayment(guid, loanNo, kept);
  if (typeof became === "object") return { paid: became };
  if (became === "not_taken") await forgetPayment(loanNo);
  return became === "unknown" ? became : {};
}

const isSameMoney = (one: Money, other: Money): boolean =>
  one.accountNumber === other.accountNumber &&
  one.amount === other.amount &&
  one.pays === other.pays;
