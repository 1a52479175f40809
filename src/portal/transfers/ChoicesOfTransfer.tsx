import { formatPesos } from "#common/money.ts";
import { refusalText } from "#contract/refusals.ts";
import { configRead } from "#portal/api/reads.ts";
import { useQuery } from "@tanstack/react-query";
import { serverDate } from "#client/clock.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { arrivalText } from "./arrival.ts";
import { type Destination, destinationNumbers, type Rail } from "./order.ts";
import { destinationsOf, feeOf, mostOf, pesonetArrivalOf, type Setup } from "./setup.ts";

/** Where to: another bank, another card of ours, or the member's own card. */
export function DestinationChoice(props: {
  setup: Setup;
  value: Destination;
  onChange: (to: Destination) => void;
}) {
  const texts = useTexts("transfer");
  const { setup, value } = props;
  const fee = feeText(feeOf(setup, "card"), texts);
  const words: Record<Destination, { title: string; detail: string }> = {
    bank: { title: texts.toBank, detail: texts.toBankDetail },
    card: { title: texts.toCard, detail: fee },
    own: { title: texts.toOwnCard, detail: texts.toOwnCardDetail },
  };
  const choices = destinationsOf(setup, value).map((to) => ({
    value: destinationNumbers[to],
    to,
    title: words[to].title,
    detail: <span className="meta">{words[to].detail}</span>,
  }));
  return (
    <div className="tochoice">
      <ChoiceCards
        legend={texts.to}
        name="to"
        columns="two"
        value={destinationNumbers[value]}
        choices={choices}
        onChange={(number) => {
          const chosen = choices.find((choice) => choice.value === number);
          if (chosen !== undefined) props.onChange(chosen.to);
        }}
      />
    </div>
  );
}

/** By which rail, with what each costs, carries at most, and when it arrives. */
export function RailChoice(props: { setup: Setup; value: Rail; onChange: (via: Rail) => void }) {
  const texts = useTexts("transfer");
  const language = useLanguage();
  const { setup } = props;
  const { data: config } = useQuery(configRead());
  const isClosed = (rail: Rail) => config?.away?.some(({ part }) => part === rail) === true;
  const arrives: Record<Rail, string> = {
    pesonet: arrivalText(pesonetArrivalOf(setup), serverDate(), texts, language),
    instapay: texts.arrival.instapay,
  };
  return (
    <ChoiceCards
      legend={texts.via}
      name="transferVia"
      columns="two"
      value={props.value}
      choices={(["pesonet", "instapay"] as const).map((rail) => ({
        value: rail,
        title: texts.rails[rail],
        isDisabled: isClosed(rail),
        detail: isClosed(rail) ? (
          <span className="meta strong">{refusalText("instapay_closed", language)}</span>
        ) : (
          <>
            <span className="meta">{feeText(feeOf(setup, rail), texts)}</span>
            <span className="meta">{texts.mostEach(formatPesos(mostOf(setup, rail)))}</span>
            <span className="meta">{arrives[rail]}</span>
          </>
        ),
      }))}
      onChange={props.onChange}
    />
  );
}

const feeText = (fee: bigint, texts: { noFee: string; feeIs: (amount: string) => string }) =>
  fee === 0n ? texts.noFee : texts.feeIs(formatPesos(fee));
