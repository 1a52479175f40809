import { brand } from "#brand";
import { useTexts } from "#portal/texts/texts.ts";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import type { SchedulesTexts } from "#portal/texts/en/schedules.ts";
import type { ReactNode } from "react";
import { DueDays } from "./DueDays.tsx";
import { formOf, isPerson } from "./forms.ts";
import { amountOf, codeOf, type Intent, type Order } from "./order.ts";
import { feeOf, type Setup } from "./setup.ts";
import { sourceOf } from "./source.ts";
import { leftRows, useArrival } from "./Sums.tsx";
import "./review.css";

/** Everything once more, the number in groups of four. */
export function ReviewSheet(props: {
  setup: Setup;
  order: Order;
  /** Whose account it is, as the association says of its own; undefined while nobody said so. */
  holder: string | undefined;
  /** What is said of the payee, right beneath them: whoever reads no further has read it. */
  children: ReactNode;
}) {
  const { setup, order, holder } = props;
  const texts = useTexts("transfer");
  const { review } = texts;
  const schedules = useTexts("schedules");
  const { intent } = order;
  const form = formOf(intent.kind);
  const isNamed = holder !== undefined || isPerson(intent);
  const toWord = isNamed ? review.toWords.person : review.toWords.account;
  const amount = amountOf(order);
  const fee = feeOf(setup, intent.kind, codeOf(intent));
  const arrival = useArrival(setup, intent.kind);
  return (
    <Panel>
      <div className="revtop">
        <div className="revsum">
          <p className="meta">
            {intent.repeats === undefined ? review.sending : review.scheduling}
          </p>
          <p className="bigamt">
            <Money amount={amount} alwaysShown />
          </p>
        </div>
        <p className="sub">
          {toWord} <b>{holder ?? form.payeeTitle(intent, texts)}</b>
          {holder !== undefined && `, ${form.payeeTitle(intent, texts)}`}
          {form.payeeAt?.(intent, setup, texts)}
        </p>
        {props.children}
      </div>
      <div className="sheet-rows">
        <KeyValueList
          isTight
          isPaired
          rows={[
            { key: "from", name: review.from, value: fromText(setup, intent) },
            ...form.payeeRows(intent, setup, texts),
            ...dueRows(intent, schedules),
            ...(arrival === undefined || intent.repeats !== undefined
              ? []
              : [{ key: "arrives", name: texts.arrives, value: arrival, isWide: true }]),
            ...sumRows(intent, { amount, fee }, texts),
            ...(intent.repeats === undefined ? leftRows : noRows)(
              setup,
              {
                kind: intent.kind,
                sourceAccount: sourceOf(intent),
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

function sumRows(
  intent: Intent,
  { amount, fee }: { amount: bigint; fee: bigint },
  texts: TransferTexts,
) {
  const money = (sum: bigint) => <Money amount={sum} alwaysShown />;
  return [
    { key: "amount", name: texts.review.amount, value: money(amount) },
    { key: "fee", name: texts.fee, value: codeOf(intent) === "" ? money(fee) : texts.noFee },
    { key: "total", name: texts.total, value: money(amount + fee), isTotal: true },
  ];
}

/** What goes on a day to come leaves nothing that could be told now. */
const noRows = () => [];

function dueRows(intent: Intent, texts: SchedulesTexts) {
  const { kind, repeats, first_on: firstOn } = intent;
  if (repeats === undefined || firstOn === undefined) return [];
  return [
    {
      key: "days",
      name: texts.dates,
      value: <DueDays {...{ kind, repeats, firstOn }} />,
      isWide: true,
    },
    // Beside the amount, so that on a phone the total stands above the button.
    { key: "when", name: texts.when, value: texts.choices[repeats] },
  ];
}

function fromText(setup: Setup, intent: Intent): string {
  const number = sourceOf(intent);
  if (number === "") return brand.cardDisplayName;
  const source = setup.sourceAccounts.find(({ accountNumber }) => accountNumber === number);
  return `${source?.name ?? ""} ${number}`.trim();
}
