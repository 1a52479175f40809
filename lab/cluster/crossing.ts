import type { Writer } from "#lab/killLoop/writers.ts";

/** What one process did or counted, and another must know. */
export type Crossing = { what: string; isRight: boolean; seen: string };

/** The same member at one process, past the balancer. */
export function at(writer: Writer, portalUrl: string): Writer {
  return { ...writer, client: { ...writer.client, portalUrl } };
}
