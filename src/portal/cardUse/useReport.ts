import { type LossCause, reportLostCard } from "#contract/cardLoss.ts";
import type { Failure } from "#contract/endpoint.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useStanding } from "#client/useStanding.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useState } from "react";

/** The report of a loss; once more it asks the issuer again where that had refused. */
export function useReport() {
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function block(cause: LossCause) {
    setFailure(undefined);
    setIsPending(true);
    const answer = await call(reportLostCard, { params: { guid }, body: { cause } });
    // Whatever was answered: what the card is like now, only the server knows.
    await readCardAnew();
    setIsPending(false);
    // The page says what holds.
    if (!answer.status && answer.code !== SESSION_ENDED) setFailure(answer);
  }

  return { block, isPending, failure: useStanding(failure) };
}
