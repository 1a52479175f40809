import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import type { Intent } from "./order.ts";

/** The transfer was refused: that it failed, why, and that nothing was taken. */
export function FailureDialog(props: {
  kind: Intent["kind"];
  reason: string;
  onClose: () => void;
}) {
  const texts = useTexts("transfer");
  return (
    <Dialog title={texts.result.failed} role="alertdialog" onClose={props.onClose}>
      <p className="sub">{texts.failed}</p>
      <p className="sub">
        {props.reason} {texts.nothingLeft[TRANSFER_KINDS[props.kind].leaves]}
      </p>
      <div className="btnrow">
        <Button look="primary" block onClick={props.onClose}>
          {texts.result.backToReview}
        </Button>
      </div>
    </Dialog>
  );
}
