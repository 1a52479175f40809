import { cardDetailsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useQuery } from "@tanstack/react-query";

/** Whether the member's deactivated card was reported lost or stolen; false until that is read. */
export function useIsLost(isDeactivated: boolean): boolean {
  const { data } = useQuery({ ...cardDetailsRead(useGuid()), enabled: isDeactivated });
  return isDeactivated && (data?.loss ?? null) !== null;
}
