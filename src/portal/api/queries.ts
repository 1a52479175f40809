import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import { onLanguageChange } from "#portal/texts/texts.ts";
import { QueryClient } from "@tanstack/react-query";
import { call, type CallParts } from "./call.ts";
import { online } from "./connection.ts";
import { currentSession, sessionState } from "./sessionState.ts";

/**
 * What was read lives in the memory of this tab only and outlasts an outage: the last good figures
 * stay, with their time. Nothing is repeated by itself, least of all what moves money.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 15_000,
      gcTime: 30 * 60_000,
      // Our own connection store decides what an unreachable server means.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** The yes of a call; a no is thrown, as the query library wants it, with the failure as its cause. */
export async function read<E extends Endpoint>(
  endpoint: E,
  parts: CallParts<E>,
  signal?: AbortSignal,
): Promise<Extract<Answer<E>, { status: true }>> {
  const answer = await call(endpoint, parts, signal === undefined ? {} : { signal });
  if (!answer.status) throw new Error(answer.message, { cause: answer });
  // The union has two members and the failure has been thrown.
  return answer as Extract<Answer<E>, { status: true }>;
}

/** The failure behind an error of a query made with `read`. */
export function failureOf(error: Error | null): Failure | undefined {
  const cause = error?.cause;
  // `read` is the only thrower of errors with a cause.
  return typeof cause === "object" && cause !== null && "httpStatus" in cause
    ? (cause as Failure)
    : undefined;
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
  const stopLanguage = onLanguageChange(() => void queryClient.invalidateQueries());
  return () => {
    stopSession();
    stopOnline();
    stopLanguage();
  };
}
