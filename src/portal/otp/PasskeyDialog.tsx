import { useSlow } from "#client/useSlow.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { paths } from "#portal/paths.ts";
import { Link } from "react-router";
import type { PasskeyChoice } from "./usePasskeyFirst.ts";

/** Names what the passkey approves; once the browser's question was closed, the ways on. */
export function PasskeyDialog(props: { choice: PasskeyChoice; approves: string; doing: string }) {
  const { choice } = props;
  const texts = useTexts("otp");
  const common = useTexts("common");
  const isBusy = choice.status === "asking" || choice.status === "doing";
  const isSlow = useSlow(choice.status === "doing");
  const doing = isSlow ? common.stillWorking : props.doing;
  if (choice.status === "passkey_needed" || choice.status === "office_needed") {
    return <Elsewhere choice={choice} needed={choice.status} />;
  }
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
          {choice.byText === undefined ? (
            <>
              <p className="sub">{texts.passkeyOnly}</p>
              <ToPasskeys choice={choice} />
            </>
          ) : (
            <Button block onClick={choice.byText}>
              {texts.passkeyByText}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What the bank takes in place of a code, and where that is. */
function Elsewhere(props: { choice: PasskeyChoice; needed: "passkey_needed" | "office_needed" }) {
  const { choice, needed } = props;
  const texts = useTexts("otp");
  return (
    <Dialog title={texts[needed]} onClose={choice.close}>
      <Notice kind="warn" role="alert">
        {choice.problem}
      </Notice>
      {needed === "office_needed" ? (
        <p className="sub">{texts.anyOffice}</p>
      ) : (
        <ToPasskeys choice={choice} />
      )}
    </Dialog>
  );
}

function ToPasskeys({ choice }: { choice: PasskeyChoice }) {
  const texts = useTexts("otp");
  return (
    <Link className="tap-link" to={paths.safety} onClick={choice.close}>
      {texts.toPasskeys}
    </Link>
  );
}
