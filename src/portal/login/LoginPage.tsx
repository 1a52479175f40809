import { SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { lazy, Suspense, useState } from "react";
import { loadCodeScreen } from "./loadCodeScreen.ts";
import type { CodeSent, Draft } from "./attemptLogin.ts";
import { LoginForm } from "./LoginForm.tsx";

const CodeScreen = lazy(async () => ({ default: (await loadCodeScreen()).CodeScreen }));

type Step = { name: "form" } | { name: "code"; sent: CodeSent };

/** Member Login. A browser new to the member continues with a code; Back keeps what was typed. */
export function LoginPage() {
  const [step, setStep] = useState<Step>({ name: "form" });
  const [draft, setDraft] = useState<Draft>({ username: "", password: "" });
  const [cameBack, setCameBack] = useState(false);

  function goBack() {
    setCameBack(true);
    setStep({ name: "form" });
  }

  return (
    <SignedOutLayout>
      {step.name === "form" ? (
        <LoginForm
          draft={draft}
          takesFocus={cameBack}
          onCodeSent={(sent, typed) => {
            setDraft(typed);
            setStep({ name: "code", sent });
          }}
        />
      ) : (
        <Suspense>
          <CodeScreen sent={step.sent} onBack={goBack} />
        </Suspense>
      )}
    </SignedOutLayout>
  );
}
