import { carriedOtherwise } from "#common/railText.ts";
import { type Rail, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { RailChoice } from "./RailChoice.tsx";
import { AnySource } from "./FromFields.tsx";
import type { OneForm, Row } from "./oneForm.ts";
import type { IntentOf } from "./order.ts";
import { BankPayeeFields } from "./PayeeFields.tsx";
import { numberRow } from "./payee.tsx";
import { bankOf } from "./setup.ts";
import { sourceError } from "./source.ts";

/** From the member's card, or the account that they choose, to another bank, by one of the rails. */
export const bankForm: OneForm<IntentOf<Rail>> = {
  number: "2",
  fields: [
    "source_account",
    "destination_bank",
    "destination_account_number",
    "destination_account_name",
    "amount",
  ],
  mayBeEmpty: ["source_account"],
  isOffered: () => true,
  choice: (_, texts) => ({ title: texts.toBank, detail: texts.toBankDetail }),
  From: AnySource,
  Way: RailChoice,
  Payee: BankPayeeFields,
  hint: ({ figures }, texts, amountText) =>
    texts.limitsLeft(amountText(figures.leftToday), amountText(figures.leftThisMonth)),
  reminders: ({ otherDetails }, via) => otherDetails[`${via}Reminders`],
  moreErrors: ({ source_account: source }, setup, { required }) =>
    sourceError(source, setup, required),
  intentOf: (values, { via, amount }) => ({
    kind: via,
    ...(values.source_account !== "" && { source_account: values.source_account }),
    destination_bank: values.destination_bank,
    destination_account_number: values.destination_account_number,
    destination_account_name: values.destination_account_name.trim(),
    amount,
  }),
  payeeIsNamed: true,
  payeeTitle: ({ destination_account_name: name }) => name,
  payeeAt: (intent, setup, { payees }) =>
    payees.at(
      bankOf(setup, intent.destination_bank)?.shortName ?? "",
      intent.destination_account_number.slice(-4),
    ),
  payeeAsked: (intent, { payees }) =>
    payees.bank(intent.destination_account_name, intent.destination_account_number.slice(-4)),
  payeeRows: (intent, setup, { review, rails, toBank }) => [
    { key: "to", name: review.to, value: toBank },
    {
      key: "bank",
      name: review.bank,
      value: bankOf(setup, intent.destination_bank)?.bankName ?? "",
    },
    numberRow(intent.destination_account_number, review),
    { key: "name", name: review.accountName, value: intent.destination_account_name },
    { key: "via", name: review.via, value: rails[intent.kind] },
    ...sentAs(intent.destination_account_name, review.sentAs),
  ],
  receiptWay: ({ kind }, { toBank, rails }) => {
    const { rail } = TRANSFER_KINDS[kind];
    return { to: toBank, via: rail === null ? "" : rails[rail] };
  },
  receiptPayee: ({ accountName, destinationBank }) => ({
    name: accountName,
    bank: destinationBank ?? "",
  }),
};

/** The name in the rails' letters, where it is not the one that was typed. */
function sentAs(typed: string, name: string): Row[] {
  const carried = carriedOtherwise(typed);
  return carried === undefined ? [] : [{ key: "sentAs", name, value: carried, isWide: true }];
}
