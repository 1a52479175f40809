import { useSlow } from "#client/useSlow.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import type { PasskeyChoice } from "./usePasskeyFirst.ts";

/** Names what the passkey approves; once the browser's question was closed, the two ways on. */
export function PasskeyDialog(props: { choice: PasskeyChoice; approves: string; doing: string }) {
  const { choice } = props;
  const texts = useTexts("otp");
  const common = useTexts("common");
  const isBusy = choice.status !== "choosing";
  const isSlow = useSlow(choice.status === "doing");
  const doing = isSlow ? common.stillWorking : props.doing;
  return (
    <Dialog title={texts.passkeyTitle} {...(isBusy ? {} : { onClose: choice.close })}>
      <p className="sub">{props.approves}</p>
      {choice.problem !== undefined && (
        <Notice kind="bad" role="alert">
          {choice.problem}
        </Notice>
      )}
      <output className="otp-doing">
        {choice.status === "asking" && texts.passkeyAsking}
        {choice.status === "doing" && doing}
      </output>
      {choice.status === "choosing" && (
        <div className="stack">
          <Button look="primary" block onClick={choice.again}>
            {texts.passkeyAgain}
          </Button>
          <Button block onClick={choice.byText}>
            {texts.passkeyByText}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
