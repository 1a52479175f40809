import { joinedUsername } from "#portal/api/sessionState.ts";
import { SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { loadOtpScreen } from "#portal/otp/loadOtpScreen.ts";
import type { SentCode } from "#portal/otp/sentCode.ts";
import { hasKeptStage } from "#portal/otp/stageMark.ts";
import { lazyPage } from "#ui/lazyPart.tsx";
import { Suspense, useEffect, useState } from "react";
import { type Draft, loadSession } from "./attemptLogin.ts";
import { LoginForm } from "./LoginForm.tsx";

const OtpScreen = lazyPage(async () => (await loadOtpScreen()).OtpScreen);

type Step = { name: "form" } | { name: "code"; sent: SentCode };

/** Member Login. A browser new to the member continues with a code; Back keeps what was typed. */
export function LoginPage() {
  const [step, setStep] = useState<Step>({ name: "form" });
  const [draft, setDraft] = useState<Draft>(() => ({
    username: joinedUsername.get(),
    password: "",
  }));
  const [cameBack, setCameBack] = useState(draft.username !== "");
  // The next visit starts empty.
  useEffect(() => joinedUsername.set(""), []);
  useEffect(() => {
    if (hasKeptStage("login"))
      void findWaiting().then((sent) => sent && setStep({ name: "code", sent }));
  }, []);

  function goBack() {
    setCameBack(true);
    setStep({ name: "form" });
  }

  return (
    <SignedOutLayout isFirst={step.name === "form"}>
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
          <OtpScreen
            stage="login"
            sent={step.sent}
            verify={verify}
            onCodeChange={(sent) => setStep({ name: "code", sent })}
            onBack={goBack}
          />
        </Suspense>
      )}
    </SignedOutLayout>
  );
}

/** The code that was waited for before a reload, and its screen. */
async function findWaiting(): Promise<SentCode | undefined> {
  const [{ findStage }] = await Promise.all([import("#portal/otp/keptStage.ts"), loadOtpScreen()]);
  return findStage("login");
}

async function verify(code: { memberGuid: string; pinId: string; pin: string }) {
  const { verifySignIn } = await loadSession();
  const answer = await verifySignIn(code);
  return answer.name === "refused" ? answer.failure : undefined;
}
