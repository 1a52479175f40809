import type { ReadField } from "#client/form/useNamedForm.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#console/api/call.ts";
import { beginSession, type EndReason, endedBecause } from "#console/api/session.ts";
import { PreferenceRows } from "#client/Preferences.tsx";
import { paths } from "#console/paths.ts";
import { CodeField } from "#console/layout/CodeField.tsx";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { canUsePasskeys } from "#console/parts/canUsePasskeys.ts";
import { useTexts } from "#console/texts/texts.ts";
import { staffLogin } from "#contract/staff/session.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { useStore } from "#ui/store.ts";
import { TextField } from "#ui/TextField.tsx";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { Door } from "./Door.tsx";
import { signInByPasskey } from "./signInByPasskey.ts";

/** The form of the sign-in. `press` says which button was pressed; Enter presses the form's own. */
function useSignIn() {
  const way = useRef<"code" | "passkey">("code");
  const [isUnused, setIsUnused] = useState(false);
  const bodyOf = (field: ReadField) => ({
    username: field("username"),
    password: field("password"),
    code: field("code").replaceAll(/\s/g, ""),
  });
  const form = useNamedForm({
    required: ["username", "password"],
    check: (field) => {
      setIsUnused(false);
      const { code, ...errors } = contractErrors(staffLogin, bodyOf(field));
      return code === undefined || way.current === "passkey" ? errors : { ...errors, code };
    },
    send: async (field) => {
      const { code, ...typed } = bodyOf(field);
      if (way.current === "passkey") {
        const signed = await signInByPasskey(typed);
        setIsUnused(signed === "unused");
        return typeof signed === "object" ? signed : undefined;
      }
      const answer = await call(staffLogin, { body: { ...typed, code } });
      if (!answer.status) return answer;
      beginSession(answer.result.token);
      return undefined;
    },
  });
  const press = (pressed: "code" | "passkey") => {
    way.current = pressed;
  };
  return { form, isUnused, press };
}

/** Username, password and the authenticator's code, or a passkey in its place, in one step. */
export function SignInPage() {
  const texts = useTexts("signIn");
  const ended = useStore(endedBecause);
  const { form, isUnused, press } = useSignIn();
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
          onClick={() => press("code")}
        >
          {texts.submit}
        </Button>
        {canUsePasskeys() && (
          <PasskeyButton
            isPending={isPending}
            onPress={() => {
              press("passkey");
              void form.submit();
            }}
          />
        )}
        {isUnused && (
          <Notice kind="warn" role="alert">
            {texts.passkeyNone}
          </Notice>
        )}
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

/** In place of the code; username and password stand above it. */
function PasskeyButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const texts = useTexts("signIn");
  const hintId = useId();
  return (
    <>
      <Button block pending={isPending} aria-describedby={hintId} onClick={onPress}>
        {texts.passkey}
      </Button>
      <p id={hintId} className="sub">
        {texts.passkeyHint}
      </p>
    </>
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
