import { call } from "#console/api/call.ts";
import { beginSession } from "#console/api/session.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { brand } from "#brand";
import { staffLogin } from "#contract/staff/session.ts";
import { Button } from "#ui/Button.tsx";
import { Wordmark } from "#ui/Mark.tsx";
import { Notice } from "#ui/Notice.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { type SubmitEvent, useState } from "react";

/** Username, password and the authenticator's code, in one step. */
export function SignInPage() {
  const texts = useTexts("signIn");
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const field = (name: string) => {
      const value = given.get(name);
      return typeof value === "string" ? value : "";
    };
    setIsPending(true);
    const answer = await call(staffLogin, {
      body: { username: field("username"), password: field("password"), code: field("code") },
    });
    setIsPending(false);
    if (answer.status) beginSession(answer.result.token);
    else setProblem(failureText(answer));
  };
  return (
    <main className="c-page">
      <Wordmark name={brand.console} />
      <h1>{texts.title}</h1>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <form onSubmit={(event) => void submit(event)}>
        <TextField label={texts.username} name="username" autoComplete="username" required />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label={texts.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <Button type="submit" look="primary" pending={isPending}>
          {texts.submit}
        </Button>
      </form>
    </main>
  );
}
