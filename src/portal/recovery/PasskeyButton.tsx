import type { Failure } from "#contract/endpoint.ts";
import { useProblem } from "#portal/shared/useProblem.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";

/** What a passkey does without a session, and above the button why it did not. */
export function PasskeyButton<Done extends { status: true }>(props: {
  label: string;
  look?: "primary" | "danger";
  ask: () => Promise<Done | Failure | undefined>;
  onDone: (answer: Done) => void;
}) {
  const texts = useTexts("frozen");
  const [isPending, setIsPending] = useState(false);
  const { problem, tell, forget } = useProblem();
  const [isClosed, setIsClosed] = useState(false);

  async function press() {
    setIsPending(true);
    forget();
    const answer = await props.ask();
    setIsPending(false);
    setIsClosed(answer === undefined);
    if (answer?.status === true) props.onDone(answer);
    else if (answer !== undefined) tell(answer);
  }
  const said = isClosed ? texts.passkeyClosed : problem;

  return (
    <>
      {said !== "" && (
        <Notice kind="bad" role="alert">
          {said}
        </Notice>
      )}
      <Button
        block
        {...(props.look && { look: props.look })}
        pending={isPending}
        pendingLabel={texts.passkeyWaiting}
        onClick={() => void press()}
      >
        {props.label}
      </Button>
    </>
  );
}
