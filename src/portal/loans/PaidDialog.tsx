import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import type { Paid } from "./payment.ts";

/** The receipt of a payment: its reference, and what it went to. */
export function PaidDialog({ paid, onClose }: { paid: Paid; onClose: () => void }) {
  const texts = useTexts("payLoan");
  const { parts } = useTexts("loanAccount").payments;
  return (
    <Dialog title={paid.isEnd ? texts.endedTitle : texts.doneTitle} onClose={onClose}>
      <Notice kind="ok">{paid.isEnd ? texts.ended : texts.done}</Notice>
      <KeyValueList
        rows={[
          { key: "ref", name: texts.reference, value: <Reference value={paid.reference} /> },
          ...(["penalty", "interest", "principal", "advance"] as const)
            .filter((part) => paid[part] > 0n)
            .map((part) => ({
              key: part,
              name: parts[part],
              value: <Money amount={paid[part]} />,
            })),
          { key: "paid", name: texts.paid, value: <Money amount={paid.amount} />, isTotal: true },
        ]}
      />
      <Button look="primary" block onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  );
}
