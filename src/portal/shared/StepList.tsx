import { useLanguage } from "#portal/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";
import type { ReactNode } from "react";
import "./sheet.css";

/** What has happened to something and when, the last being how it stands; and what is yet to come. */
export function StepList(props: {
  id: string;
  title: string;
  /** `at` is ISO 8601; null of what is to come, which `toCome` or its note says. */
  steps: readonly { label: ReactNode; at: string | null; note?: ReactNode }[];
  toCome?: string;
}) {
  const language = useLanguage();
  const current = props.steps.findLastIndex(({ at }) => at !== null);
  return (
    <section aria-labelledby={props.id}>
      <h2 id={props.id} className="side-title">
        {props.title}
      </h2>
      <ol className="steps">
        {props.steps.map(({ label, at, note }, index) => (
          <li
            // The same step may be taken twice.
            // oxlint-disable-next-line react/no-array-index-key -- the list only grows at its end
            key={index}
            className={at === null ? "to-come" : undefined}
            aria-current={index === current ? "step" : undefined}
          >
            <span>{label}</span>
            {(at !== null || props.toCome !== undefined) && (
              <span className="meta">
                {at === null ? (
                  props.toCome
                ) : (
                  <DateText at={new Date(at)} form="dayTime" language={language} />
                )}
              </span>
            )}
            {note}
          </li>
        ))}
      </ol>
    </section>
  );
}
