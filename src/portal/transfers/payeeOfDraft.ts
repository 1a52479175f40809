import { cardAccountText } from "#contract/cardNames.ts";
import { PAYEE_KINDS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { Draft } from "./order.ts";
import type { Payee } from "./recipientNames.ts";
import { bankOf, kindOf, type Setup } from "./setup.ts";

/** Whom a form says: undefined while a part is missing, and where nobody else receives it. */
export function payeeOf(draft: Draft, setup: Setup): Payee | undefined {
  const ordered = kindOf(draft);
  const kind = PAYEE_KINDS.find((each) => each === ordered);
  if (kind === undefined) return undefined;
  const { rail } = TRANSFER_KINDS[kind];
  const { values } = draft;
  const whom = { kind, nickname: "" };
  if (rail === null) {
    const number = values.destination_account;
    if (number === "") return undefined;
    const accountName = values.destination_account_name || cardAccountText(number);
    return { ...whom, bankId: null, bankName: null, accountNumber: number, accountName };
  }
  const bank = bankOf(setup, values.destination_bank);
  const { destination_account_number: accountNumber, destination_account_name: accountName } =
    values;
  if (bank === undefined || accountNumber === "" || accountName === "") return undefined;
  return { ...whom, bankId: bank.id, bankName: bank.bankName, accountNumber, accountName };
}
