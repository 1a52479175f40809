import { queryClient, read } from "#console/api/queries.ts";
import { type RequestedProof, listAskedProofs } from "#contract/staff/reconciliation.ts";
import { queryOptions } from "@tanstack/react-query";

/** While one is made, and while none is: a colleague may ask for one. */
const PROGRESS_MS = 1_000;
const REFRESH_MS = 30_000;

/** It will be in the list, unless it is given up. */
export const isUnderWay = ({ state }: RequestedProof): boolean => state !== "given_up";

/** The proofs that were asked for and are not made. */
export const requestedProofsRead = queryOptions({
  queryKey: ["requestedProofs"],
  queryFn: async ({ signal }) => (await read(listAskedProofs, {}, signal)).results,
  refetchInterval: ({ state: { data = [], error } }) =>
    error === null && data.some(isUnderWay) ? PROGRESS_MS : REFRESH_MS,
});

/** One that was just asked for shows at once, however fast it is made: its going tells that it is. */
export function noteAskedProof(requested: RequestedProof): void {
  queryClient.setQueryData(requestedProofsRead.queryKey, (before = []) =>
    before.some(({ id }) => id === requested.id) ? before : [...before, requested],
  );
}
