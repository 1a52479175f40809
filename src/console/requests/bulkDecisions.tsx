import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import type { BulkAction, Unfinished } from "#console/table/bulkAction.ts";
import type { Catalogue } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { decideRequest, type RequestSummary, withdrawRequest } from "#contract/staff/requests.ts";
import { ownFailure, NO_ANSWER } from "#client/failure.ts";
import { ManyRequests } from "./ManyRequests.tsx";
import { requestRead } from "./requestRead.ts";

/**
 * What can be done to several requests: one's own are withdrawn; of others each is decided by the very
 * hash that the question before it has shown.
 */
export function bulkDecisions(
  texts: Catalogue["requests"],
  isOwn: boolean,
): readonly BulkAction<RequestSummary>[] {
  if (isOwn) return [{ key: "withdraw", label: texts.withdrawMany, run: withdraw }];
  const show = (rows: readonly RequestSummary[]) => <ManyRequests rows={rows} />;
  return [
    {
      key: "approve",
      label: texts.approveMany,
      ask: { show, note: texts.note, isNoteNeeded: false },
      run: (row, note) => decide(row, "approve", note, texts),
    },
    {
      key: "reject",
      label: texts.rejectMany,
      ask: { show, note: texts.note, isNoteNeeded: true },
      run: (row, note) => decide(row, "reject", note, texts),
    },
  ];
}

async function decide(
  { id: requestId }: RequestSummary,
  decision: "approve" | "reject",
  note: string,
  texts: Catalogue["requests"],
): Promise<Failure | Unfinished | undefined> {
  const shown = queryClient.getQueryData(requestRead(requestId).queryKey);
  // What was not shown is not decided.
  if (shown === undefined) return ownFailure(NO_ANSWER, undefined, crypto.randomUUID());
  const body = { decision, payloadHash: shown.payloadHash, note };
  const answer = await call(decideRequest, { params: { requestId }, body });
  void queryClient.invalidateQueries({ queryKey: ["request", requestId] });
  void queryClient.invalidateQueries({ queryKey: ["queues"] });
  if (!answer.status) return answer;
  const { follows } = answer.result;
  return follows === null ? undefined : { unfinished: texts.follows[follows] };
}

async function withdraw({ id: requestId }: RequestSummary): Promise<Failure | undefined> {
  const answer = await call(withdrawRequest, { params: { requestId } });
  void queryClient.invalidateQueries({ queryKey: ["request", requestId] });
  return answer.status ? undefined : answer;
}
