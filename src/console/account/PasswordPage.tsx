import { contractErrors } from "#client/form/contractErrors.ts";
import type { ReadField } from "#client/form/useNamedForm.ts";
import { call } from "#console/api/call.ts";
import { renewSession } from "#console/api/session.ts";
import { CodeField } from "#console/layout/CodeField.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { changeStaffPassword } from "#contract/staff/session.ts";
import { Button } from "#ui/Button.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useNavigate } from "react-router";
import { OwnPasskeys } from "./OwnPasskeys.tsx";
import "./account.css";

const FIELDS = ["current_password", "code", "new_password", "confirm_password"] as const;

/** One's own password and passkeys. */
export function PasswordPage() {
  const texts = useTexts("account");
  return (
    <div className="c-page">
      <PageHead title={texts.page} />
      <SectionHead title={texts.title} />
      <p className="sub">{texts.lead}</p>
      <Panel padded className="c-password">
        <PasswordForm />
      </Panel>
      <OwnPasskeys />
    </div>
  );
}

/** The present password and a code prove who asks; this session goes on, others end. */
function PasswordForm() {
  const texts = useTexts("account");
  const signIn = useTexts("signIn");
  const navigate = useNavigate();
  const bodyOf = (field: ReadField) => ({
    current_password: field("current_password"),
    code: field("code").replaceAll(/\s/g, ""),
    new_password: field("new_password"),
    confirm_password: field("confirm_password"),
  });
  const form = useNamedForm({
    required: FIELDS,
    check: (field) => contractErrors(changeStaffPassword, bodyOf(field)),
    send: async (field) => {
      const answer = await call(changeStaffPassword, { body: bodyOf(field) });
      if (!answer.status) return answer;
      renewSession(answer.result.token);
      showToast({ kind: "ok", text: texts.changed });
      void navigate(paths.home);
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm form={form} label={texts.title}>
      <PasswordField
        label={texts.currentPassword}
        name="current_password"
        autoComplete="current-password"
        error={errors["current_password"]}
      />
      <CodeField label={signIn.code} hint={signIn.codeHint} error={errors["code"]} />
      <PasswordField
        label={signIn.newPassword}
        hint={signIn.newPasswordHint}
        name="new_password"
        autoComplete="new-password"
        error={errors["new_password"]}
      />
      <PasswordField
        label={signIn.confirmPassword}
        name="confirm_password"
        autoComplete="new-password"
        error={errors["confirm_password"]}
      />
      <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.changing}>
        {texts.change}
      </Button>
    </SentForm>
  );
}
