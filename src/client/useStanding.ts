import type { Failure } from "#contract/endpoint.ts";
import { useStore } from "#ui/store.ts";
import { online } from "./connection.ts";
import { NOT_SENT } from "./failure.ts";

/** What went wrong, for as long as it is so: that nothing was sent for want of a connection is over once there is one. */
export function useStanding<One extends Failure>(failure: One | undefined): One | undefined {
  const isOnline = useStore(online);
  return failure?.code === NOT_SENT && isOnline ? undefined : failure;
}
