import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { Intent } from "./order.ts";
import type { Setup } from "./setup.ts";

/** What a transfer leaves: the member's card, or one of their accounts. */
type Place = "card" | "account";

/** The account that an order names; '' for the card. */
export const sourceOf = (intent: Intent): string =>
  "source_account" in intent ? (intent.source_account ?? "") : "";

/** What an order leaves. */
export const placeOf = (intent: Intent): Place => (sourceOf(intent) === "" ? "card" : "account");

/**
 * What a transfer of this kind from this account leaves, and what can be sent from there: the card where no account is
 * named; undefined while none is chosen of what only an account can send, or it is gone.
 */
export function leavingOf(
  setup: Setup,
  kind: TransferKind,
  sourceAccount: string,
): { place: Place; available: bigint } | undefined {
  const { leaves, fromAccount } = TRANSFER_KINDS[kind];
  if (leaves === "card" && (fromAccount === null || sourceAccount === ""))
    return { place: "card", available: setup.eonAccount.available };
  const source = setup.sourceAccounts.find(({ accountNumber }) => accountNumber === sourceAccount);
  return source && { place: "account", available: source.withdrawableBalance };
}

/** What is wrong with the account that is named, where one may be: it is none of the member's any more. */
export const sourceError = (
  sourceAccount: string,
  { sourceAccounts }: Setup,
  required: string,
): { source_account?: string } =>
  sourceAccount === "" ||
  sourceAccounts.some(({ accountNumber }) => accountNumber === sourceAccount)
    ? {}
    : { source_account: required };

type Back = { returned: string; goingBack: string };

/**
 * How a transfer to somebody else comes back, in words: with its fee or without one, to the card or the account. None of
 * its own where the words of its kind say it.
 */
export function backTexts(
  {
    kind,
    transactionFee,
    sourceAccount,
  }: Pick<TransferDetails, "kind" | "transactionFee" | "sourceAccount">,
  { receipt, transfer }: { receipt: ReceiptTexts; transfer: TransferTexts },
): Back | undefined {
  const { rail, fromAccount } = TRANSFER_KINDS[kind];
  if (fromAccount === null || (rail === null && sourceAccount === null)) return undefined;
  const isFree = transactionFee === 0n;
  if (sourceAccount !== null) return isFree ? receipt.toAccountWithoutFee : receipt.toAccount;
  if (isFree || rail === null) return receipt.withoutFee;
  return { returned: transfer.receipt.next[rail].returned, goingBack: receipt.next.goingBack };
}
