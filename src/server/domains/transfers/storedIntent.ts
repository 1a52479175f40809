import { toDecimal } from "#common/money.ts";
import { type FromCardKind, type Rail, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { type IntentOf, orderFields, type TransferIntent } from "#contract/transfers.ts";

/** A transfer that leaves a card, and one of these to another bank. */
export type FromCardIntent = IntentOf<FromCardKind>;
export type BankIntent = IntentOf<Rail>;
/** One that leaves an account of the member's at the association. */
export type OwnIntent = Exclude<TransferIntent, FromCardIntent>;

export const isFromCard = (intent: TransferIntent): intent is FromCardIntent =>
  TRANSFER_KINDS[intent.kind].leaves === "card";
export const isToBank = (intent: TransferIntent): intent is BankIntent =>
  TRANSFER_KINDS[intent.kind].rail !== null;

/** The account that an order names to leave; null for the card, where it may be either. */
export const sourceOf = (intent: TransferIntent): string | null =>
  "source_account" in intent ? (intent.source_account ?? null) : null;

/** Whether it goes by a schedule, and not now. */
export const isScheduled = ({ repeats, first_on: firstOn }: TransferIntent): boolean =>
  repeats !== undefined || firstOn !== undefined;

/**
 * The intent in the one form in which it is stored and compared: '2500', '2500.0' and 2500 are one amount, so
 * they are one intent. For a transfer from the card the code also approves the account it comes from, the fee
 * and the total, which the database adds (full_intent).
 */
export function storedIntent(intent: TransferIntent): Record<string, string> {
  const ordered: Record<string, unknown> = {
    ...intent,
    ...(isToBank(intent) ? { destination_account_name: payeeNameOf(intent) } : {}),
    amount: toDecimal(intent.amount),
  };
  // The source, which an order from the card does not name.
  const named = orderFields(intent.kind).filter((name) => ordered[name] !== undefined);
  const fields = named.map((name) => [name, String(ordered[name])]);
  const { repeats, first_on: firstOn } = intent;
  const due = isScheduled(intent) ? { repeats: String(repeats), first_on: String(firstOn) } : {};
  return { kind: intent.kind, ...Object.fromEntries(fields), ...due };
}

/** The name as it is stored: composed letters, single blanks, none around it. */
export function payeeNameOf({
  destination_account_name: name,
}: Pick<BankIntent, "destination_account_name">): string {
  return name.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}
