import { DeclinedList } from "#portal/shared/DeclinedList.tsx";
import { Fold } from "#portal/shared/Fold.tsx";
import { NoticeLink } from "#portal/shared/NoticeLink.tsx";
import { useDeclined } from "#portal/shared/useDeclined.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import type { Filters } from "./useHistory.ts";

/**
 * Uses of the card that were declined, a press away: no money moved, so they are not among the movements. What is
 * searched for is searched for here, too.
 */
export function Declined({ filters }: { filters: Filters }) {
  const texts = useTexts("history");
  const wanted = filters.search.trim().toLocaleLowerCase();
  const declined = useDeclined().filter(({ message }) =>
    message.toLocaleLowerCase().includes(wanted),
  );
  if (declined.length === 0 || filters.direction === "in") return null;
  return (
    <Fold key={wanted} summary={texts.declined(declined.length)} isOpen={wanted !== ""}>
      <Panel>
        <DeclinedList declined={declined} action={(one) => <NoticeLink notice={one} />} />
      </Panel>
    </Fold>
  );
}
