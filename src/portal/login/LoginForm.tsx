import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import type { SentCode } from "#portal/otp/sentCode.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { endedText, type EndedWhy, endedWhyOf } from "#portal/api/endedText.ts";
import { endedWhy, sessionState } from "#portal/api/sessionState.ts";
import { useStore } from "#ui/store.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { LoginNotice } from "./LoginNotice.tsx";
import type { Draft, LoginErrors, LoginFieldError } from "./attemptLogin.ts";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { useLogin } from "./useLogin.ts";

/**
 * Username and password. The inputs are not controlled, so what was typed before the scripts
 * arrived stays. Method "dialog" outside a dialog does nothing:
 * even without any script the browser cannot send this form. It is no `SentForm`, which the budget of the
 * first route has no room for.
 */
export function LoginForm(props: {
  draft: Draft;
  takesFocus: boolean;
  onCodeSent: (sent: SentCode, typed: Draft) => void;
}) {
  const login = useTexts("login");
  const common = useTexts("common");
  const { form, errors, problem, setProblem, isPending, isSlow, submit, clearError, ...does } =
    useLogin(props.onCodeSent);
  const { name: signedIn } = useStore(sessionState);
  const why = useWhyEnded(signedIn !== "unknown");
  useEffect(() => {
    // The button was pressed before the program was there (early.ts). Another tab's session comes first.
    const { dataset } = document.documentElement;
    if (signedIn === "unknown" || dataset["pressed"] === undefined) return;
    delete dataset["pressed"];
    if (signedIn === "signed_out") form.current?.requestSubmit();
  }, [form, signedIn]);

  return (
    <>
      <SignedOutHead title={login.title} takesFocus={props.takesFocus} />
      <p className="lead">{login.lead}</p>
      <form
        ref={form}
        method="dialog"
        noValidate
        aria-label={login.title}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem?.of === "password" && <LoginNotice problem={problem.is} />}
        {!problem && why !== undefined && <WhyEnded why={why} />}
        <Credentials
          draft={props.draft}
          errors={errors}
          onTyping={clearError}
          onFocus={does.warmUp}
        />
        <p className="forgot">
          <Link className="tap-link" to="/forgot" onClick={does.keepUsername}>
            {login.forgot}
          </Link>
        </p>
        <Button
          type="submit"
          look="primary"
          block
          pending={isPending}
          pendingLabel={login.loggingIn}
          blocked={Boolean(errors.username ?? errors.password)}
        >
          {login.logIn}
        </Button>
        {isSlow && <output className="meta">{common.offline.slow}</output>}
        <PasskeySignIn
          problem={problem?.of === "passkey" ? problem.is : undefined}
          onProblem={(is) => setProblem(is && { of: "passkey", is })}
        />
        <Link className={buttonClass({ look: "secondary", block: true })} to="/signup">
          {login.createAccount}
        </Link>
      </form>
      <Foot keepUsername={does.keepUsername} />
    </>
  );
}

/** What to do about somebody else, and what nobody is told. */
function Foot({ keepUsername }: { keepUsername: () => void }) {
  const login = useTexts("login");
  return (
    <>
      <p className="someone-else">
        <Link className="tap-link" to={paths.someoneElse} onClick={keepUsername}>
          {login.someoneElse}
        </Link>
      </p>
      <Notice kind="safety">
        <b>{login.safetyStrong}</b>
        {login.safetyRest}
      </Notice>
    </>
  );
}

/** Why a session ended in this tab, over a reload too. The page that was drawn beforehand knows nothing of it. */
function useWhyEnded(isOpen: boolean): EndedWhy | undefined {
  const said = useStore(endedWhy);
  const { state } = useLocation();
  return said ?? (isOpen ? endedWhyOf(state) : undefined);
}

function WhyEnded({ why }: { why: EndedWhy }) {
  const { session } = useTexts("common");
  const text = endedText(why, session);
  if (text === "") return null;
  return why.reason === "logout" ? (
    <output>
      <Notice kind="info">{text}</Notice>
    </output>
  ) : (
    <Notice kind="warn">{text}</Notice>
  );
}

function Credentials(props: {
  draft: Draft;
  errors: LoginErrors;
  onTyping: (field: keyof Draft) => void;
  onFocus: () => void;
}) {
  const login = useTexts("login");
  const common = useTexts("common");
  const wordsOf = (error: LoginFieldError | undefined) =>
    error === "required" ? common.required : error?.text;
  return (
    <>
      <TextField
        label={login.username}
        id="username"
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        defaultValue={props.draft.username}
        error={wordsOf(props.errors.username)}
        onFocus={props.onFocus}
        onInput={() => props.onTyping("username")}
      />
      <PasswordField
        label={login.password}
        id="password"
        name="password"
        autoComplete="current-password"
        defaultValue={props.draft.password}
        error={wordsOf(props.errors.password)}
        onFocus={props.onFocus}
        onInput={() => props.onTyping("password")}
      />
    </>
  );
}
