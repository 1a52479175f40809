import type { TransferDetails } from "#contract/transferDetails.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { makeStore } from "#ui/store.ts";
import { useEffect, useState } from "react";
import { ACCEPTED_MS } from "./orderToast.ts";

/** What the server said of the order that was just taken, until its sheet is left. In memory only. */
export const firstAnswer = makeStore<{ refNo: string; text: string } | undefined>(undefined);

/**
 * The server's word on an order within our house, on the order's own sheet for 10 seconds (row P05), unless the heading
 * says the very same. Its place stays, so that nothing moves under a finger.
 */
export function FirstAnswer({ details: { refNo, state } }: { details: TransferDetails }) {
  const texts = useTexts("receipt");
  const [said] = useState(firstAnswer.get);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ACCEPTED_MS);
    return () => {
      clearTimeout(timer);
      firstAnswer.set(undefined);
    };
  }, []);
  if (said === undefined || said.text === "" || said.refNo !== refNo) return null;
  const isSaidAbove = state === "accepted" || state === "sent";
  return (
    <p className={classNames("meta first-answer no-print", (isOver || isSaidAbove) && "is-over")}>
      {texts.firstAnswer(said.text)}
    </p>
  );
}
