import { withdrawLoanApplication } from "#contract/loans.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";

/** Takes an application back while it is open; asks first. */
export function WithdrawLoan({ applicationNo }: { applicationNo: string }) {
  const { withdraw } = useTexts("loanApplications");
  const guid = useGuid();
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const close = () => setIsOpen(false);

  async function send() {
    setIsPending(true);
    const answer = await call(withdrawLoanApplication, {
      params: { guid },
      body: { applicationNo },
    });
    setIsPending(false);
    close();
    if (answer.status) announce(withdraw.done);
    else showFailure(answer);
    void queryClient.invalidateQueries();
  }

  return (
    <>
      <Button block onClick={() => setIsOpen(true)}>
        {withdraw.open}
      </Button>
      {isOpen && (
        <Dialog
          title={withdraw.title}
          role="alertdialog"
          {...(isPending ? {} : { onClose: close })}
        >
          <p>{withdraw.body}</p>
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={withdraw.doing}
              onClick={() => void send()}
            >
              {withdraw.open}
            </Button>
            <Button blocked={isPending} onClick={close}>
              {withdraw.keep}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
