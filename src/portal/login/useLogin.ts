import { joinedUsername } from "#portal/api/sessionState.ts";
import type { SentCode } from "#portal/otp/sentCode.ts";
import { useSlow } from "#client/useSlow.ts";
import { useEffect, useRef, useState } from "react";
import type { Draft, LoginErrors, LoginProblem } from "./attemptLogin.ts";
import { attemptLogin, loadSession } from "./attemptLogin.ts";

/** The state of the login form and what its events do. */
export function useLogin(onCodeSent: (sent: SentCode, typed: Draft) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<LoginErrors>({});
  // The newest word on any try: a page that keeps an older one beside it says it twice.
  const [problem, setProblem] = useState<{ of: "password" | "passkey"; is: LoginProblem }>();
  const [isPending, setIsPending] = useState(false);
  const isSlow = useSlow(isPending);
  useEffect(() => {
    // What is no longer so is not said.
    const forget = () => setProblem((said) => (said?.is.name === "offline" ? undefined : said));
    addEventListener("online", forget);
    return () => removeEventListener("online", forget);
  }, []);

  async function submit() {
    if (isPending) return;
    const typed = read(form.current);
    const missing = missingOf(typed);
    setErrors(missing);
    setProblem(undefined);
    if (Object.keys(missing).length > 0) {
      focus(form.current, missing.username ? "username" : "password");
      return;
    }
    setIsPending(true);
    const outcome = await attemptLogin(typed);
    setIsPending(false);
    switch (outcome.name) {
      case "signed_in":
        break;
      case "code_sent":
        onCodeSent(outcome.sent, typed);
        break;
      case "field_errors":
        setErrors(outcome.errors);
        break;
      case "problem":
        setProblem({ of: "password", is: outcome.problem });
        if (outcome.problem.name === "wrong") focus(form.current, "password");
        break;
    }
  }

  return {
    form,
    errors,
    problem,
    setProblem,
    isPending,
    isSlow,
    submit,
    clearError: (field: keyof Draft) => {
      if (errors[field]) setErrors({ ...errors, [field]: undefined });
    },
    /** Whoever has forgotten the rest need not type it again. */
    keepUsername: () => joinedUsername.set(read(form.current).username.trim()),
    warmUp: () => {
      void loadSession().catch(() => undefined);
    },
  };
}

function read(form: HTMLFormElement | null): Draft {
  const fields = new FormData(form ?? undefined);
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return { username: text("username"), password: text("password") };
}

function missingOf(typed: Draft): LoginErrors {
  return {
    ...(typed.username.trim() === "" ? { username: "required" } : {}),
    ...(typed.password === "" ? { password: "required" } : {}),
  };
}

function focus(form: HTMLFormElement | null, name: keyof Draft): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}
