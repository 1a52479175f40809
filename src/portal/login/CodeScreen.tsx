import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { CodeInput } from "#ui/CodeInput.tsx";
import { Notice } from "#ui/Notice.tsx";
import { ChevronLeft } from "lucide-react";
import { useCodeScreen } from "./useCodeScreen.ts";
import { asMinutes } from "./useCountdown.ts";
import type { CodeSent } from "./attemptLogin.ts";

/** The code that a browser new to the member asks for. Back returns to the form as it was. */
export function CodeScreen(props: { sent: CodeSent; onBack: () => void }) {
  const common = useTexts("common");
  const otp = useTexts("otp");
  const { state, left, change, verify, resend } = useCodeScreen(props.sent);

  const besideResend = state.wasResent ? otp.useNewest : otp.dialogNoText;

  return (
    <>
      <button type="button" className="back-link" onClick={props.onBack}>
        <ChevronLeft />
        {common.back}
      </button>
      <SignedOutHead title={otp.screenTitle} takesFocus={state.isUsedUp} />
      <p className="lead">
        {otp.sentTo}
        <b className="nw">{props.sent.mobileNumber}</b>
      </p>
      <form method="dialog" noValidate onSubmit={(event) => event.preventDefault()}>
        {state.problem !== undefined && (
          <Notice kind="bad" role="alert">
            {state.problem}
          </Notice>
        )}
        {state.isUsedUp ? (
          <Notice kind="bad" role="alert">
            {otp.usedUp}
          </Notice>
        ) : (
          <CodeInput
            label={otp.codeLabel}
            hint={otp.hint}
            value={state.code}
            error={
              state.triesLeft === undefined
                ? undefined
                : `${otp.wrong} ${otp.triesLeft(state.triesLeft)}`
            }
            isChecking={state.isChecking}
            onChange={change}
            onComplete={(code) => void verify(code)}
          />
        )}
        <div className="resend-row">
          <span className="meta">{besideResend}</span>
          {left > 0 ? (
            <span className="meta strong">{otp.resendIn(asMinutes(left))}</span>
          ) : (
            <Button
              look={state.isUsedUp ? "secondary" : "quiet"}
              pending={state.isSending}
              onClick={() => void resend()}
            >
              {state.isSending ? otp.sending : otp.resendNow}
            </Button>
          )}
        </div>
      </form>
      <details>
        <summary>{otp.helpTitle}</summary>
        <p>{otp.helpBody}</p>
      </details>
      <Notice kind="safety">{otp.neverShare}</Notice>
    </>
  );
}
