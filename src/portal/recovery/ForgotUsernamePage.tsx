import { memberNumberField } from "#contract/identity.ts";
import { forgotUsername } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { contractErrors } from "#client/form/contractErrors.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { DigitsField } from "#ui/DigitsField.tsx";
import { RecoveryPage } from "./RecoveryPage.tsx";
import { SetUsername } from "./SetUsername.tsx";
import { useRecovery } from "./useRecovery.ts";

/** Forgot username: membership no., the code, a new username. */
export function ForgotUsernamePage() {
  const texts = useTexts("recovery");
  const recovery = useRecovery<typeof memberNumberField>({
    initial: { [memberNumberField]: "" },
    check: (typed) => contractErrors(forgotUsername, typed),
    ask: (typed) => call(forgotUsername, { body: typed }),
  });
  const { form } = recovery;
  return (
    <RecoveryPage recovery={recovery} renderSet={(guid) => <SetUsername guid={guid} />}>
      <BackLink to={paths.forgot}>{texts.back}</BackLink>
      <SignedOutHead title={texts.forgotUsernameTitle} takesFocus />
      <p className="lead">{texts.forgotUsernameLead}</p>
      <SentForm
        form={form}
        label={texts.forgotUsernameTitle}
        labels={{ [memberNumberField]: texts.membershipNo }}
        submit={texts.next}
        sending={texts.sending}
      >
        <DigitsField
          {...form.field(memberNumberField)}
          label={texts.membershipNo}
          hint={texts.membershipHint}
          placeholder={texts.membershipPlaceholder}
          onChange={(digits) => form.change(memberNumberField, digits)}
        />
      </SentForm>
    </RecoveryPage>
  );
}
