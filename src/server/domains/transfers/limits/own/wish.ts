import { formatPesos, formatPesosAscii, toDecimal } from "#common/money.ts";
import { NO_LIMIT, type OwnLimitWish } from "#contract/ownLimits.ts";
import type { Language } from "#contract/refusals.ts";
import { isTransferKind, type TransferKind } from "#contract/transferKinds.ts";
import type { Caller } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { limitNames, noLimitNames } from "#server/platform/messages/notices/limitTexts.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { ceilingOf, mostOf } from "./ceilings.ts";

/** What a limit is of, as it stands in own_limit, and how texts name it. */
export type LimitSubject = {
  kind: TransferKind | null;
  recipientId: string | null;
  /** The last digits of a payee's account; "" for a kind. */
  account: string;
  name: Record<Language, string>;
};

/**
 * The limit that is meant. Refuses a recipient who is not the caller's, or any span but the day of one
 * (not_found), and what is above the house's own limit (own_limit_too_high).
 */
export async function subjectOf(
  db: Db | Tx,
  { memberId }: Pick<Caller, "memberId">,
  { limit, span, amount }: OwnLimitWish,
  param = "amount",
): Promise<LimitSubject> {
  const isOfKind = isTransferKind(limit);
  const recipient = isOfKind ? undefined : await findRecipient(db, memberId, limit);
  if (!isOfKind && (recipient === undefined || span !== "day")) throw new Refusal("not_found");
  const kind = isOfKind ? limit : (recipient?.kind as TransferKind);
  const most = mostOf(ceilingOf(await readLimits(db), kind, span));
  if (amount !== NO_LIMIT && amount > most) {
    throw new Refusal("own_limit_too_high", { param, values: { ceiling: formatPesos(most) } });
  }
  const account = recipient?.account_number.slice(-4) ?? "";
  return {
    kind: isOfKind ? limit : null,
    recipientId: isOfKind ? null : limit,
    account,
    name: limitNames(isOfKind ? limit : { account }, span),
  };
}

async function findRecipient(db: Db | Tx, memberId: bigint, id: string) {
  return db
    .selectFrom("saved_recipient")
    .select(["kind", "account_number"])
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
}

/** What the text with the code says of a raise; `account` is the end of a payee's. */
export const raiseText = ({ limit, span, amount }: OwnLimitWish, account: string) => ({
  purpose: "raise_own_limit" as const,
  way: limitNames(isTransferKind(limit) ? limit : { account }, span),
  to: amountNames(amount).sms,
});

/** What a code approves of a raise, as it is stored. */
export function raiseOwnIntent(
  { limit, span, amount }: OwnLimitWish,
  { account }: Pick<LimitSubject, "account">,
): Record<string, string> {
  const to = amount === NO_LIMIT ? NO_LIMIT : toDecimal(amount);
  return { kind: "raise_own_limit", limit, span, amount: to, account };
}

/** The amount as a text message and the portal name it; none is said in words. */
export const amountNames = (
  amount: OwnLimitWish["amount"],
): { sms: Record<Language, string>; portal: Record<Language, string> } =>
  amount === NO_LIMIT
    ? { sms: noLimitNames, portal: noLimitNames }
    : {
        sms: { en: formatPesosAscii(amount), fil: formatPesosAscii(amount) },
        portal: { en: formatPesos(amount), fil: formatPesos(amount) },
      };
