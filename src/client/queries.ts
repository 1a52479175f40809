import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import { QueryClient } from "@tanstack/react-query";

/**
 * What was read lives in the memory of this tab only and outlasts an outage: the last good figures
 * stay, with their time. Nothing is repeated by itself, least of all what moves money.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
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
}

/** The answer that is no refusal. */
export type Yes<E extends Endpoint> = Extract<Answer<E>, { status: true }>;

/** The yes of a call; a no is thrown, as the query library wants it, with the failure as its cause. */
export function orThrow<E extends Endpoint>(answer: Answer<E>): Yes<E> {
  if (!answer.status) throw new Error(answer.message, { cause: answer });
  // The union has two members and the failure has been thrown.
  return answer as Yes<E>;
}

/** The failure behind an error of a query made with `orThrow`. */
export function failureOf(error: Error | null): Failure | undefined {
  const cause = error?.cause;
  // `orThrow` is the only thrower of errors with a cause.
  return typeof cause === "object" && cause !== null && "httpStatus" in cause
    ? (cause as Failure)
    : undefined;
}
