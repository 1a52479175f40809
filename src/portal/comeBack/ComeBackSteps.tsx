import { CallUs } from "#portal/shared/CallUs.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Check } from "lucide-react";
import "./comeBack.css";

/** What to do, where to go, what to bring and what happens then: on the page for everyone and on the member's. */
export function ComeBackSteps() {
  const texts = useTexts("comeBack");
  const { id, number, membership } = texts.bring;
  return (
    <div className="come-back">
      <p className="lead">{texts.lead}</p>
      <section aria-labelledby="come-back-first">
        <h2 id="come-back-first">{texts.firstTitle}</h2>
        <p>{texts.first}</p>
        <CallUs />
      </section>
      <section aria-labelledby="come-back-office">
        <h2 id="come-back-office">{texts.officeTitle}</h2>
        <p>{texts.office}</p>
        <h3>{texts.bringTitle}</h3>
        <ul className="come-back-bring">
          {[id, number, membership].map((thing) => (
            <li key={thing}>
              <Check />
              <span>{thing}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="come-back-steps">
        <h2 id="come-back-steps">{texts.stepsTitle}</h2>
        <ol className="come-back-steps">
          {Object.values(texts.steps).map(({ title, body }) => (
            <li key={title}>
              <b>{title}</b>
              <p className="sub">{body}</p>
            </li>
          ))}
        </ol>
      </section>
      <Notice kind="safety">
        <b>{texts.never}</b>
        {texts.neverRest}
      </Notice>
    </div>
  );
}
