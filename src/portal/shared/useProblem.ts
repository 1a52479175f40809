import type { Failure } from "#contract/endpoint.ts";
import { useStanding } from "#client/useStanding.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useState } from "react";

type Said = { failure: Failure; text: string };

/** What stood against the last try, in words, for as long as it does; empty where nothing does. */
export function useProblem() {
  const [said, setSaid] = useState<Said>();
  const isStanding = useStanding(said?.failure) !== undefined;
  return {
    problem: said !== undefined && isStanding ? said.text : "",
    tell: (failure: Failure, text = failureText(failure)) => setSaid({ failure, text }),
    forget: () => setSaid(undefined),
  };
}
