import { brand } from "#brand";
import { cardAccountText } from "#contract/cardNames.ts";
import { visaSpielField } from "#contract/transferSetup.ts";
import { SourceField, ToOwnCard } from "./FromFields.tsx";
import type { OneForm } from "./oneForm.ts";
import type { IntentOf } from "./order.ts";
import { numberRow } from "./payee.tsx";

/** From one of the member's accounts to their own card. */
export const ownForm: OneForm<IntentOf<"own">> = {
  number: "1",
  fields: ["source_account", "amount"],
  isOffered: ({ sourceAccounts }) => sourceAccounts.length > 0,
  choice: (_, texts) => ({ title: texts.toOwnCard, detail: texts.toOwnCardDetail }),
  From: ({ setup, form, errors }) => (
    <SourceField
      sources={setup.sourceAccounts}
      value={form.values.source_account}
      error={errors.source_account}
      onChange={(account) => form.change("source_account", account)}
    />
  ),
  Payee: ToOwnCard,
  hint: ({ otherDetails }, texts, amountText) =>
    texts.loadLeft(amountText(otherDetails.loadLimitLeft)),
  reminders: ({ otherDetails }) => [
    otherDetails[visaSpielField],
    otherDetails.transferHolidayReminder,
  ],
  moreErrors: ({ source_account: source }, { sourceAccounts }, { required }) =>
    sourceAccounts.some(({ accountNumber }) => accountNumber === source)
      ? {}
      : { source_account: required },
  intentOf: ({ source_account }, { ownCard, amount }) => ({
    kind: "own",
    source_account,
    destination_account: ownCard,
    amount,
  }),
  payeeTitle: ({ destination_account: account }, { review }) =>
    review.toOwnCard(cardAccountText(account)),
  payeeAsked: ({ destination_account: account }, { review }) =>
    review.toOwnCard(cardAccountText(account)),
  payeeRows: ({ destination_account: account }, _, { review }) => [
    { key: "to", name: review.to, value: brand.cardDisplayName },
    numberRow(account, review),
    { key: "via", name: review.via, value: review.viaOwn },
  ],
  receiptWay: ({ transferTo }, { review }) => ({ to: transferTo, via: review.viaOwn }),
  receiptPayee: () => ({ name: "", bank: "" }),
};
