import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import { QueryClient } from "@tanstack/react-query";
import type { CallOptions, CallParts } from "./attempt.ts";
import { online } from "./connection.ts";
import { outage } from "./outage.ts";

type Subscribe = (listener: () => void) => () => void;

/** What the reads of a program need of it. */
type Reads = {
  call: <E extends Endpoint>(
    endpoint: E,
    parts: CallParts<E>,
    options?: CallOptions,
  ) => Promise<Answer<E>>;
  sessionState: { subscribe: Subscribe };
  currentSession: () => { epoch: number } | undefined;
  onLanguageChange: Subscribe;
  /** Another sits there, or nobody: what the program keeps of whoever sat there goes too. */
  onOther?: () => void;
  /** Another language shows: what is not read through these reads is read anew too. */
  onLanguage?: () => void;
};

/** What one program reads, and keeps in the memory of this tab only. */
export function makeReads(program: Reads) {
  const queryClient = makeQueryClient();

  /** The yes of a call; a no is thrown, as the query library wants it, with the failure as its cause. */
  async function read<E extends Endpoint>(
    endpoint: E,
    parts: CallParts<E>,
    signal?: AbortSignal,
  ): Promise<Yes<E>> {
    return orThrow<E>(await program.call(endpoint, parts, signal === undefined ? {} : { signal }));
  }

  /**
   * Clears what was read when somebody else sits there, and reads anew when the connection or the server's books
   * are back or another language is chosen: answers bring texts of their own. Answers how to stop.
   */
  function followSession(): () => void {
    const readAnew = () => void queryClient.refetchQueries({ type: "active" });
    // A refreshed token is the same session: what is on the screen stays.
    let epoch = program.currentSession()?.epoch;
    let wasOnline = online.get();
    const stops = [
      program.sessionState.subscribe(() => {
        const next = program.currentSession()?.epoch;
        if (next !== epoch) {
          queryClient.clear();
          program.onOther?.();
        }
        epoch = next;
      }),
      online.subscribe(() => {
        if (!wasOnline && online.get()) readAnew();
        wasOnline = online.get();
      }),
      outage.subscribe(() => {
        if (!outage.get()) readAnew();
      }),
      program.onLanguageChange(() => {
        void queryClient.invalidateQueries();
        program.onLanguage?.();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return { queryClient, read, followSession };
}

/**
 * What was read lives in the memory of this tab only and outlasts an outage: the last good figures
 * stay, with their time. Nothing is repeated by itself, least of all what moves money.
 */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        // What failed is asked for again by whoever comes to it, but not while nothing can be reached.
        retryOnMount: () => online.get(),
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
function orThrow<E extends Endpoint>(answer: Answer<E>): Yes<E> {
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
