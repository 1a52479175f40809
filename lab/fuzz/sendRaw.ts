import { connect } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import type { RawCall } from "./mutations.ts";

/** Who is still connected then is sent away by us: a server may wait for the rest of a request. */
const PATIENCE_MS = 3_000;

/**
 * Writes the parts over a connection of their own and says no more. Answers the status of each answer that
 * came; none for one that was cut off, or that is still waited for when the patience is over.
 */
export async function sendRaw(url: string, { parts }: RawCall): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = "";
  socket.on("data", (bytes) => {
    heard += bytes.toString("latin1");
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    // A connection that the server breaks off is an answer as well.
    socket.on("error", () => socket.destroy());
  });
  const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
  for (const { bytes, afterMs } of parts) {
    if (afterMs > 0) await rest(afterMs);
    if (!socket.destroyed) socket.write(Buffer.from(bytes, "latin1"));
  }
  if (!socket.destroyed) socket.end();
  await closed;
  clearTimeout(patience);
  return [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
