import type { Failure } from "#contract/endpoint.ts";
import { useEffect, useRef, useState } from "react";
import { loadCodeScreen } from "./loadCodeScreen.ts";
import { MAXIMUM_ATTEMPTS, suspend, suspendedUntil } from "./suspension.ts";

export type Draft = { username: string; password: string };

/** A code is on its way to this mobile number (masked). */
export type CodeSent = { guid: string; mobileNumber: string; pinId: string; delaySec: number };

export type LoginProblem =
  | { name: "wrong"; triesLeft: number }
  | { name: "suspended"; until: number }
  | { name: "offline" }
  | { name: "other"; text: string; referenceId: string | undefined };

/** What is wrong with a field: that it is empty, or the server's words in the page's language. */
export type LoginFieldError = "required" | { text: string };

type Errors = { [Field in keyof Draft]?: LoginFieldError | undefined };

const SLOW_AFTER_MS = 6000;

/** Sealing, calls and the session are a chunk of their own, fetched when someone means to sign in. */
const loadSession = () => import("#portal/api/session.ts");
const loadServerTexts = () => import("#portal/texts/serverTexts.ts");

/** Failed attempts by username, as this page saw them; a success forgets them. */
const attempts = new Map<string, number>();

/** Everything the login form does. */
export function useLogin(onCodeSent: (sent: CodeSent, typed: Draft) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<LoginProblem>();
  const [isPending, setIsPending] = useState(false);
  const isSlow = useSlow(isPending);

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
    // Refused here before any call, as long as the marker of three failures stands.
    const until = suspendedUntil(typed.username);
    if (until !== undefined) {
      setProblem({ name: "suspended", until });
      return;
    }
    if (!navigator.onLine) {
      setProblem({ name: "offline" });
      return;
    }
    setIsPending(true);
    await send(typed);
    setIsPending(false);
  }

  async function send(typed: Draft) {
    const session = await loadSession().catch(() => undefined);
    if (session === undefined) {
      setProblem({ name: "offline" });
      return;
    }
    const answer = await session.signIn(typed.username.trim(), typed.password);
    switch (answer.name) {
      case "signed_in":
        attempts.delete(nameOf(typed));
        break;
      case "code_sent":
        attempts.delete(nameOf(typed));
        await loadCodeScreen();
        onCodeSent(answer, typed);
        break;
      case "refused":
        await explain(answer.failure, typed);
        break;
    }
  }

  async function explain(failure: Failure, typed: Draft) {
    if (failure.code === "login_incorrect") {
      setProblem(countFailure(typed));
      focus(form.current, "password");
      return;
    }
    if (failure.code === "login_suspended") {
      setProblem({ name: "suspended", until: suspend(typed.username, failure.retryAfterSeconds) });
      return;
    }
    const { failureText, fieldErrorText } = await loadServerTexts();
    const fieldErrors: Errors = {};
    for (const { param, msg } of failure.errors) {
      if (param === "username" || param === "password")
        fieldErrors[param] = { text: fieldErrorText(msg) };
    }
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) return;
    const referenceId = failure.httpStatus >= 500 ? failure.correlationId : undefined;
    setProblem({ name: "other", text: failureText(failure), referenceId });
  }

  return {
    form,
    errors,
    problem,
    isPending,
    isSlow,
    submit,
    clearError: (field: keyof Draft) => {
      if (errors[field]) setErrors({ ...errors, [field]: undefined });
    },
    warmUp: () => {
      void loadSession().catch(() => undefined);
    },
  };
}

function countFailure(typed: Draft): LoginProblem {
  const count = (attempts.get(nameOf(typed)) ?? 0) + 1;
  attempts.set(nameOf(typed), count);
  if (count < MAXIMUM_ATTEMPTS) return { name: "wrong", triesLeft: MAXIMUM_ATTEMPTS - count };
  attempts.delete(nameOf(typed));
  return { name: "suspended", until: suspend(typed.username) };
}

const nameOf = (typed: Draft) => typed.username.trim().toLowerCase();

function read(form: HTMLFormElement | null): Draft {
  const fields = new FormData(form ?? undefined);
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return { username: text("username"), password: text("password") };
}

function missingOf(typed: Draft): Errors {
  return {
    ...(typed.username.trim() === "" ? { username: "required" as const } : {}),
    ...(typed.password === "" ? { password: "required" as const } : {}),
  };
}

function focus(form: HTMLFormElement | null, name: keyof Draft): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

/** True once something has been under way for six seconds. */
function useSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
