import { useIsOnline } from "#ui/online.ts";
import { useEffect, useState } from "react";
import { keptSince } from "./shownSince.ts";

/**
 * Without a connection what was shown stays in place of what is looked for and cannot be had: `isKept` says that
 * it is that.
 */
export function useLastShown<Data>(query: { data: Data | undefined; dataUpdatedAt: number }): {
  data: Data | undefined;
  isKept: boolean;
} {
  const { data } = query;
  const isOnline = useIsOnline();
  const [last, setLast] = useState({ data, at: query.dataUpdatedAt });
  // What stands there while other rows are on their way has no time of its own.
  if (data !== undefined && data !== last.data)
    setLast({ data, at: query.dataUpdatedAt || last.at });
  const isKept = !isOnline && data === undefined && last.data !== undefined;
  useEffect(() => {
    if (!isKept) return;
    keptSince.set(last.at);
    return () => keptSince.set(undefined);
  }, [isKept, last.at]);
  return { data: isKept ? last.data : data, isKept };
}
