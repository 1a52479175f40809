import { hasLeadingZeros, parsePesos } from "#common/money.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { orderCalls } from "#contract/transfers.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Draft, FieldName, Intent } from "./order.ts";
import { feeOf, kindOf, mostOf, type Setup } from "./setup.ts";

type Words = {
  errors: TransferTexts["errors"];
  required: string;
  amountText: (centavos: bigint) => string;
  /** A moment, from ISO 8601. */
  momentText: (at: string) => string;
};

/** Which fields a form of this kind has. */
export const fieldNames: Record<Draft["to"], readonly FieldName[]> = {
  own: ["source_account", "amount"],
  card: ["destination_account", "amount"],
  bank: ["destination_bank", "destination_account_number", "destination_account_name", "amount"],
};

/**
 * What is wrong with each field of the form, by the contract and by the figures of the setup: the server
 * judges by the same ones, so that what is fine here is only refused for what has happened since.
 */
export function formErrors(
  draft: Draft,
  setup: Setup,
  words: Words,
): Partial<Record<FieldName, string>> {
  const found = contractErrors(orderCalls[kindOf(draft)], draft.values);
  const errors: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames[draft.to]) {
    const isEmpty = draft.values[name] === "";
    const other =
      name === "amount" && !hasLeadingZeros(draft.values.amount)
        ? amountError(draft, setup, words)
        : found[name];
    const text = isEmpty ? words.required : other;
    if (text !== undefined) errors[name] = text;
  }
  const { source_account: source, destination_account: destination } = draft.values;
  if (draft.to === "own" && !setup.sourceAccounts.some((each) => each.accountNumber === source))
    errors.source_account = words.required;
  if (draft.to === "card" && destination === setup.eonAccount.accountNo)
    errors.destination_account = words.errors.sameAccount;
  return errors;
}

function amountError(draft: Draft, setup: Setup, words: Words): string | undefined {
  const { errors, amountText } = words;
  const amount = parsePesos(draft.values.amount);
  if (amount === undefined || amount < TRANSFER_KINDS[kindOf(draft)].least) return errors.low;
  const kind = kindOf(draft);
  return kind === "own"
    ? ownAmountError(draft, setup, amount, words)
    : (limitError(setup, kind, amount, words) ??
        (amount + feeOf(setup, kind) > setup.eonAccount.available
          ? errors.notOnCard(
              amountText(amount + feeOf(setup, kind)),
              amountText(setup.eonAccount.available),
              feeOf(setup, kind) > 0n,
            )
          : undefined));
}

function ownAmountError(draft: Draft, setup: Setup, amount: bigint, words: Words) {
  const source = setup.sourceAccounts.find(
    ({ accountNumber }) => accountNumber === draft.values.source_account,
  );
  if (amount > TRANSFER_KINDS[kindOf(draft)].fieldMost) return words.errors.high;
  return source !== undefined && amount > source.withdrawableBalance
    ? words.errors.notEnough(words.amountText(source.withdrawableBalance))
    : undefined;
}

function limitError(
  setup: Setup,
  kind: Exclude<Intent["kind"], "own">,
  amount: bigint,
  { errors, amountText, momentText }: Words,
): string | undefined {
  const most = mostOf(setup, kind);
  if (amount > most) return errors.most[kind](amountText(most));
  if (kind === "card") return undefined;
  const { leftToday, leftThisMonth, dayEnds, monthEnds } = setup.figures;
  if (amount > leftToday && leftToday <= leftThisMonth)
    return errors.leftToday(amountText(leftToday), momentText(dayEnds));
  return amount > leftThisMonth
    ? errors.leftThisMonth(amountText(leftThisMonth), momentText(monthEnds))
    : undefined;
}
