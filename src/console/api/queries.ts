import { forgetHiddenParams } from "./hiddenParams.ts";
import type { CallParts } from "#client/attempt.ts";
import { online } from "#client/connection.ts";
import { makeQueryClient, orThrow, type Yes } from "#client/queries.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { onLanguageChange } from "#console/texts/texts.ts";
import { call } from "./call.ts";
import { currentSession, sessionState } from "./session.ts";

/** What was read, in the memory of this tab only. */
export const queryClient = makeQueryClient();

/** The yes of a call; a no is thrown, as the query library wants it, with the failure as its cause. */
export async function read<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  signal?: AbortSignal,
): Promise<Yes<E>> {
  return orThrow<E>(await call(endpoint, parts, signal === undefined ? {} : { signal }));
}

/** Forgets what was read when somebody else sits there; reads anew after an outage or in another language. */
export function followSession(): () => void {
  let epoch = currentSession()?.epoch;
  let wasOnline = online.get();
  const stops = [
    sessionState.subscribe(() => {
      const next = currentSession()?.epoch;
      if (next !== epoch) {
        queryClient.clear();
        forgetHiddenParams();
      }
      epoch = next;
    }),
    online.subscribe(() => {
      if (!wasOnline && online.get()) void queryClient.refetchQueries({ type: "active" });
      wasOnline = online.get();
    }),
    onLanguageChange(() => void queryClient.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
