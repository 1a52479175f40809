import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import { cardAccountText } from "#contract/cardNames.ts";
import { FromCard } from "./FromFields.tsx";
import type { OneForm } from "./oneForm.ts";
import type { IntentOf } from "./order.ts";
import { CardPayeeField } from "./PayeeFields.tsx";
import { numberRow } from "./payee.tsx";
import { feeOf, feeText, mostOf } from "./setup.ts";

/** From the member's card to another card account of the association. */
export const cardForm: OneForm<IntentOf<"card">> = {
  number: "3",
  fields: ["destination_account", "amount"],
  isOffered: () => true,
  choice: (setup, texts) => ({
    title: texts.toCard,
    detail: feeText(feeOf(setup, "card"), texts),
  }),
  From: FromCard,
  Payee: CardPayeeField,
  hint: (setup, texts) => texts.mostEach(formatPesos(mostOf(setup, "card") ?? 0n)),
  reminders: ({ otherDetails }) => otherDetails.cardToCardReminders,
  moreErrors: ({ destination_account: account }, { eonAccount }, { errors }) =>
    account === eonAccount.accountNo ? { destination_account: errors.sameAccount } : {},
  intentOf: ({ destination_account }, { amount }) => ({
    kind: "card",
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
  receiptPayee: ({ accountNumber }) => ({ name: cardAccountText(accountNumber), bank: "" }),
};
