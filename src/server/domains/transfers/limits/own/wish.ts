import { formatPesos, formatPesosAscii, toDecimal } from "#common/money.ts";
import { NEW_PAYEE, NO_LIMIT, type OwnLimitWish } from "#contract/ownLimits.ts";
import type { Language } from "#contract/refusals.ts";
import { isTransferKind, type TransferKind } from "#contract/transferKinds.ts";
import type { Caller } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { limitNames, noLimitNames } from "#server/platform/messages/notices/limitTexts.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { ceilingOf, mostOf } from "./ceilings.ts";

/** What a limit is of, as it stands in own_limit (neither: NEW_PAYEE), and how texts name it. */
export type LimitSubject = {
  kind: TransferKind | null;
  recipientId: string | null;
  /** The last digits of a payee's account; "" for a kind. */
  account: string;
  name: Record<Language, string>;
};

/**
 * The limit that is meant. Refuses a recipient who is not the caller's, any span but the day of one, or but the
 * transfer to a new payee (not_found), and what is above the house's own limit (own_limit_too_high).
 */
export async function subjectOf(
  db: Db | Tx,
  { memberId }: Pick<Caller, "memberId">,
  { limit, span, amount }: OwnLimitWish,
  param = "amount",
): Promise<LimitSubject> {
  const of = await findSubject(db, memberId, { limit, span });
  const most = mostOf(ceilingOf(await readLimits(db), of.kind ?? NEW_PAYEE, span));
  if (amount !== NO_LIMIT && amount > most) {
    throw new Refusal("own_limit_too_high", { param, values: { ceiling: formatPesos(most) } });
  }
  const account = of.account.slice(-4);
  return {
    kind: of.recipientId === null ? of.kind : null,
    recipientId: of.recipientId,
    account,
    name: nameOf({ limit, span }, account),
  };
}

/** The kind of transfer whose limits lie above it; null for NEW_PAYEE. */
async function findSubject(
  db: Db | Tx,
  memberId: bigint,
  { limit, span }: Pick<OwnLimitWish, "limit" | "span">,
): Promise<{ kind: TransferKind | null; recipientId: string | null; account: string }> {
  if (isTransferKind(limit)) return { kind: limit, recipientId: null, account: "" };
  if (limit === NEW_PAYEE) {
    if (span !== "transfer") throw new Refusal("not_found");
    return { kind: null, recipientId: null, account: "" };
  }
  const recipient = await db
    .selectFrom("saved_recipient")
    .select(["kind", "account_number"])
    .where("id", "=", limit)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (recipient === undefined || span !== "day") throw new Refusal("not_found");
  return {
    // The table's key allows exactly these.
    kind: recipient.kind as TransferKind,
    recipientId: limit,
    account: recipient.account_number,
  };
}

const nameOf = (
  { limit, span }: Pick<OwnLimitWish, "limit" | "span">,
  account: string,
): Record<Language, string> =>
  limitNames(isTransferKind(limit) || limit === NEW_PAYEE ? limit : { account }, span);

/** What the text with the code says of a raise; `account` is the end of a payee's. */
export const raiseText = (wish: OwnLimitWish, account: string) => ({
  purpose: "raise_own_limit" as const,
  way: nameOf(wish, account),
  amount: amountNames(wish.amount),
});

/** What a code approves of a raise, as it is stored. */
export function raiseOwnIntent(
  { limit, span, amount }: OwnLimitWish,
  { account }: Pick<LimitSubject, "account">,
): Record<string, string> {
  const to = amount === NO_LIMIT ? NO_LIMIT : toDecimal(amount);
  return { kind: "raise_own_limit", limit, span, amount: to, account };
}

/** The amount as a text message and a notice name it; none is said in words. */
export const amountNames = (amount: OwnLimitWish["amount"]): Record<Language, string> =>
  amount === NO_LIMIT
    ? noLimitNames
    : { en: formatPesosAscii(amount), fil: formatPesosAscii(amount) };
