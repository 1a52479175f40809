import * as z from "zod/mini";
import { formatPesos } from "#common/money.ts";
import { pesos, pesosOut } from "./amounts.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { fieldTexts, guidParams, otpCode, textFor, uuid } from "./fields.ts";
import { TRANSFER_KIND_NAMES } from "./transferKinds.ts";

/** The most that the field takes; where the house has a limit, that is the most. */
export const OWN_LIMIT_MAX_CENTAVOS = 999_999_999_00n;

/** What a limit is of: one transfer, a day or a month in Manila. */
export const LIMIT_SPANS = ["transfer", "day", "month"] as const;
export type LimitSpan = (typeof LIMIT_SPANS)[number];

/** Above this a transfer to a new payee takes a passkey: a limit of one transfer, beneath the house's figure. */
export const NEW_PAYEE = "new_payee";

/** No limit of one's own: the house's alone holds. */
export const NO_LIMIT = "none";

const error = textFor(fieldTexts.invalid);
/** 0 switches it off; of a new payee, each transfer takes a passkey. */
const limitAmount = z.union(
  [
    z.literal(NO_LIMIT),
    pesos.check(
      z.refine(
        (amount) => amount <= OWN_LIMIT_MAX_CENTAVOS,
        `The most is ${formatPesos(OWN_LIMIT_MAX_CENTAVOS)}`,
      ),
    ),
  ],
  { error: textFor(fieldTexts.invalidAmount) },
);

/** Which limit, and what it is to be. A payee has a limit of a day alone, over whichever way; NEW_PAYEE of a transfer. */
const wishedLimit = {
  /** A kind of transfer, NEW_PAYEE, or the id of a recipient. */
  limit: z.union([z.enum([...TRANSFER_KIND_NAMES, NEW_PAYEE]), uuid], { error }),
  span: z.enum(LIMIT_SPANS, { error }),
  amount: limitAmount,
};

/** A raise of one of the member's own limits to exactly this. */
export const raiseOwnLimitIntent = z.object(
  { kind: z.literal("raise_own_limit"), ...wishedLimit },
  { error },
);
export type OwnLimitWish = Omit<z.output<typeof raiseOwnLimitIntent>, "kind">;

/** One limit as it holds; null is none. */
const ownLimit = z.object({
  amount: z.nullable(pesosOut),
  /** The house's, above which there is none; null where the house has none. */
  ceiling: z.nullable(pesosOut),
  /** A raise that was asked for and does not hold yet, and from when on, ISO 8601. */
  raise: z.nullable(z.object({ amount: z.nullable(pesosOut), startsAt: z.string() })),
});
export type OwnLimit = z.output<typeof ownLimit>;

const kindLimits = z.object({
  kind: z.enum(TRANSFER_KIND_NAMES),
  transfer: ownLimit,
  day: ownLimit,
  month: ownLimit,
  /** What was sent this way in the Manila day and month and did not come back. */
  sentToday: pesosOut,
  sentThisMonth: pesosOut,
});
const payeeLimit = z.object({
  recipientId: uuid,
  name: z.string(),
  accountNumber: z.string(),
  bankName: z.nullable(z.string()),
  day: ownLimit,
  sentToday: pesosOut,
});
export const ownLimits = z.object({
  kinds: z.array(kindLimits),
  /** Every recipient, with or without a limit. */
  payees: z.array(payeeLimit),
  /** Up to what a transfer to a new payee takes no passkey; null is the house's figure, its ceiling. */
  newPayee: ownLimit,
  /** Until when nothing can be raised, ISO 8601. */
  pausedUntil: z.nullable(z.string()),
});
export type OwnLimits = z.output<typeof ownLimits>;
export type KindLimits = OwnLimits["kinds"][number];
export type PayeeLimit = OwnLimits["payees"][number];

/** What the limits that the member set leave: of each kind and of each payee that has one; null is no such limit. */
export const ownLimitsLeft = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(TRANSFER_KIND_NAMES),
      /** Switched off by a limit of zero. */
      isOff: z.boolean(),
      most: z.nullable(pesosOut),
      leftToday: z.nullable(pesosOut),
      leftThisMonth: z.nullable(pesosOut),
    }),
  ),
  payees: z.array(
    z.object({
      bankId: z.nullable(z.string()),
      accountNumber: z.string(),
      isOff: z.boolean(),
      leftToday: pesosOut,
    }),
  ),
});

export const getOwnLimits = endpoint({
  name: "getOwnLimits",
  method: "GET",
  path: "/members/{guid}/ownLimits",
  summary:
    "The limits that the member set for transfers, beneath the house's, and what is used of them",
  access: "member",
  params: guidParams,
  result: ownLimits,
  refusals: ["not_found"],
});

/** What holds already takes back a raise that does not hold yet. */
export const setOwnLimit = endpoint({
  name: "setOwnLimit",
  method: "POST",
  path: "/members/{guid}/ownLimits",
  summary:
    "Set one of the member's own limits: lower at once; higher or none with a code for exactly this, 24 hours later, or as long as the policy says",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: z.object({ ...wishedLimit, pinId: z.optional(uuid), pin: z.optional(otpCode) }),
  result: ownLimits,
  refusals: [
    "not_found",
    "own_limit_too_high",
    "raise_paused",
    "otp_needed",
    "otp_incorrect",
    "otp_used_up",
    "otp_not_for_this",
    "passkey_needed",
    "office_needed",
  ],
});

export const ownLimitCalls: readonly Endpoint[] = [getOwnLimits, setOwnLimit];
