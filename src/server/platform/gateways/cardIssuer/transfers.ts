import * as z from "zod/mini";
import { parsePartnerPesos, toDecimal } from "#common/money.ts";
import type { Clock } from "#server/platform/base/clock.ts";
import type { PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import { type CallIssuer, plainWords } from "./callIssuer.ts";
import type { CardIssuer, CreditOrder, CreditOutcome } from "./cardIssuer.ts";

/** The issuer's answer about a transfer (docs/issuer.md). */
const transferAnswer = z.object({
  code: z.enum(["RT", "SP", "SC", "NC", "TS", "TF"]),
  senderRefId: z.string(),
  ubpTranId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  amount: z.string(),
  eonAccount: z.string(),
  description: z.optional(z.string()),
});

const balanceAnswer = z.object({
  accountNumber: z.string(),
  availableBalance: z.string(),
  currency: z.literal("PHP"),
});

const notFoundAnswer = z.object({
  errors: z.array(z.object({ code: z.literal("TRANSFER_NOT_FOUND") })).check(z.minLength(1)),
});

const MANILA_OFFSET_MS = 8 * 60 * 60 * 1000;

/**
 * Credits of card accounts. Only the issuer's own TF is a refusal; silence, an error page, an answer about
 * something else or one that cannot be read is 'unknown'.
 */
export function makeTransfers(
  ask: CallIssuer,
  now: Clock,
): Pick<CardIssuer, "credit" | "inquire" | "balance"> {
  return {
    async credit(order) {
      const answer = await ask("POST", "/partners/v1/eon/transfers", {
        senderRefId: order.reference,
        eonAccount: order.accountNo,
        amount: toDecimal(order.amount),
        tranRequestDate: manilaMoment(now()),
      });
      return outcomeOf(answer, order);
    },

    async inquire(order) {
      const path = `/partners/v1/eon/transfers/${encodeURIComponent(order.reference)}`;
      const answer = await ask("GET", path);
      if (answer.kind === "answer" && answer.status === 404) {
        return notFoundAnswer.safeParse(answer.body).success
          ? { kind: "absent" }
          : { kind: "unknown", reason: "answered 404 without saying what was not found" };
      }
      return outcomeOf(answer, order);
    },

    async balance(accountNo) {
      const query = new URLSearchParams({ accountNumber: accountNo }).toString();
      const answer = await ask("GET", `/partners/eon/wallet/v1/balance/inquiry?${query}`);
      if (answer.kind === "none" || answer.status !== 200) return undefined;
      const parsed = balanceAnswer.safeParse(answer.body);
      if (!parsed.success || parsed.data.accountNumber !== accountNo) return undefined;
      return parsePartnerPesos(parsed.data.availableBalance);
    },
  };
}

function outcomeOf(answer: PartnerAnswer, order: CreditOrder): CreditOutcome {
  if (answer.kind === "none") return { kind: "unknown", reason: answer.reason };
  if (answer.status !== 200) return { kind: "unknown", reason: `answered ${answer.status}` };
  const parsed = transferAnswer.safeParse(answer.body);
  if (!parsed.success) return { kind: "unknown", reason: "the answer cannot be read" };
  const body = parsed.data;
  if (!isAbout(body, order)) {
    return { kind: "unknown", reason: "the answer is about another transfer" };
  }
  switch (body.code) {
    case "TS":
      return body.ubpTranId === undefined
        ? { kind: "unknown", reason: "credited without the issuer's reference" }
        : { kind: "credited", issuerReference: body.ubpTranId };
    case "TF":
      return { kind: "refused", reason: plainWords(body.description ?? "refused") };
    case "RT":
    case "SP":
    case "SC":
      return { kind: "pending" };
    case "NC":
      return { kind: "unknown", reason: "the issuer does not know yet" };
  }
}

function isAbout(answer: z.output<typeof transferAnswer>, order: CreditOrder): boolean {
  return (
    answer.senderRefId === order.reference &&
    answer.eonAccount === order.accountNo &&
    parsePartnerPesos(answer.amount) === order.amount
  );
}

/** '2020-02-03T12:00:59.123': local time of Manila without an offset, as the issuer's API wants it. */
function manilaMoment(at: Date): string {
  return new Date(at.getTime() + MANILA_OFFSET_MS).toISOString().slice(0, 23);
}
