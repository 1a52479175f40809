import { setPassword } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { contractErrors, mismatch } from "#client/form/contractErrors.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { newPasswordHint } from "#portal/shared/newPasswordHint.ts";
import { forgetSuspensions } from "#portal/shared/suspension.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { PasswordField } from "#ui/PasswordField.tsx";
import { CancelToLogin } from "./CancelToLogin.tsx";
import { useSetting } from "./useSetting.ts";

/** Set New Password, with the grant that the code brought. */
export function SetPassword({ guid, identifier }: { guid: string; identifier: string }) {
  const texts = useTexts("recovery");
  const common = useTexts("common");
  const password = useTexts("password");
  const end = useSetting(texts.passwordUpdated);
  // A membership number is no username to fill in.
  const username = /^[\d\s-]+$/.test(identifier) ? "" : identifier;
  const form = useForm<"new_password" | "confirm_password">({
    initial: { new_password: "", confirm_password: "" },
    check: (typed) => ({
      ...contractErrors(setPassword, { memberGuid: guid, ...typed }),
      ...mismatch(typed.new_password, typed.confirm_password),
    }),
    send: async (typed) => {
      const answer = await call(setPassword, { body: { memberGuid: guid, ...typed } });
      if (answer.status) forgetSuspensions();
      return end(answer.status ? undefined : answer, username);
    },
  });
  const labels = { new_password: texts.newPassword, confirm_password: texts.confirmPassword };
  return (
    <>
      <SignedOutHead title={texts.setPasswordTitle} takesFocus />
      <p className="lead">{texts.setPasswordLead}</p>
      <SentForm
        form={form}
        label={texts.setPasswordTitle}
        labels={labels}
        submit={texts.savePassword}
        sending={common.saving}
        noAnswer={texts.noAnswer}
      >
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...form.field("new_password")}
          label={labels.new_password}
          hint={newPasswordHint(password)}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field("confirm_password")}
          label={labels.confirm_password}
          autoComplete="new-password"
        />
      </SentForm>
      <CancelToLogin />
    </>
  );
}
