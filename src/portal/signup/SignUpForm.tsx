import { memberNumberField } from "#contract/identity.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { SentForm } from "#portal/shared/forms.tsx";
import type { Form } from "#client/form/useForm.ts";
import { DocumentLink } from "#portal/terms/DocumentLink.tsx";
import { newPasswordHint } from "#portal/shared/newPasswordHint.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { DigitsField } from "#ui/DigitsField.tsx";
import { fitting } from "#ui/fitting.ts";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { TextField } from "#ui/TextField.tsx";
import type { SignUpField } from "./useSignUp.ts";

/** Who they are, the name and password they want, and their agreement. */
export function SignUpForm({ form }: { form: Form<SignUpField> }) {
  const texts = useTexts("signup");
  const password = useTexts("password");
  const login = useTexts("login");
  const { field, change } = form;
  const labels = {
    [memberNumberField]: texts.membershipNo,
    username: texts.username,
    password: texts.password,
    confirm_password: texts.confirm,
    agreement: texts.agreement,
  };
  return (
    <>
      <BackLink>{texts.backToLogin}</BackLink>
      <SignedOutHead title={texts.title} takesFocus />
      <p className="lead">{texts.lead}</p>
      <SentForm
        form={form}
        label={texts.title}
        labels={labels}
        submit={texts.next}
        sending={texts.sending}
      >
        <DigitsField
          {...field(memberNumberField)}
          label={labels[memberNumberField]}
          hint={texts.membershipHint}
          placeholder={texts.membershipPlaceholder}
          onChange={(digits) => change(memberNumberField, digits)}
        />
        <TextField
          {...field("username")}
          label={labels.username}
          hint={texts.usernameHint}
          placeholder={texts.usernamePlaceholder}
          {...(form.values.username === "" && { fits: fitting(texts.usernamePlaceholder) })}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <PasswordField
          {...field("password")}
          label={labels.password}
          hint={newPasswordHint(password)}
          autoComplete="new-password"
        />
        <PasswordField
          {...field("confirm_password")}
          label={labels.confirm_password}
          autoComplete="new-password"
        />
        <Agreement form={form} />
      </SentForm>
      <Notice kind="safety">
        <b>{login.safetyStrong}</b>
        {login.safetyRest}
      </Notice>
    </>
  );
}

/** The box that must be ticked, and what comes with the account; both texts open over the form. */
function Agreement({ form }: { form: Form<SignUpField> }) {
  const texts = useTexts("signup");
  const login = useTexts("login");
  return (
    <>
      <Checkbox
        id="agreement"
        name="agreement"
        checked={form.values.agreement === "true"}
        error={form.errors.agreement}
        onChange={(event) => form.change("agreement", String(event.currentTarget.checked))}
      >
        {texts.agree}
        <DocumentLink name="privacy">{texts.agreeLink}</DocumentLink>
      </Checkbox>
      <p className="meta">
        {texts.joining}
        <DocumentLink name="terms">{login.terms}</DocumentLink>.
      </p>
    </>
  );
}
