import { brand } from "#brand";
import { verifyOtp } from "#contract/auth.ts";
import { call } from "#portal/api/call.ts";
import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { OtpScreen } from "#portal/otp/OtpScreen.tsx";
import { type SentCode, sentNow } from "#portal/otp/sentCode.ts";
import { useKeptStage } from "#portal/otp/useKeptStage.ts";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { askToUnfreezeWithPasskey } from "./askWithPasskey.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import "#portal/shared/freeze.css";
import "./recovery.css";

type Step =
  | { name: "passkey" }
  | { name: "code"; sent: SentCode }
  | { name: "done"; pausedSchedules: number };

/** A frozen account is opened again without an office: the passkey, the code, and it is open. */
export function UnfreezePage() {
  const [step, setStep] = useState<Step>({ name: "passkey" });
  useKeptStage("unfreeze", (sent) =>
    setStep((now) => (now.name === "passkey" ? { name: "code", sent } : now)),
  );

  async function verify(code: { memberGuid: string; pinId: string; pin: string }) {
    const answer = await call(verifyOtp, { body: code });
    if (!answer.status) return answer;
    setStep({ name: "done", pausedSchedules: answer.result.pausedSchedules ?? 0 });
    return undefined;
  }

  return (
    <SignedOutLayout>
      {step.name === "passkey" && <AskForCode onSent={(sent) => setStep({ name: "code", sent })} />}
      {step.name === "code" && (
        <OtpScreen
          stage="unfreeze"
          sent={step.sent}
          verify={verify}
          onCodeChange={(sent) => setStep({ name: "code", sent })}
          onBack={() => setStep({ name: "passkey" })}
        />
      )}
      {step.name === "done" && <Open pausedSchedules={step.pausedSchedules} />}
    </SignedOutLayout>
  );
}

function AskForCode({ onSent }: { onSent: (sent: SentCode) => void }) {
  const texts = useTexts("frozen");
  return (
    <>
      <BackLink to={paths.frozen}>{texts.backToFrozen}</BackLink>
      <SignedOutHead title={texts.unfreeze} takesFocus />
      <p className="lead">{texts.unfreezeLead}</p>
      <ol className="freeze-list freeze-steps">
        {texts.unfreezeSteps.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <PasskeyButton
        label={texts.usePasskey}
        look="primary"
        ask={askToUnfreezeWithPasskey}
        onDone={({ result }) => onSent(sentNow(result))}
      />
      <h2 className="other-way">{texts.noPasskey}</h2>
      <p className="sub">{texts.noPasskeyBody(brand.product)}</p>
      <CallUs />
    </>
  );
}

function Open({ pausedSchedules }: { pausedSchedules: number }) {
  const texts = useTexts("frozen");
  return (
    <>
      <SignedOutHead title={texts.openTitle} takesFocus />
      <p className="lead">{texts.openLead}</p>
      {pausedSchedules > 0 && (
        <Notice kind="info">
          {texts.pausedSchedules(pausedSchedules)}{" "}
          <Link className="tap-link" to={paths.schedules}>
            {texts.toSchedules}
          </Link>
        </Notice>
      )}
      <Notice kind="safety">{texts.after}</Notice>
      <Link className={buttonClass({ look: "primary", block: true })} to={paths.login} replace>
        {texts.toLogin}
      </Link>
    </>
  );
}
