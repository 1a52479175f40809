import { joinedUsername } from "#portal/api/sessionState.ts";
import { forgotPassword } from "#contract/signUp.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { call } from "#portal/api/call.ts";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { contractErrors } from "#client/form/contractErrors.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { TextField } from "#ui/TextField.tsx";
import { RecoveryPage } from "./RecoveryPage.tsx";
import { SetPassword } from "./SetPassword.tsx";
import { useRecovery } from "./useRecovery.ts";

/** Forgot password: username or membership no., the code, a new password. */
export function ForgotPasswordPage() {
  const texts = useTexts("recovery");
  const recovery = useRecovery<"identifier">({
    initial: { identifier: joinedUsername.get() },
    check: (typed) => contractErrors(forgotPassword, { identifier: typed.identifier.trim() }),
    ask: ({ identifier }) => call(forgotPassword, { body: { identifier: identifier.trim() } }),
  });
  const { form } = recovery;
  return (
    <RecoveryPage
      recovery={recovery}
      renderSet={(guid) => <SetPassword guid={guid} identifier={form.values.identifier.trim()} />}
    >
      <BackLink to={paths.forgot}>{texts.back}</BackLink>
      <SignedOutHead title={texts.forgotPasswordTitle} takesFocus />
      <p className="lead">{texts.forgotPasswordLead}</p>
      <SentForm
        form={form}
        label={texts.forgotPasswordTitle}
        labels={{ identifier: texts.identifier }}
        submit={texts.next}
        sending={texts.sending}
      >
        <TextField
          {...form.field("identifier")}
          label={texts.identifier}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </SentForm>
    </RecoveryPage>
  );
}
