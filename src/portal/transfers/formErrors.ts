import { hasLeadingZeros, parsePesos } from "#common/money.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { orderCalls } from "#contract/transfers.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { FORMS } from "./forms.ts";
import type { Draft, FieldName } from "./order.ts";
import { ownLimitLines, type OwnLimitTexts } from "./ownLimits.ts";
import { feeOf, kindOf, mostOf, type Setup } from "./setup.ts";
import { leavingOf } from "./source.ts";

type ErrorTexts = {
  errors: TransferTexts["errors"];
  ownLimit: OwnLimitTexts;
  required: string;
  amountText: (centavos: bigint) => string;
  /** A moment, from ISO 8601. */
  momentText: (at: string) => string;
};

/**
 * What is wrong with each field of the form, by the contract and by the figures of the setup: the server
 * judges by the same ones, so that what is fine here is only refused for what has happened since.
 */
export function formErrors(
  draft: Draft,
  setup: Setup,
  texts: ErrorTexts,
): Partial<Record<FieldName, string>> {
  const found = contractErrors(orderCalls[kindOf(draft)], draft.values);
  const errors: Partial<Record<FieldName, string>> = {};
  for (const name of FORMS[draft.to].fields) {
    const isEmpty = draft.values[name] === "";
    if (isEmpty && FORMS[draft.to].mayBeEmpty?.includes(name) === true) continue;
    const other =
      name === "amount" && !hasLeadingZeros(draft.values.amount)
        ? amountError(draft, setup, texts)
        : found[name];
    const text = isEmpty ? texts.required : other;
    if (text !== undefined) errors[name] = text;
  }
  return { ...errors, ...FORMS[draft.to].moreErrors?.(draft.values, setup, texts) };
}

function amountError(draft: Draft, setup: Setup, texts: ErrorTexts): string | undefined {
  const { errors, amountText } = texts;
  const amount = parsePesos(draft.values.amount);
  if (amount === undefined || amount < TRANSFER_KINDS[kindOf(draft)].least) return errors.low;
  const kind = kindOf(draft);
  if (TRANSFER_KINDS[kind].leaves === "account")
    return accountAmountError(draft, setup, amount, texts) ?? ownError(draft, setup, amount, texts);
  // What there is on a day to come nobody knows: that day decides.
  const most = mostOf(setup, kind);
  if (draft.when !== undefined && (most === undefined || amount <= most)) return undefined;
  const fee = feeOf(setup, kind, draft.values.qr);
  const needed = amount + fee;
  const from = leavingOf(setup, kind, draft.values.source_account);
  const available = from?.available ?? needed;
  const isThere = needed <= available;
  const notThere = from?.place === "account" ? errors.notInAccount : errors.notOnCard;
  return (
    limitError(setup, kind, amount, texts) ??
    (isThere
      ? ownError(draft, setup, amount, texts)
      : notThere(amountText(needed), amountText(available), fee > 0n))
  );
}

/** What the limits that the member set have against it. */
function ownError(draft: Draft, setup: Setup, amount: bigint, texts: ErrorTexts) {
  return ownLimitLines(setup, draft, texts).find(({ most }) => amount > most)?.text;
}

function accountAmountError(draft: Draft, setup: Setup, amount: bigint, texts: ErrorTexts) {
  const source = setup.sourceAccounts.find(
    ({ accountNumber }) => accountNumber === draft.values.source_account,
  );
  if (amount > TRANSFER_KINDS[kindOf(draft)].fieldMost) return texts.errors.high;
  return draft.when === undefined && source !== undefined && amount > source.withdrawableBalance
    ? texts.errors.notEnough(texts.amountText(source.withdrawableBalance))
    : undefined;
}

function limitError(
  setup: Setup,
  kind: TransferKind,
  amount: bigint,
  { errors, amountText, momentText }: ErrorTexts,
): string | undefined {
  const most = mostOf(setup, kind);
  const mostText: Partial<Record<TransferKind, (amount: string) => string>> = errors.most;
  if (most !== undefined && amount > most) return mostText[kind]?.(amountText(most));
  const totals: readonly string[] = TRANSFER_KINDS[kind].countsAgainst;
  if (!totals.includes("other_banks")) return undefined;
  const { leftToday, leftThisMonth, dayEnds, monthEnds } = setup.figures;
  if (amount > leftToday && leftToday <= leftThisMonth)
    return errors.leftToday(amountText(leftToday), momentText(dayEnds));
  return amount > leftThisMonth
    ? errors.leftThisMonth(amountText(leftThisMonth), momentText(monthEnds))
    : undefined;
}
