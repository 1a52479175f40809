import type { CallParts } from "#client/attempt.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { makeQueryClient, orThrow, type Yes } from "#client/queries.ts";
import { onLanguageChange } from "#portal/texts/texts.ts";
import { call } from "./call.ts";
import { online } from "#client/connection.ts";
import { outage } from "#client/outage.ts";
import { refreshProfile } from "./profile.ts";
import { currentSession, sessionState } from "./sessionState.ts";

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

/**
 * Clears what was read when the member changes, and reads anew when the connection is back or another
 * language is chosen: answers bring texts of their own.
 */
export function followSession(): () => void {
  // A refreshed token is the same member: what is on the screen stays.
  let epoch = currentSession()?.epoch;
  const stopSession = sessionState.subscribe(() => {
    const state = sessionState.get();
    const next = state.name === "signed_in" ? state.epoch : undefined;
    if (next !== epoch) queryClient.clear();
    epoch = next;
  });
  let wasOnline = online.get();
  const stopOnline = online.subscribe(() => {
    if (!wasOnline && online.get()) void queryClient.refetchQueries({ type: "active" });
    wasOnline = online.get();
  });
  const stopOutage = outage.subscribe(() => {
    if (!outage.get()) void queryClient.refetchQueries({ type: "active" });
  });
  const stopLanguage = onLanguageChange(() => {
    void queryClient.invalidateQueries();
    void refreshProfile();
  });
  return () => {
    stopSession();
    stopOnline();
    stopOutage();
    stopLanguage();
  };
}
