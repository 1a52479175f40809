import type { CardDetails } from "#contract/members.ts";
import { cardDetailsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readCardAnew } from "./useMemberCard.ts";

const PENDING_MS = 4000;

/** The details; while the issuer has not answered what it was asked they are looked up again and again. */
export function useCardDetails() {
  const details = useQuery({
    ...cardDetailsRead(useGuid()),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? PENDING_MS : false),
  });
  const isPending = isWaiting(details.data);
  useEffect(() => {
    if (!isPending) return;
    // What lies over the card comes with the dashboard.
    return () => void readCardAnew();
  }, [isPending]);
  return details;
}

function isWaiting(details: CardDetails | undefined): boolean {
  if (details === undefined) return false;
  const { lockPending, pinPending, cvvPending, limitPending, usesPending, loss } = details;
  return (
    lockPending !== null ||
    pinPending === 1 ||
    cvvPending === 1 ||
    limitPending !== null ||
    usesPending !== null ||
    // What the issuer refused is asked again by a person alone.
    (loss !== null && !loss.isConfirmed && !loss.isRefused)
  );
}
