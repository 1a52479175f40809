import { deviceNow } from "#client/clock.ts";
import type { StaffAction } from "#contract/staff/actions.ts";
import { getStaffMe } from "#contract/staff/session.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { noteServerIdle } from "./activity.ts";
import { isGranted } from "./granted.ts";
import { read } from "./queries.ts";

/** Who is signed in and what that allows, now. */
export const meRead = () =>
  queryOptions({
    queryKey: ["me"],
    queryFn: async ({ signal }) => {
      const askedAt = deviceNow();
      const { result } = await read(getStaffMe, {}, signal);
      noteServerIdle(result.idleForSeconds, askedAt);
      return result;
    },
    staleTime: 60_000,
  });

/**
 * Whether the signed-in person may do something in the branch named, or without a name in any: for showing a
 * button, a link or a menu item. The server decides anew with each call. False while it is not known.
 */
export function useMay(): (action: StaffAction, officeId?: string) => boolean {
  const { data } = useQuery(meRead());
  return (action, officeId) => isGranted(data?.actions ?? [], action, officeId);
}
