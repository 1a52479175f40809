import { brand } from "#brand";
import { freeze } from "#portal/api/freezing.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { isLost } from "#client/failure.ts";
import { useStanding } from "#client/useStanding.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import "./freeze.css";

/** The question before an account is frozen: what it does, and how it is opened again. */
export function FreezeDialog({ onClose }: { onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("freeze");
  const [isPending, setIsPending] = useState(false);
  const [refused, setFailure] = useState<Failure>();
  const failure = useStanding(refused);
  const press = async () => {
    setIsPending(true);
    setFailure(await freeze());
    setIsPending(false);
  };
  return (
    <Dialog title={texts.question} onClose={onClose}>
      <div className="stack">
        <ul className="freeze-list">
          {texts.whatStops.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{texts.whatGoesOn}</p>
        <p>{texts.howBack(brand.product)}</p>
        {failure !== undefined && (
          <Notice kind="bad" role="alert">
            {isLost(failure) ? texts.noAnswer : failureText(failure)}
            <CallUs />
          </Notice>
        )}
        <div className="btnrow">
          <Button
            look="danger"
            pending={isPending}
            pendingLabel={texts.freezing}
            onClick={() => void press()}
          >
            <Snowflake />
            {texts.now}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
