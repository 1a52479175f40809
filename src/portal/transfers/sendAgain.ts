import { toDecimal } from "#common/money.ts";
import { PAYEE_KINDS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { accountSentFrom, paths, sendsFrom, transferFormPath } from "#portal/paths.ts";
import * as z from "zod/mini";
import { type Draft, emptyDraft } from "./order.ts";
import { banksOf, type Setup } from "./setup.ts";

/** What the receipt hands to the form: the payee of a transfer and its amount, as decimal text. */
const again = z.object({
  again: z.object({
    kind: z.enum(PAYEE_KINDS),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.string(),
    amount: z.string(),
    /** The account that it left; null for the card. */
    sourceAccount: z._default(z.nullable(z.string()), null),
    /** The code of a shop; "" for everybody else. */
    qr: z._default(z.string(), ""),
  }),
});

/** Where 'Send again' leads, and what it takes along: the payee with the amount, or the account of a top-up. */
export function sendAgainLink(details: TransferDetails): { to: string; state: unknown } {
  const { kind, destinationBank, accountNumber, accountName, sourceAccount } = details;
  if (!TRANSFER_KINDS[kind].hasPayee)
    return { to: anotherLink(details), state: sendsFrom(sourceAccount ?? "") };
  return {
    to: paths.transferFunds,
    state: {
      again: {
        kind,
        bankName: destinationBank ?? "",
        accountNumber,
        accountName,
        amount: toDecimal(details.amount),
        sourceAccount,
      },
    },
  };
}

/** Where 'Make another transfer' leads: to the form that this one came from, where it has no payee. */
export function anotherLink({ kind }: TransferDetails): string {
  const { form, hasPayee } = TRANSFER_KINDS[kind];
  return hasPayee ? paths.transferFunds : transferFormPath(form);
}

/** Said by 'Make another transfer': a form with nothing in it. */
export const toAnother = { another: true } as const;

/** Whether the link that led here names what to send, to whom or from where. */
export const beginsAnew = (state: unknown): boolean =>
  accountSentFrom(state) !== undefined ||
  again.safeParse(state).success ||
  (typeof state === "object" && state !== null && "another" in state);

/** The form for the payee, or from the account, in a location's state, if there is one. */
export function draftFrom(state: unknown, setup: Setup): Draft | undefined {
  const account = accountSentFrom(state);
  if (setup.sourceAccounts.some(({ accountNumber }) => accountNumber === account)) {
    const { values, ...draft } = emptyDraft("own");
    return { ...draft, values: { ...values, source_account: account ?? "" } };
  }
  const parsed = again.safeParse(state);
  if (!parsed.success) return undefined;
  const { kind, bankName, accountNumber, accountName, amount, sourceAccount, qr } =
    parsed.data.again;
  const source = setup.sourceAccounts.find(({ accountNumber: own }) => own === sourceAccount);
  const { form, rail } = TRANSFER_KINDS[kind];
  if (rail === null) {
    const { values, ...draft } = emptyDraft(form);
    return {
      ...draft,
      values: {
        ...values,
        source_account: source?.accountNumber ?? "",
        destination_account: accountNumber,
        // No field of this form: what the receipt or the code calls them, to be shown with the account.
        destination_account_name: accountName,
        amount,
      },
    };
  }
  const bank = banksOf(setup, rail).find((each) => each.bankName === bankName);
  const { values, ...draft } = emptyDraft(form);
  return {
    ...draft,
    via: rail,
    values: {
      ...values,
      source_account: source?.accountNumber ?? "",
      destination_bank: bank?.id ?? "",
      destination_account_number: accountNumber,
      destination_account_name: accountName,
      amount,
      qr,
    },
  };
}
