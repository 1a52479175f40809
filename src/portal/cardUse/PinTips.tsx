import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Check } from "lucide-react";

/** Beside every page that sets a PIN. */
export function PinTips() {
  const texts = useTexts("cardUse");
  const { own, personal, simple, title } = texts.pinTips;
  return (
    <>
      <Panel padded>
        <h2 className="tips-title">{title}</h2>
        <ul className="tips">
          {[own, personal, simple].map((tip) => (
            <li key={tip}>
              <Check />
              <span>{tip}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Notice kind="safety">{texts.neverShare}</Notice>
    </>
  );
}
