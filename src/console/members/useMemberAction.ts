import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import type { CallParts } from "#client/attempt.ts";
import type { Answer, Endpoint, Failure } from "#contract/endpoint.ts";
import { useState } from "react";
import { memberKey } from "./memberReads.ts";

/** An action on a member's file: under way, what went wrong, and the file read anew once it is done. */
export function useMemberAction<E extends Endpoint>(endpoint: E, memberGuid: string) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function run(
    parts: CallParts<E>,
  ): Promise<Extract<Answer<E>, { status: true }> | undefined> {
    setIsPending(true);
    setFailure(undefined);
    const answer: Answer<E> = await call(endpoint, parts);
    setIsPending(false);
    if (!answer.status) {
      // The union has two members, and this is the other.
      setFailure(answer as Failure);
      return undefined;
    }
    void queryClient.invalidateQueries({ queryKey: memberKey(memberGuid) });
    return answer as Extract<Answer<E>, { status: true }>;
  }
  return { run, isPending, failure };
}
