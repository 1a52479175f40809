import { refusalText } from "#contract/refusals.ts";
import { isBatched, type Rail } from "#contract/transferKinds.ts";
import { configRead } from "#portal/api/reads.ts";
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { Fold } from "#portal/shared/Fold.tsx";
import { Lines } from "./Lines.tsx";
import type { WayProps } from "./oneForm.ts";
import { feeOf, feeText } from "./setup.ts";
import { useArrival } from "./Sums.tsx";
import { useOffText } from "./useOffText.ts";

/** By which rail, with what each costs, carries at most, and of what is sent now when it arrives. */
export function RailChoice(props: WayProps) {
  const texts = useTexts("transfer");
  const language = useLanguage();
  const { setup, draft } = props;
  const { data: config } = useQuery(configRead());
  const offText = useOffText();
  const isAway = (rail: Rail) => config?.away?.some(({ part }) => part === rail) === true;
  /** Why nothing goes this way now; undefined where it does. */
  const closedFor = (rail: Rail) =>
    setup.switches[rail] !== "on"
      ? offText(rail)
      : isAway(rail)
        ? refusalText("instapay_closed", language)
        : undefined;
  const arrives: Record<Rail, string | undefined> = {
    pesonet: useArrival(setup, "pesonet"),
    instapay: useArrival(setup, "instapay"),
  };
  const rails = (Object.keys(arrives) as Rail[]).filter(
    (rail) => setup.switches[rail] !== "hidden",
  );
  const hours = isBatched(draft.via) ? setup.otherDetails.pesonetHours : [];
  return (
    <div>
      <ChoiceCards
        legend={texts.via}
        name="transferVia"
        columns="two"
        value={draft.via}
        choices={rails.map((rail) => {
          const closed = closedFor(rail);
          return {
            value: rail,
            title: texts.rails[rail],
            isDisabled: closed !== undefined,
            detail:
              closed === undefined ? (
                <>
                  <span className="meta">{feeText(feeOf(setup, rail), texts)}</span>
                  {draft.when === undefined && <span className="meta">{arrives[rail]}</span>}
                </>
              ) : (
                <span className="meta strong">{closed}</span>
              ),
          };
        })}
        onChange={props.onChange}
      />
      {hours.length > 0 && (
        <Fold summary={texts.hours(texts.rails[draft.via])}>
          <Lines lines={hours} />
        </Fold>
      )}
    </div>
  );
}
