import { useLanguage } from "#portal/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";
import type { ReactNode } from "react";
import "./sheet.css";

/** What has happened to something and when, the last being how it stands. */
export function StepList(props: {
  id: string;
  title: string;
  /** `at` is ISO 8601. */
  steps: readonly { label: ReactNode; at: string; note?: ReactNode }[];
}) {
  const language = useLanguage();
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
            aria-current={index === props.steps.length - 1 ? "step" : undefined}
          >
            <span>{label}</span>
            <span className="meta">
              <DateText at={new Date(at)} form="dayTime" language={language} />
            </span>
            {note}
          </li>
        ))}
      </ol>
    </section>
  );
}
