import { Who } from "#console/parts/Who.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { useTexts } from "#console/texts/texts.ts";

type Event = {
  at: string;
  who: string;
  /** By the catalogue's names of events. */
  what: string;
  detail: string;
};

/** What happened to an application or to plastic, by whom and why. */
export function Happened({ events }: { events: readonly Event[] }) {
  const texts = useTexts("cards");
  return (
    <Timeline
      events={events.map(({ at, who, what, detail }, index) => ({
        key: String(index),
        what: (
          <>
            {texts.eventNames[what] ?? what}
            {detail !== "" && <span className="meta k-why">{detail}</span>}
          </>
        ),
        who: <Who name={who} />,
        at: new Date(at),
      }))}
    />
  );
}
