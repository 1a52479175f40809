import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { TextsDelayed } from "#portal/shared/TextsDelayed.tsx";
import { asMinutes, useSecondsUntil } from "#client/useSecondsUntil.ts";
import { useSlow } from "#client/useSlow.ts";
import { useStanding } from "#client/useStanding.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { CodeInput } from "#ui/CodeInput.tsx";
import { Notice } from "#ui/Notice.tsx";
import { ChevronLeft } from "lucide-react";
import { type OtpScreenProps, useOtpScreen } from "./useOtpScreen.ts";
import { useUnanswered } from "./useUnanswered.ts";

type Otp = ReturnType<typeof useOtpScreen>;

/**
 * The one-time password of a sign-in, a sign-up or a recovery. Back returns to the form as it was. It is no
 * `SentForm`: the sixth digit sends the code, and nothing is submitted.
 */
export function OtpScreen(
  props: OtpScreenProps & {
    onBack: () => void;
    /** What else may help who waits in vain. */
    moreHelp?: string;
  },
) {
  const common = useTexts("common");
  const texts = useTexts("otp");
  const otp = useOtpScreen(props);
  const { state } = otp;
  return (
    <>
      <button type="button" className="back-link" onClick={props.onBack}>
        <ChevronLeft />
        {common.back}
      </button>
      <SignedOutHead title={texts.screenTitle} takesFocus={state.isUsedUp} />
      {props.sent.notice === undefined ? (
        <p className="lead">
          {texts.sentTo}
          <b className="nw">{props.sent.mobileNumber}</b>
        </p>
      ) : (
        <Notice kind="warn">{props.sent.notice}</Notice>
      )}
      {props.sent.isNewDevice === true && <p className="sub">{texts.newDevice}</p>}
      <form method="dialog" noValidate onSubmit={(event) => event.preventDefault()}>
        <Problem otp={otp} />
        {state.problem?.name !== "texts_delayed" && <TextsDelayed />}
        {state.isUsedUp ? (
          <Notice kind="bad" role="alert">
            {texts.usedUp}
          </Notice>
        ) : (
          <Code otp={otp} />
        )}
        <Resend otp={otp} tooOldAt={props.sent.tooOldAt} />
      </form>
      <details>
        <summary>{texts.helpTitle}</summary>
        <p>{texts.helpBody}</p>
        {props.moreHelp !== undefined && <p>{props.moreHelp}</p>}
      </details>
      <Notice kind="safety">{texts.neverShare}</Notice>
    </>
  );
}

function Code({ otp }: { otp: Otp }) {
  const common = useTexts("common");
  const texts = useTexts("otp");
  const { state, check } = otp;
  const isSlow = useSlow(state.isChecking);
  const mayRepeat = state.problem?.name === "unanswered" && state.code.length === 6;
  return (
    <div>
      <CodeInput
        label={texts.codeLabel}
        hint={texts.hint}
        value={state.code}
        error={state.isWrong ? `${texts.wrong} ${texts.triesLeft(otp.triesLeft)}` : undefined}
        isChecking={state.isChecking}
        onChange={otp.change}
        onComplete={(code) => void check(code)}
      />
      {/* Six digits stand there already; what was not answered may be asked again. */}
      {mayRepeat && (
        <Button block onClick={() => void check(state.code)}>
          {common.tryAgain}
        </Button>
      )}
      {state.isChecking && (
        <p className="otp-slow meta strong" aria-hidden={!isSlow}>
          {isSlow ? common.stillWorking : common.words.checkingCode}
        </p>
      )}
    </div>
  );
}

function Resend({ otp, tooOldAt }: { otp: Otp; tooOldAt: number }) {
  const texts = useTexts("otp");
  const { state } = otp;
  const secondsLeft = useSecondsUntil(otp.resendAt);
  const isTooOld = useSecondsUntil(tooOldAt) === 0;
  const waitHint = state.wasResent ? texts.useNewest : texts.dialogNoText;
  const hint = state.isUsedUp ? "" : waitHint;
  const isProminent = state.isUsedUp || isTooOld;
  return (
    <div className="resend-row">
      <output className="meta">{isTooOld && !state.isUsedUp ? texts.tooOld : hint}</output>
      {secondsLeft > 0 ? (
        <span className="meta strong">{texts.resendIn(asMinutes(secondsLeft))}</span>
      ) : (
        <Button
          look={isProminent ? "secondary" : "quiet"}
          pending={state.isSending}
          pendingLabel={texts.sending}
          onClick={() => void otp.resend()}
        >
          {texts.resendNow}
        </Button>
      )}
    </div>
  );
}

function Problem({ otp }: { otp: Otp }) {
  const texts = useTexts("otp");
  const { problem, code } = otp.state;
  const failure = problem?.name === "unanswered" ? problem.failure : undefined;
  const unanswered = useUnanswered(
    code.length === 6 ? failure : undefined,
    () => void otp.check(code),
  );
  const standing = useStanding(problem?.name === "failure" ? problem.failure : undefined);
  switch (problem?.name) {
    case undefined:
      return null;
    case "was_too_old":
      return (
        <Notice kind="info" role="alert">
          {texts.wasTooOld}
        </Notice>
      );
    case "texts_delayed":
      return (
        <Notice kind="warn" role="alert">
          {texts.delayed}
        </Notice>
      );
    case "unanswered":
      return unanswered === undefined ? null : (
        <Notice kind="warn" role="alert">
          {unanswered}
        </Notice>
      );
    case "start_again":
      return (
        <Notice kind="bad" role="alert">
          {texts.startAgain}
        </Notice>
      );
    case "failure":
      return standing === undefined ? null : (
        <Notice kind={standing.httpStatus === 0 ? "warn" : "bad"} role="alert">
          {failureText(standing)}
        </Notice>
      );
  }
}
