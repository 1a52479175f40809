import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { OfficePage } from "./OfficePage.tsx";

/** Where a password is changed, and what to do when someone knows it. */
export function UpdatePasswordPage() {
  const { password } = useTexts("offices");
  return (
    <OfficePage title={password.title} lead={password.lead}>
      <Panel padded>
        <h2 className="ways-title">{password.goodTitle}</h2>
        <p className="sub">{password.good}</p>
      </Panel>
      <Notice kind="safety">
        <b>{password.warn}</b>
        {password.warnRest}
      </Notice>
    </OfficePage>
  );
}
