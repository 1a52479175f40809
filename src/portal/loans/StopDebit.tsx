import { stopAutomaticDebit } from "#contract/loanDebits.ts";
import type { LoanAccount } from "#contract/loans.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";

/** Stops an automatic debit; asks first. */
export function StopDebit({ loan }: { loan: LoanAccount }) {
  const texts = useTexts("automaticDebit");
  const { loanId: loanNo, isDeducted } = loan;
  const guid = useGuid();
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const close = () => setIsOpen(false);

  async function stop() {
    setIsPending(true);
    const answer = await call(stopAutomaticDebit, { params: { guid, loanNo } });
    setIsPending(false);
    close();
    if (answer.status) announce(texts.stopped);
    else showFailure(answer);
    void queryClient.invalidateQueries();
  }

  return (
    <>
      <Button look="quiet" block onClick={() => setIsOpen(true)}>
        {texts.stop}
      </Button>
      {isOpen && (
        <Dialog
          title={texts.stopTitle}
          role="alertdialog"
          {...(isPending ? {} : { onClose: close })}
        >
          <p>{isDeducted ? texts.stopBodyRest : texts.stopBody}</p>
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={texts.stopping}
              onClick={() => void stop()}
            >
              {texts.stop}
            </Button>
            <Button blocked={isPending} onClick={close}>
              {texts.keep}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
