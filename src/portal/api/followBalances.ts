import type { Dashboard } from "#contract/members.ts";
import { choiceChanges, keepBalances } from "./lastBalances.ts";
import { queryClient } from "./queries.ts";
import { dashboardRead } from "./reads.ts";
import { currentSession } from "./sessionState.ts";

/** Keeps each dashboard that is read, where its member chose so. The answer stops it. */
export function followBalances(): () => void {
  let kept: Dashboard | undefined;
  const keep = (isAnew: boolean) => {
    const guid = currentSession()?.guid;
    if (guid === undefined) return;
    const read = queryClient.getQueryData(dashboardRead(guid).queryKey);
    if (read === undefined || (read === kept && !isAnew)) return;
    kept = read;
    void keepBalances(guid, read);
  };
  const stops = [
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated" && query.queryKey[0] === "dashboard") keep(false);
    }),
    choiceChanges.subscribe(() => keep(true)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
