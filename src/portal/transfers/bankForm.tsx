import { carriedOtherwise } from "#common/railText.ts";
import { isBatched, type Rail, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { RailChoice } from "./RailChoice.tsx";
import { AnySource } from "./FromFields.tsx";
import type { OneForm, Row } from "./oneForm.ts";
import { codeOf, type IntentOf } from "./order.ts";
import { BankPayeeFields } from "./PayeeFields.tsx";
import { numberRow } from "./payee.tsx";
import { bankOf } from "./setup.ts";
import { shopAt, shopRows } from "./shopPayee.tsx";
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
    "qr",
  ],
  mayBeEmpty: ["source_account", "qr"],
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
    ...(values.qr !== "" && !isBatched(via) && { qr: values.qr }),
    amount,
  }),
  payeeIsNamed: true,
  payeeTitle: ({ destination_account_name: name }) => name,
  payeeAt: (intent, setup, { payees }) =>
    codeOf(intent) === ""
      ? payees.at(
          bankOf(setup, intent.destination_bank)?.shortName ?? "",
          intent.destination_account_number.slice(-4),
        )
      : shopAt(codeOf(intent)),
  payeeAsked: (intent, { payees }) =>
    codeOf(intent) === ""
      ? payees.bank(intent.destination_account_name, intent.destination_account_number.slice(-4))
      : intent.destination_account_name,
  payeeRows: (intent, setup, texts) =>
    codeOf(intent) === ""
      ? accountRows(intent, setup, texts)
      : shopRows({ ...intent, qr: codeOf(intent) }, setup, texts),
  receiptWay: ({ kind, shop }, { toBank, rails, shop: { byCode } }) => {
    const { rail } = TRANSFER_KINDS[kind];
    return { to: shop === null ? toBank : byCode, via: rail === null ? "" : rails[rail] };
  },
  receiptPayee: ({ accountName, destinationBank }) => ({
    name: accountName,
    bank: destinationBank ?? "",
  }),
};

const accountRows: OneForm<IntentOf<Rail>>["payeeRows"] = (
  intent,
  setup,
  { review, rails, toBank },
) => [
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
];

/** The name in the rails' letters, where it is not the one that was typed. */
function sentAs(typed: string, name: string): Row[] {
  const carried = carriedOtherwise(typed);
  return carried === undefined ? [] : [{ key: "sentAs", name, value: carried, isWide: true }];
}
