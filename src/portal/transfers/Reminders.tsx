import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";

/** Beside the form: the server's reminder, when to report, and where other transfers are made. */
export function Reminders({ text }: { text: string }) {
  const texts = useTexts("transfer");
  return (
    <aside className="stack" aria-label={texts.reminders}>
      <Panel padded className="stack">
        <h2 className="side-title">{texts.reminders}</h2>
        {text !== "" && <p className="sub">{text}</p>}
        <h3>{texts.otherBankTitle}</h3>
        <p className="sub">{texts.otherBankBody}</p>
      </Panel>
      <Notice kind="info">{texts.report}</Notice>
    </aside>
  );
}
