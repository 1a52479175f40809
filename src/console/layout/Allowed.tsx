import { meRead, useMay } from "#console/api/me.ts";
import type { StaffAction } from "#contract/staff/actions.ts";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { LoadFailed } from "./LoadFailed.tsx";
import { ForbiddenPage } from "./NoPage.tsx";

/** Shows its screens to whom an action is allowed in any branch; the server decides anew each call. */
export function Allowed({ action }: { action: StaffAction }) {
  const me = useQuery(meRead());
  const may = useMay();
  if (me.isPending) return null;
  if (me.data === undefined)
    return <LoadFailed error={me.error} onRetry={() => void me.refetch()} />;
  return may(action) ? <Outlet /> : <ForbiddenPage />;
}
