import * as z from "zod/mini";
import { pesosOut } from "./amounts.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams, textFor, uuid } from "./fields.ts";
import { cardTransaction } from "./history.ts";
import { isFeeKind } from "./transactionKinds.ts";
import { kindsWhere, RAILS, RAIL_NAMES, TRANSFER_KINDS } from "./transferKinds.ts";

/** How many months are looked back on, the current one among them. */
export const SPENDING_MONTHS = 12;

/** What money on the card was for, or came from. */
export const SPENDING_GROUPS = [
  "purchases",
  "cash",
  "sent",
  "fees",
  "topUps",
  "received",
  "returned",
  "other",
] as const;
const group = z.enum(SPENDING_GROUPS, { error: textFor(fieldTexts.invalid) });
export type SpendingGroup = z.output<typeof group>;

const namesOf = (kinds: ReturnType<typeof kindsWhere>) =>
  kinds.flatMap((kind) => TRANSFER_KINDS[kind].history?.en ?? []);

/** Of the issuer's names of movements, those of a group. */
const NAMED: Partial<Record<SpendingGroup, readonly string[]>> = {
  purchases: ["POS Purchase", "E Commerce"],
  cash: ["ATM Withdrawal"],
  fees: ["Balance Inquiry"],
  sent: [
    ...RAIL_NAMES.map((rail) => RAILS[rail].history.sent),
    ...namesOf(kindsWhere(({ leaves }) => leaves === "card")),
  ],
  topUps: namesOf(kindsWhere(({ leaves }) => leaves === "account")),
};

/** The group of a line of the card's history, by the issuer's name of it and its direction. */
export function groupOf(description: string, isIn: boolean): SpendingGroup {
  if (/ (?:Returned|Reversal)$/.test(description)) return "returned";
  if (isFeeKind(description)) return "fees";
  // What another member sends by the same name has come in.
  if (description.endsWith(" Receive") || (isIn && NAMED.sent?.includes(description)))
    return "received";
  const named = SPENDING_GROUPS.find((each) => NAMED[each]?.includes(description));
  return named ?? "other";
}

const month = codeText(fieldTexts.required).check(
  z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, fieldTexts.invalid),
);

const spendingMonth = z.object({
  /** Of Manila, yyyy-MM. */
  month: z.string(),
  moneyIn: pesosOut,
  /** Neither is negative. */
  moneyOut: pesosOut,
  /** The largest first; none where nothing moved. */
  groups: z.array(z.object({ group, isIn: z.boolean(), amount: pesosOut, count: z.number() })),
});
export type SpendingMonth = z.output<typeof spendingMonth>;

export const getSpending = endpoint({
  name: "getSpending",
  method: "GET",
  path: "/members/{guid}/card/spending",
  summary: `What went in and out of the card in each of the last ${SPENDING_MONTHS} months, by what it was for, the newest first`,
  access: "member",
  feature: "transactionHistory",
  params: guidParams,
  result: z.array(spendingMonth),
  refusals: ["not_found", "no_eon_account"],
});

export const getSpendingRows = endpoint({
  name: "getSpendingRows",
  method: "GET",
  path: "/members/{guid}/card/spending/{month}/{group}",
  summary: "The card transactions behind one figure of a month, as the history has them",
  access: "member",
  feature: "transactionHistory",
  params: z.object({ guid: uuid, month, group }),
  query: z.object({
    direction: z.enum(["in", "out"], { error: textFor(fieldTexts.invalid) }),
    lastTranId: z.optional(codeText().check(z.regex(/^\d{0,18}$/, fieldTexts.invalid))),
  }),
  result: z.array(cardTransaction),
  refusals: ["not_found", "no_eon_account"],
});

export const spendingCalls = [getSpending, getSpendingRows] as const;
