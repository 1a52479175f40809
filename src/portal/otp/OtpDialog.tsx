import { TextsDelayed } from "#portal/shared/TextsDelayed.tsx";
import { useSecondsUntil } from "#client/useSecondsUntil.ts";
import { useSlow } from "#client/useSlow.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { CodeInput } from "#ui/CodeInput.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { type CodeState, mayResendAt } from "./codeState.ts";
import { PasskeyDialog } from "./PasskeyDialog.tsx";
import { useUnanswered } from "./useUnanswered.ts";
import type { PasskeyChoice } from "./usePasskeyFirst.ts";
import "./otpDialog.css";

/** A code that was sent, and what the dialog does with it; before it, the question for a passkey. */
type Code = {
  choice: PasskeyChoice | undefined;
  dialog: CodeState | undefined;
  close: () => void;
  type: (value: string) => void;
  complete: (pin: string) => Promise<void>;
  resend: () => Promise<void>;
};

/** Verify One-Time Password: names what the code approves and checks it on the sixth digit. */
export function OtpDialog(props: {
  code: Code;
  /** 'It approves ₱2,500.00 to your card.' */
  approves: string;
  /** Said while what the code approves is being done. */
  doing: string;
}) {
  const { code } = props;
  const texts = useTexts("otp");
  const { dialog, choice } = code;
  if (choice !== undefined) {
    return <PasskeyDialog choice={choice} approves={props.approves} doing={props.doing} />;
  }
  if (dialog === undefined) return null;
  const { isUsedUp, status } = dialog;
  const isBusy = status === "verifying" || status === "doing";
  return (
    <Dialog title={texts.dialogTitle} {...(isBusy ? {} : { onClose: code.close })}>
      <p className="sub">
        {texts.sentTo}
        <b className="nw">{dialog.mobileNumber}</b>.
      </p>
      <p className="sub">{props.approves}</p>
      <div className="otp-field">
        {isUsedUp ? (
          <Notice kind="bad" role="alert">
            {texts.usedUp}
          </Notice>
        ) : (
          <CodeInput
            key={dialog.pinId}
            label={texts.codeLabel}
            hint={texts.hint}
            value={dialog.value}
            error={dialog.error}
            isChecking={isBusy}
            onChange={code.type}
            onComplete={(pin) => void code.complete(pin)}
          />
        )}
        <Unanswered code={code} sent={dialog} />
        <Doing status={status} text={props.doing} />
      </div>
      <TextsDelayed />
      <Resend code={code} sent={dialog} isProminent={isUsedUp} isBusy={isBusy} />
      <Notice kind="safety">{texts.neverShare}</Notice>
    </Dialog>
  );
}

/** Six digits stand there already; what was not answered may be asked again. */
function Unanswered({ code, sent }: { code: Code; sent: CodeState }) {
  const common = useTexts("common");
  const again = () => void code.complete(sent.value);
  const text = useUnanswered(sent.unanswered, again);
  if (text === undefined) return null;
  return (
    <div className="stack">
      <Notice kind="warn" role="alert">
        {text}
      </Notice>
      <Button block onClick={again}>
        {common.tryAgain}
      </Button>
    </div>
  );
}

/** What is being done, and after six seconds that it takes longer: counted from the code, over all stages. */
function Doing({ status, text }: { status: CodeState["status"]; text: string }) {
  const common = useTexts("common");
  const isSlow = useSlow(status === "verifying" || status === "doing");
  return (
    <output className="otp-doing">
      {status === "verifying" && (isSlow ? common.stillWorking : common.words.checkingCode)}
      {status === "doing" && (isSlow ? common.stillWorking : text)}
    </output>
  );
}

function Resend(props: { code: Code; sent: CodeState; isProminent: boolean; isBusy: boolean }) {
  const texts = useTexts("otp");
  const secondsLeft = useSecondsUntil(mayResendAt(props.sent));
  const isWaiting = secondsLeft > 0;
  return (
    <div className="resend">
      {!props.isProminent && <span className="meta">{texts.dialogNoText}</span>}
      <Button
        small
        look={props.isProminent ? "secondary" : "quiet"}
        block={props.isProminent}
        blocked={isWaiting || props.isBusy}
        pending={props.sent.status === "resending"}
        onClick={() => void props.code.resend()}
      >
        {isWaiting ? texts.dialogResendIn(secondsLeft) : texts.dialogResendNow}
      </Button>
    </div>
  );
}
