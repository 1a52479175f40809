import { useTexts } from "#portal/texts/texts.ts";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { destinationsOf, FORMS, kindOff } from "./forms.ts";
import type { Destination } from "./order.ts";
import type { Setup } from "./setup.ts";
import { useOffText } from "./useOffText.ts";

/** Where to: another bank, another card of ours, or the member's own card. */
export function DestinationChoice(props: {
  setup: Setup;
  value: Destination;
  onChange: (to: Destination) => void;
}) {
  const texts = useTexts("transfer");
  const offText = useOffText();
  const { setup, value } = props;
  const choices = destinationsOf(setup, value).map((to) => {
    const { title, detail } = FORMS[to].choice(setup, texts);
    const off = kindOff(setup, to);
    return {
      value: FORMS[to].number,
      to,
      title,
      isDisabled: off !== undefined,
      detail:
        off === undefined ? (
          <span className="meta">{detail}</span>
        ) : (
          <span className="meta strong">{offText(off)}</span>
        ),
    };
  });
  return (
    <div className="tochoice">
      <ChoiceCards
        legend={texts.to}
        name="to"
        columns="two"
        value={FORMS[value].number}
        choices={choices}
        onChange={(number) => {
          const chosen = choices.find((choice) => choice.value === number);
          if (chosen !== undefined) props.onChange(chosen.to);
        }}
      />
    </div>
  );
}
