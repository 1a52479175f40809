import { SESSION_ENDED } from "#client/sessionState.ts";
import { queryClient } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import type { Failure } from "#contract/endpoint.ts";
import { Button } from "#ui/Button.tsx";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, useState } from "react";

/**
 * An action that takes no more than a press: it says what came of it, and what is shown is read anew, also
 * after a no, which may say that things have moved on.
 */
export function ActButton<Done extends { status: true }>(props: {
  act: () => Promise<Done | Failure>;
  /** What the toast says when it went through. */
  done: string | ((answer: Done) => string);
  children: ReactNode;
  pendingLabel?: string;
  look?: "primary";
  small?: boolean;
  /** The button's full name, where it stands in a row among its like. */
  "aria-label"?: string;
}) {
  const { act, done, children, ...looks } = props;
  const [isPending, setIsPending] = useState(false);
  async function press() {
    setIsPending(true);
    const answer = await act();
    setIsPending(false);
    if (answer.status)
      showToast({ kind: "ok", text: typeof done === "string" ? done : done(answer) });
    // That the session is over is told by itself.
    else if (answer.code !== SESSION_ENDED) showToast({ kind: "bad", text: failureText(answer) });
    void queryClient.invalidateQueries();
  }
  return (
    <Button {...looks} pending={isPending} onClick={() => void press()}>
      {children}
    </Button>
  );
}
