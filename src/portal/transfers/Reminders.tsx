import { visaSpielField } from "#contract/transfers.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import type { Draft } from "./order.ts";
import { kindOf, type Setup } from "./setup.ts";

/** Beside the form: the server's reminders for this way of sending, and when to report. */
export function Reminders({ setup, way }: { setup: Setup; way: Pick<Draft, "to" | "via"> }) {
  const texts = useTexts("transfer");
  const kind = kindOf(way);
  const lines = linesOf(setup, kind).filter((line) => line !== "");
  return (
    <aside className="stack" aria-label={texts.reminders}>
      {lines.length > 0 && (
        <Panel padded>
          <h2 className="side-title">
            {way.to === "bank" ? texts.rails[way.via] : texts.reminders}
          </h2>
          <ul className="remindl">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Notice kind="info">
        {kind === "instapay" && <b>{texts.instapayIsFinal} </b>}
        {texts.report}
      </Notice>
    </aside>
  );
}

function linesOf({ otherDetails }: Setup, kind: ReturnType<typeof kindOf>): readonly string[] {
  switch (kind) {
    case "own":
      return [otherDetails[visaSpielField], otherDetails.transferHolidayReminder];
    case "card":
      return otherDetails.cardToCardReminders;
    case "instapay":
      return otherDetails.instapayReminders;
    case "pesonet":
      return otherDetails.pesonetReminders;
  }
}
