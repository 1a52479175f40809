import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { cardAccountNumber } from "./fields.ts";
import { bankId, payeeName, payeeNumber } from "./payees.ts";

/**
 * How the name that was typed stands to the one on the account: the other bank's, as far as it tells
 * ('unavailable': it does not, which keeps nobody from sending), or 'told' of a card account of ours.
 */
export const PAYEE_ANSWERS = ["match", "close", "none", "unavailable", "told"] as const;
export type PayeeAnswer = (typeof PAYEE_ANSWERS)[number];

const payeeCheck = z.object({
  answer: z.enum(PAYEE_ANSWERS),
  /** The name as far as it may be shown, 'MA*** C***' or 'Maria C.'; '' for none. */
  told: z.string(),
});
export type PayeeCheck = z.output<typeof payeeCheck>;

export const checkBankPayee = endpoint({
  name: "checkBankPayee",
  method: "POST",
  path: "/members/eon/transfer/payee/bank",
  summary: "Ask the other bank whether the account is in this name, before anything is sent",
  access: "member",
  feature: "transferFunds",
  bodyType: "json",
  body: z.object({
    destination_bank: bankId,
    destination_account_number: payeeNumber,
    destination_account_name: payeeName,
    /** The member has read that the name is another one, and sends all the same: kept with the answer. */
    is_known: z.optional(z.boolean()),
  }),
  result: payeeCheck,
  refusals: ["bank_unknown", "too_many_requests"],
});

export const checkCardPayee = endpoint({
  name: "checkCardPayee",
  method: "POST",
  path: "/members/eon/transfer/payee/card",
  summary: "Whose card account of the association this is: given name and initial",
  access: "member",
  feature: "transferFunds",
  bodyType: "json",
  body: z.object({ destination_account: cardAccountNumber }),
  result: payeeCheck,
  refusals: ["too_many_requests"],
});

export const payeeCheckCalls = [checkBankPayee, checkCardPayee];
