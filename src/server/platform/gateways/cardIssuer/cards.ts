import * as z from "zod/mini";
import { parsePartnerPesos, toDecimal } from "#common/money.ts";
import type { PartnerAnswer } from "#server/platform/gateways/callPartner.ts";
import {
  type CallIssuer,
  plainNo,
  readAnswer,
  readOutcome,
  unknown,
  WALLET,
} from "./callIssuer.ts";
import type { CardIssuer, DoneOutcome, IssuerCard } from "./cardIssuer.ts";

const pesos = z.pipe(
  z.string().check(z.refine((text) => parsePartnerPesos(text) !== undefined)),
  z.transform((text: string) => parsePartnerPesos(text) ?? 0n),
);
const text = z.string().check(z.minLength(1), z.maxLength(64));

const cardAnswer = z.object({
  token: text,
  state: z.enum([
    "ordered",
    "produced",
    "production_failed",
    "in_stock",
    "active",
    "suspended",
    "deactivated",
    "replaced",
  ]),
  serialNumber: text,
  lastFour: z.string().check(z.regex(/^\d{4}$/)),
  expiryDate: z.iso.date(),
  customerId: z.optional(text),
  accountNumber: z.optional(z.string().check(z.regex(/^\d{10,16}$/))),
  memberLocked: z.boolean(),
  adminLocked: z.boolean(),
  freezeLocked: z.boolean(),
  suspendedUntil: z.optional(z.iso.datetime()),
  pinTries: z.int().check(z.gte(0)),
  withdrawalLimit: pesos,
});

const overCeiling = z.object({ ceiling: pesos });

type CardCalls = Pick<
  CardIssuer,
  | "setLimit"
  | "setUses"
  | "lock"
  | "unlock"
  | "suspend"
  | "unsuspend"
  | "deactivate"
  | "reactivate"
  | "cardState"
>;

/** Locks, limits, suspension and state of cards. */
export function makeCards(ask: CallIssuer): CardCalls {
  const change = async (
    path: string,
    { reference, token }: { reference: string; token: string },
    more: object = {},
    already?: string,
  ) => {
    const answer = await ask("POST", WALLET + path, { senderRefId: reference, token, ...more });
    return doneOf(answer, reference, already);
  };
  return {
    async setLimit({ reference, token, amount, startsAt }) {
      const answer = await ask("PUT", `${WALLET}/v1/accounts/limits`, {
        senderRefId: reference,
        token,
        transType: "LCR",
        amount: toDecimal(amount),
        startDate: startsAt.toISOString(),
      });
      const read = readOutcome(answer, z.object({}), { field: "senderRefId", value: reference });
      if (read.kind === "yes") return { kind: "done" };
      if (read.kind === "unknown") return read;
      if (read.code !== "LIMIT_OVER_CEILING") return plainNo(read);
      const over = overCeiling.safeParse(read.details);
      return over.success
        ? { kind: "over_ceiling", ceiling: over.data.ceiling }
        : unknown("over the ceiling, without the ceiling");
    },
    async setUses({ reference, token, off }) {
      const body = { senderRefId: reference, token, off };
      return doneOf(await ask("PUT", `${WALLET}/v1/cards/uses`, body), reference);
    },
    lock: ({ scope, ...order }) =>
      change("/v2/cards/lock", order, { scope }, "CARD_ALREADY_LOCKED"),
    unlock: ({ scope, ...order }) =>
      change("/v2/cards/unlock", order, { scope }, "CARD_ALREADY_UNLOCKED"),
    suspend: ({ until, ...order }) =>
      change("/v1/cards/suspend", order, { until: until.toISOString() }),
    unsuspend: (order) => change("/v1/cards/unsuspend", order),
    deactivate: ({ reason, ...order }) => change("/v1/cards/deactivate", order, { reason }),
    reactivate: (order) => change("/v1/cards/reactivate", order),

    async cardState(token) {
      const answer = await ask("GET", `${WALLET}/v1/cards/${encodeURIComponent(token)}`);
      const read = readAnswer(answer, cardAnswer, { field: "token", value: token });
      if (read.kind === "refused") return unknown(`answered ${read.code}`);
      return read.kind === "yes" ? cardOf(read.answer) : read;
    },
  };
}

/**
 * Reads an answer that is either done or refused; `already` is the issuer's code for a state that was so
 * before.
 */
export function doneOf(answer: PartnerAnswer, reference: string, already?: string): DoneOutcome {
  const about = { field: "senderRefId", value: reference };
  const read = readOutcome(answer, z.object({}), about);
  if (read.kind === "yes") return { kind: "done" };
  if (read.kind === "unknown") return read;
  return read.code === already ? { kind: "done" } : plainNo(read);
}

function cardOf(answer: z.output<typeof cardAnswer>): IssuerCard {
  const { serialNumber, expiryDate, accountNumber, suspendedUntil, ...rest } = answer;
  return {
    kind: "card",
    ...rest,
    customerId: answer.customerId,
    serial: serialNumber,
    expiresOn: expiryDate,
    accountNo: accountNumber,
    suspendedUntil: suspendedUntil === undefined ? undefined : new Date(suspendedUntil),
  };
}
