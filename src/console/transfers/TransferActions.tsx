import { ReferenceIn } from "#ui/Reference.tsx";
import { call } from "#console/api/call.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { inquireTransfer, type TransferFile } from "#contract/staff/transfers.ts";
import { formatPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";

/** Asks again, and asks for the money to be refunded, or for the transfer to be taken for credited. */
export function TransferActions({ file }: { file: TransferFile }) {
  const texts = useTexts("transfers");
  const { refNo, may } = file;
  const [isRefunding, setIsRefunding] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="x-actions">
      {may.inquire && (
        <ActButton
          act={() => call(inquireTransfer, { params: { refNo } })}
          done={texts.inquired}
          pendingLabel={texts.inquiring}
        >
          {texts.inquire}
        </ActButton>
      )}
      {may.confirmCredit && (
        <Button onClick={() => setIsConfirming(true)}>{texts.confirmCredit}</Button>
      )}
      {may.refund && (
        <Button look="danger" onClick={() => setIsRefunding(true)}>
          {texts.refund}
        </Button>
      )}
      {isConfirming && (
        <RequestDialog
          title={texts.confirmCredit}
          kind="confirm_credit"
          payload={() => ({ refNo })}
          changes={["transfer", refNo]}
          onClose={() => setIsConfirming(false)}
        >
          {() => (
            <p>
              <ReferenceIn
                text={texts.confirmCreditBody(formatPesos(file.amount), refNo)}
                value={refNo}
              />
            </p>
          )}
        </RequestDialog>
      )}
      {isRefunding && (
        <RequestDialog
          title={texts.refund}
          kind="refund_transfer"
          payload={() => ({ refNo })}
          changes={["transfer", refNo]}
          onClose={() => setIsRefunding(false)}
        >
          {() => (
            <p>
              <ReferenceIn
                text={texts.refundBody(formatPesos(file.amount + file.fee), refNo)}
                value={refNo}
              />
            </p>
          )}
        </RequestDialog>
      )}
    </div>
  );
}
