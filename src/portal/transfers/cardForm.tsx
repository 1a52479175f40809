import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import { cardAccountText } from "#contract/cardNames.ts";
import { AnySource } from "./FromFields.tsx";
import type { OneForm } from "./oneForm.ts";
import type { IntentOf } from "./order.ts";
import { CardPayeeField } from "./PayeeFields.tsx";
import { numberRow } from "./payee.tsx";
import { feeOf, feeText, mostOf } from "./setup.ts";
import { sourceError } from "./source.ts";

/** From the member's card, or the account that they choose, to another card account of the association. */
export const cardForm: OneForm<IntentOf<"card">> = {
  number: "3",
  fields: ["source_account", "destination_account", "amount"],
  mayBeEmpty: ["source_account"],
  isOffered: () => true,
  choice: (setup, texts) => ({
    title: texts.toCard,
    detail: feeText(feeOf(setup, "card"), texts),
  }),
  From: AnySource,
  Payee: CardPayeeField,
  hint: (setup, texts) => texts.mostEach(formatPesos(mostOf(setup, "card") ?? 0n)),
  reminders: ({ otherDetails }) => otherDetails.cardToCardReminders,
  moreErrors: ({ source_account: source, destination_account: account }, setup, texts) => ({
    ...sourceError(source, setup, texts.required),
    ...(account === setup.eonAccount.accountNo && {
      destination_account: source === "" ? texts.errors.sameAccount : texts.errors.ownCard,
    }),
  }),
  intentOf: ({ source_account: source, destination_account }, { amount }) => ({
    kind: "card",
    ...(source !== "" && { source_account: source }),
    destination_account,
    amount,
  }),
  payeeTitle: ({ destination_account: account }) => cardAccountText(account),
  payeeAsked: ({ destination_account: account }) => cardAccountText(account),
  payeeRows: ({ destination_account: account }, _, { review, toCard }) => [
    { key: "to", name: review.to, value: toCard },
    numberRow(account, review),
    { key: "via", name: review.via, value: brand.cardAccount },
  ],
  receiptWay: (_, { toCard }) => ({ to: toCard, via: brand.cardAccount }),
  receiptPayee: ({ accountNumber, accountName }) => {
    const account = cardAccountText(accountNumber);
    return accountName === "" ? { name: account, bank: "" } : { name: accountName, bank: account };
  },
};
