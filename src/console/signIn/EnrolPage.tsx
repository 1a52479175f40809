import "#console/parts/parts.css";
import { contractErrors } from "#client/form/contractErrors.ts";
import type { ReadField } from "#client/form/useNamedForm.ts";
import { call } from "#console/api/call.ts";
import { beginSession } from "#console/api/session.ts";
import { paths } from "#console/paths.ts";
import { CodeField } from "#console/layout/CodeField.tsx";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import { finishEnrolment, startEnrolment } from "#contract/staff/accounts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { CopyButton } from "#ui/Reference.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { Door } from "./Door.tsx";

type Started = { username: string; enrolmentCode: string; secret: string; uri: string };

/** Opens a new account with the code of the desk: first the authenticator, then the password. */
export function EnrolPage() {
  const texts = useTexts("signIn");
  const [started, setStarted] = useState<Started>();
  const [isWaiting, setIsWaiting] = useState(false);
  if (isWaiting) {
    return (
      <Door title={texts.enrolWaits} lead={texts.enrolWaitsLead}>
        <p>
          <Link className="tap-link" to={paths.signIn}>
            {texts.toSignIn}
          </Link>
        </p>
      </Door>
    );
  }
  return (
    <Door
      title={started ? texts.enrolAuthenticator : texts.enrolTitle}
      lead={started ? texts.enrolAuthenticatorLead : texts.enrolLead}
    >
      {started ? (
        <Finish started={started} onWaiting={() => setIsWaiting(true)} />
      ) : (
        <Start onStarted={setStarted} />
      )}
      <p>
        <Link className="tap-link" to={paths.signIn}>
          {texts.toSignIn}
        </Link>
      </p>
    </Door>
  );
}

function Start({ onStarted }: { onStarted: (started: Started) => void }) {
  const texts = useTexts("signIn");
  const bodyOf = (field: ReadField) => ({
    username: field("username").trim(),
    enrolment_code: field("enrolment_code"),
  });
  const form = useNamedForm({
    required: ["username", "enrolment_code"],
    check: (field) => contractErrors(startEnrolment, bodyOf(field)),
    send: async (field) => {
      const body = bodyOf(field);
      const answer = await call(startEnrolment, { body });
      if (!answer.status) return answer;
      const { username, enrolment_code: enrolmentCode } = body;
      onStarted({ username, enrolmentCode, ...answer.result });
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm form={form} label={texts.enrolTitle}>
      <TextField
        label={texts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors["username"]}
      />
      <TextField
        label={texts.enrolmentCode}
        hint={texts.enrolmentCodeHint}
        name="enrolment_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors["enrolment_code"]}
      />
      <Button type="submit" look="primary" block pending={isPending} pendingLabel={texts.checking}>
        {texts.next}
      </Button>
    </SentForm>
  );
}

function Finish({ started, onWaiting }: { started: Started; onWaiting: () => void }) {
  const texts = useTexts("signIn");
  const bodyOf = (field: ReadField) => ({
    username: started.username,
    enrolment_code: started.enrolmentCode,
    code: field("code").replaceAll(/\s/g, ""),
    new_password: field("new_password"),
    confirm_password: field("confirm_password"),
  });
  const form = useNamedForm({
    required: ["code", "new_password", "confirm_password"],
    check: (field) => contractErrors(finishEnrolment, bodyOf(field)),
    send: async (field) => {
      const answer = await call(finishEnrolment, { body: bodyOf(field) });
      if (!answer.status) return answer;
      const { token } = answer.result;
      if (token === null) onWaiting();
      else beginSession(token);
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm form={form} label={texts.enrolAuthenticator}>
      <p className="c-secret">
        <span aria-hidden="true">{started.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</span>
        <span className="sr">{started.secret}</span>
      </p>
      <div className="btnrow start">
        <CopyButton value={started.secret} what={texts.secret} />
        <a className="tap-link" href={started.uri}>
          {texts.openAuthenticator}
        </a>
      </div>
      <Notice kind="warn">{texts.secretOnce}</Notice>
      <CodeField label={texts.code} hint={texts.codeHint} error={errors["code"]} />
      <PasswordField
        label={texts.newPassword}
        hint={texts.newPasswordHint}
        name="new_password"
        autoComplete="new-password"
        error={errors["new_password"]}
      />
      <PasswordField
        label={texts.confirmPassword}
        name="confirm_password"
        autoComplete="new-password"
        error={errors["confirm_password"]}
      />
      <Button
        type="submit"
        look="primary"
        block
        pending={isPending}
        pendingLabel={texts.submitting}
      >
        {texts.openAccount}
      </Button>
    </SentForm>
  );
}
