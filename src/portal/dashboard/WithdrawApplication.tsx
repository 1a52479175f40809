import { withdrawCardApplication } from "#contract/cardApplication.ts";
import { call } from "#portal/api/call.ts";
import type { CardApplication } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";

/** Takes an application back while nobody has approved it. */
export function WithdrawApplication({ application }: { application: CardApplication }) {
  const texts = useTexts("cardOffers").processing;
  const guid = useGuid();
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const close = () => setIsOpen(false);

  async function withdraw() {
    setIsPending(true);
    const answer = await call(withdrawCardApplication, { params: { guid } });
    setIsPending(false);
    close();
    if (answer.status) announce(texts.withdrawn);
    else showFailure(answer);
    void readCardAnew();
  }

  return (
    <>
      <Button small onClick={() => setIsOpen(true)}>
        {texts.withdraw}
      </Button>
      {isOpen && (
        <Dialog
          title={texts.withdrawTitle}
          role="alertdialog"
          {...(isPending ? {} : { onClose: close })}
        >
          <p>{application.fee > 0n ? texts.withdrawBody : texts.withdrawFree}</p>
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={texts.withdrawing}
              onClick={() => void withdraw()}
            >
              {texts.withdraw}
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
