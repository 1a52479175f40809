import { SESSION_ENDED } from "#client/sessionState.ts";
import type { download } from "#portal/api/call.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { type ComponentProps, useState } from "react";

/** Why there is no file now, in the server's words, which help; everything else is that it did not come. */
const SAID_BY_SERVER: readonly string[] = ["busy", "loan_statement_not_ready", "too_many_requests"];

type Props = Pick<
  ComponentProps<typeof Button>,
  "look" | "block" | "pendingLabel" | "aria-label" | "children"
> & {
  /** Fetches and saves it; answers why it did not come. */
  ask: () => ReturnType<typeof download>;
  failed: string;
  /** Words of this screen for refusals, by code. */
  words?: Readonly<Record<string, string>>;
};

/** A button that fetches one file, and beneath it why it did not come. */
export function useFileButton({ ask, failed, words = {}, ...button }: Props) {
  const [isPending, setIsPending] = useState(false);
  // Its words are found when they are drawn: the member may change the language.
  const [failure, setFailure] = useState<Awaited<ReturnType<typeof download>>>();

  async function fetchFile() {
    setFailure(undefined);
    setIsPending(true);
    const refused = await ask();
    setIsPending(false);
    if (refused?.code !== SESSION_ENDED) setFailure(refused);
  }

  function wordsOf({ code = "", ...more }: NonNullable<typeof failure>): string {
    const isSaid = SAID_BY_SERVER.includes(code);
    return words[code] ?? (isSaid ? failureText({ ...more, code }) : failed);
  }

  return {
    button: <Button {...button} pending={isPending} onClick={() => void fetchFile()} />,
    problem: failure !== undefined && (
      <Notice kind="bad" role="alert">
        {wordsOf(failure)}
      </Notice>
    ),
  };
}

/** The button with what went wrong right beneath it. */
export function FileButton(props: Props) {
  const { button, problem } = useFileButton(props);
  return (
    <>
      {button}
      {problem}
    </>
  );
}
