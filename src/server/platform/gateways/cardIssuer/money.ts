import * as z from "zod/mini";
import { parsePartnerPesos, toDecimal } from "#common/money.ts";
import type { PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import { type CallIssuer, plainWords, unknown } from "./callIssuer.ts";
import type { CardIssuer, MoneyOutcome, MoneyOrder, MoveOrder } from "./cardIssuer.ts";

const DEBITS = "/partners/v1/eon/debits";
const MOVES = "/partners/v3/funds/transfers";

/** The issuer's answer about a debit, a refund and a move (docs/issuer.md). */
const moneyAnswer = z.object({
  code: z.enum(["RT", "SP", "SC", "NC", "TS", "TF"]),
  senderRefId: z.string(),
  ubpTranId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  eonAccount: z.string(),
  targetAccount: z.optional(z.string()),
  amount: z.string(),
  reasonCode: z.optional(z.string().check(z.regex(/^[A-Z_]{2,40}$/))),
  description: z.optional(z.string()),
});

/** What an answer must repeat to be about what was requested. */
type Subject = MoneyOrder & { targetAccount: string | undefined };

/**
 * Debits, refunds and moves. Only the issuer's own TF is a refusal and only its own 404 is 'absent'; silence,
 * an error page, an answer about something else or one that cannot be read is 'unknown'.
 */
export function makeMoney(
  ask: CallIssuer,
): Pick<
  CardIssuer,
  "debitCard" | "findDebit" | "refundDebit" | "findRefund" | "moveBetween" | "findMove"
> {
  return {
    async debitCard({ channel, ...order }) {
      const answer = await ask("POST", DEBITS, { ...bodyOf(order), channel });
      return outcomeOf(answer, ofDebit(order));
    },

    async findDebit(order) {
      const answer = await ask("GET", `${DEBITS}/${encodeURIComponent(order.reference)}`);
      return foundOrAbsent(answer, "DEBIT_NOT_FOUND", ofDebit(order));
    },

    async refundDebit({ notAfter, ...order }) {
      const body = { ...bodyOf(order), notAfter: notAfter.toISOString() };
      const answer = await ask("POST", reversalOf(order), body);
      return foundOrAbsent(answer, "DEBIT_NOT_FOUND", ofDebit(order));
    },

    async findRefund(order) {
      return foundOrAbsent(
        await ask("GET", reversalOf(order)),
        "REVERSAL_NOT_FOUND",
        ofDebit(order),
      );
    },

    async moveBetween(order) {
      const answer = await ask("POST", MOVES, {
        ...bodyOf({ ...order, accountNo: order.from }),
        targetAccount: order.to,
      });
      return outcomeOf(answer, ofMove(order));
    },

    async findMove(order) {
      const answer = await ask("GET", `${MOVES}/${encodeURIComponent(order.reference)}`);
      return foundOrAbsent(answer, "TRANSFER_NOT_FOUND", ofMove(order));
    },
  };
}

function reversalOf({ reference }: MoneyOrder): string {
  return `${DEBITS}/${encodeURIComponent(reference)}/reversal`;
}

function bodyOf({ reference, accountNo, amount }: MoneyOrder): object {
  return { senderRefId: reference, eonAccount: accountNo, amount: toDecimal(amount) };
}

const ofDebit = (order: MoneyOrder): Subject => ({ ...order, targetAccount: undefined });

const ofMove = ({ reference, from, to, amount }: MoveOrder): Subject => ({
  reference,
  accountNo: from,
  targetAccount: to,
  amount,
});

function foundOrAbsent(answer: PartnerAnswer, code: string, subject: Subject): MoneyOutcome {
  if (answer.kind === "none" || answer.status !== 404) return outcomeOf(answer, subject);
  const absent = z.object({
    errors: z.array(z.object({ code: z.literal(code) })).check(z.minLength(1)),
  });
  return absent.safeParse(answer.body).success
    ? { kind: "absent" }
    : unknown("answered 404 without saying what was not found");
}

function outcomeOf(answer: PartnerAnswer, subject: Subject): MoneyOutcome {
  if (answer.kind === "none") return unknown(answer.reason);
  if (answer.status !== 200) return unknown(`answered ${answer.status}`);
  const parsed = moneyAnswer.safeParse(answer.body);
  if (!parsed.success) return unknown("the answer cannot be read");
  const body = parsed.data;
  if (!isAbout(body, subject)) return unknown("the answer is about something else");
  switch (body.code) {
    case "TS":
      return body.ubpTranId === undefined
        ? unknown("done without the issuer's reference")
        : { kind: "done", issuerReference: body.ubpTranId };
    case "TF":
      return body.reasonCode === undefined
        ? unknown("refused without a code")
        : {
            kind: "refused",
            code: body.reasonCode,
            reason: plainWords(body.description ?? "refused"),
          };
    case "RT":
    case "SP":
    case "SC":
      return { kind: "pending" };
    case "NC":
      return unknown("the issuer does not know yet");
  }
}

function isAbout(answer: z.output<typeof moneyAnswer>, subject: Subject): boolean {
  return (
    answer.senderRefId === subject.reference &&
    answer.eonAccount === subject.accountNo &&
    answer.targetAccount === subject.targetAccount &&
    parsePartnerPesos(answer.amount) === subject.amount
  );
}
