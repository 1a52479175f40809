import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { OfficePage } from "./OfficePage.tsx";

/** How a password is changed, and what to do when someone knows it. */
export function UpdatePasswordPage() {
  const { password } = useTexts("offices");
  return (
    <OfficePage title={password.title} lead={password.lead} steps={password.steps}>
      <Notice kind="safety">
        <b>{password.warn}</b>
        {password.warnRest}
      </Notice>
    </OfficePage>
  );
}
