import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { toPayee } from "./forms.ts";
import { amountOf, type Order } from "./order.ts";

/** A reviewed order that was left, and its two ways on. */
export type Unsent = { order: Order; onGoOn: () => void; onDiscard: () => void };

/** Beside the form that somebody came for: what they reviewed before and did not send. */
export function UnsentNotice({ order, onGoOn, onDiscard }: Unsent) {
  const texts = useTexts("transfer");
  const amountText = useAmountText();
  const payee = toPayee(order.intent, texts);
  return (
    <Notice kind="info">
      {texts.unsent.says(amountText(amountOf(order)), payee)}
      <span className="btnrow start unsent-ways">
        <Button small onClick={onGoOn}>
          {texts.unsent.goOn}
        </Button>
        <Button small look="quiet" onClick={onDiscard}>
          {texts.unsent.discard}
        </Button>
      </span>
    </Notice>
  );
}
