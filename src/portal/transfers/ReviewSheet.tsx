import { carriedOtherwise } from "#common/railText.ts";
import { brand } from "#brand";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import type { ReactNode } from "react";
import { amountOf, draftOf, type Intent, type Order } from "./order.ts";
import { groupedDigits, payeeTitle } from "./payee.ts";
import { bankOf, feeOf, type Setup } from "./setup.ts";
import { leftRows, useArrival } from "./Sums.tsx";

/** Everything once more, the number in groups of four. */
export function ReviewSheet({ setup, order }: { setup: Setup; order: Order }) {
  const texts = useTexts("transfer");
  const { review } = texts;
  const { intent } = order;
  const amount = amountOf(order);
  const fee = feeOf(setup, intent.kind);
  const arrival = useArrival(setup, intent.kind);
  return (
    <Panel>
      <div className="revtop">
        <p className="meta">{review.sending}</p>
        <p className="bigamt">
          <Money amount={amount} alwaysShown />
        </p>
        <p className="sub">
          {review.toWord} <b>{payeeTitle(intent, texts)}</b>
        </p>
      </div>
      <div className="sheet-rows">
        <KeyValueList
          rows={[
            { key: "from", name: review.from, value: fromText(setup, intent) },
            ...payeeRows(setup, intent, texts),
            ...(arrival === undefined
              ? []
              : [{ key: "arrives", name: texts.arrives, value: arrival }]),
            { key: "amount", name: review.amount, value: <Money amount={amount} alwaysShown /> },
            { key: "fee", name: texts.fee, value: <Money amount={fee} alwaysShown /> },
            {
              key: "total",
              name: texts.total,
              value: <Money amount={amount + fee} alwaysShown />,
              isTotal: true,
            },
            ...leftRows(
              setup,
              {
                to: draftOf(order).to,
                sourceAccount: intent.kind === "own" ? intent.source_account : "",
                total: amount + fee,
              },
              texts,
            ),
          ]}
        />
      </div>
    </Panel>
  );
}

function fromText(setup: Setup, intent: Intent): string {
  if (intent.kind !== "own") return brand.cardDisplayName;
  const number = intent.source_account;
  const source = setup.sourceAccounts.find(({ accountNumber }) => accountNumber === number);
  return `${source?.name ?? ""} ${number}`.trim();
}

type Row = { key: string; name: ReactNode; value: ReactNode };

function payeeRows(setup: Setup, intent: Intent, texts: TransferTexts): Row[] {
  const { review } = texts;
  const numberRow = (number: string): Row => ({
    key: "number",
    name: review.accountNumber,
    value: <span className="code">{groupedDigits(number)}</span>,
  });
  switch (intent.kind) {
    case "own":
      return [
        { key: "to", name: review.to, value: brand.cardDisplayName },
        numberRow(intent.destination_account),
        { key: "via", name: review.via, value: review.viaOwn },
      ];
    case "card":
      return [
        { key: "to", name: review.to, value: texts.toCard },
        numberRow(intent.destination_account),
        { key: "via", name: review.via, value: brand.cardAccount },
      ];
    case "instapay":
    case "pesonet":
      return [
        { key: "to", name: review.to, value: texts.toBank },
        {
          key: "bank",
          name: review.bank,
          value: bankOf(setup, intent.destination_bank)?.bankName ?? "",
        },
        numberRow(intent.destination_account_number),
        { key: "name", name: review.accountName, value: intent.destination_account_name },
        ...sentAs(intent.destination_account_name, review.sentAs),
        { key: "via", name: review.via, value: texts.rails[intent.kind] },
      ];
  }
}

/** The name in the rails' letters, where it is not the one that was typed. */
function sentAs(typed: string, name: string): Row[] {
  const carried = carriedOtherwise(typed);
  return carried === undefined ? [] : [{ key: "sentAs", name, value: carried }];
}
