import type { Failure } from "#contract/endpoint.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
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
  const [problem, setProblem] = useState("");

  async function press() {
    setIsPending(true);
    setProblem("");
    const answer = await props.ask();
    setIsPending(false);
    if (answer === undefined) setProblem(texts.passkeyClosed);
    else if (answer.status) props.onDone(answer);
    else setProblem(failureText(answer));
  }

  return (
    <>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
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
