import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import type { Intent } from "./order.ts";
import { placeOf } from "./source.ts";

/** The transfer was refused: that it failed, why, and that nothing was taken. */
export function FailureDialog(props: { intent: Intent; reason: string; onClose: () => void }) {
  const texts = useTexts("transfer");
  return (
    <Dialog title={texts.result.failed} role="alertdialog" onClose={props.onClose}>
      <p className="sub">{texts.failed}</p>
      <p className="sub">
        {props.reason} {texts.nothingLeft[placeOf(props.intent)]}
      </p>
      <div className="btnrow">
        <Button look="primary" block onClick={props.onClose}>
          {texts.result.backToReview}
        </Button>
      </div>
    </Dialog>
  );
}
