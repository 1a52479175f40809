import { DeclinedList } from "#portal/shared/DeclinedList.tsx";
import { NoticeLink } from "#portal/shared/NoticeLink.tsx";
import { useDeclined } from "#portal/shared/useDeclined.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";

const SHOWN = 3;

/** The newest declined uses of the card. What leads to this page needs no link. */
export function LatestDeclined() {
  const texts = useTexts("cardUse");
  const declined = useDeclined();
  if (declined.length === 0) return null;
  return (
    <section aria-labelledby="declined">
      <SectionHead id="declined" title={texts.declined} />
      <Panel>
        <DeclinedList
          declined={declined.slice(0, SHOWN)}
          action={(one) => one.leadsTo !== "card_settings" && <NoticeLink notice={one} />}
        />
      </Panel>
    </section>
  );
}
