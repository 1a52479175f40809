import type { DashboardCard } from "#contract/members.ts";
import { refreshProfile } from "#portal/api/profile.ts";
import { queryClient } from "#portal/api/queries.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Asked } from "./NotRead.tsx";

type MemberCard =
  | { state: "loading" }
  | { state: "failed"; query: Asked & { error: Error | null } }
  /** `card` is null for who never had one. */
  | { state: "ready"; card: DashboardCard | null };

/** The member's card as the server has it now: what the card's pages ask before they open. */
export function useMemberCard(): MemberCard {
  const query = useQuery(dashboardRead(useGuid()));
  if (query.data !== undefined) return { state: "ready", card: query.data.card };
  return query.isError ? { state: "failed", query } : { state: "loading" };
}

/**
 * Whether a page may be used, decided where it opens: what the page itself brings about, or a word from the
 * server meanwhile, does not take it away from under the member's hands. The server refuses anyway.
 */
export function useMayStay(mayOpen: boolean | undefined): boolean | undefined {
  const [hasOpened, setHasOpened] = useState(false);
  if (mayOpen === true && !hasOpened) setHasOpened(true);
  return hasOpened || mayOpen;
}

/** Reads everything about the card anew, after something was done with it; ends when it is there. */
export async function readCardAnew(): Promise<void> {
  await Promise.all([refreshProfile(), queryClient.invalidateQueries()]);
}
