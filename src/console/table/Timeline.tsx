import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";
import type { ReactNode } from "react";
import "./timeline.css";

/** What happened to something, newest first or in any order of the caller's. */
export function Timeline(props: {
  events: readonly { key: string; what: ReactNode; who: ReactNode; at: Date }[];
  /** Of its heading, by where it stands. */
  level?: 2 | 3;
}) {
  const Heading = props.level === 2 ? "h2" : "h3";
  const texts = useTexts("table");
  const language = useLanguage();
  return (
    <section aria-label={texts.timeline} className="t-timeline">
      <Heading>{texts.timeline}</Heading>
      <ol>
        {props.events.map(({ key, what, who, at }) => (
          <li key={key}>
            <b>{what}</b>
            <span className="meta">
              <DateText at={at} form="dayTime" language={language} /> · {who}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
