import type { ReadField } from "#client/form/useNamedForm.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#console/api/call.ts";
import { beginSession, type EndReason, endedBecause } from "#console/api/session.ts";
import { PreferenceRows } from "#client/Preferences.tsx";
import { paths } from "#console/paths.ts";
import { CodeField } from "#console/layout/CodeField.tsx";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import { staffLogin } from "#contract/staff/session.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { useStore } from "#ui/store.ts";
import { TextField } from "#ui/TextField.tsx";
import { Link } from "react-router";
import { Door } from "./Door.tsx";

/** Username, password and the authenticator's code, in one step. */
export function SignInPage() {
  const texts = useTexts("signIn");
  const ended = useStore(endedBecause);

  const bodyOf = (field: ReadField) => ({
    username: field("username"),
    password: field("password"),
    code: field("code").replaceAll(/\s/g, ""),
  });
  const form = useNamedForm({
    required: ["username", "password", "code"],
    check: (field) => contractErrors(staffLogin, bodyOf(field)),
    send: async (field) => {
      const answer = await call(staffLogin, { body: bodyOf(field) });
      if (!answer.status) return answer;
      beginSession(answer.result.token);
      return undefined;
    },
  });
  const { errors, isPending } = form;

  return (
    <Door title={texts.title} lead={texts.lead}>
      <SentForm form={form} label={texts.title} note={ended && <EndNote reason={ended} />}>
        <TextField
          label={texts.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={errors["username"]}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          error={errors["password"]}
        />
        <CodeField label={texts.code} hint={texts.codeHint} error={errors["code"]} />
        <Button
          type="submit"
          look="primary"
          block
          pending={isPending}
          pendingLabel={texts.submitting}
        >
          {texts.submit}
        </Button>
      </SentForm>
      <p>
        <Link className="tap-link" to={paths.enrol}>
          {texts.toEnrol}
        </Link>
      </p>
      <PreferenceRows />
    </Door>
  );
}

/** Why the session before ended. */
function EndNote({ reason }: { reason: EndReason }) {
  const texts = useTexts("signIn");
  return (
    <output>
      <Notice kind="info">{texts.ended[reason]}</Notice>
    </output>
  );
}
