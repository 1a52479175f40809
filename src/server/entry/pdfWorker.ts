import { parentPort } from "node:worker_threads";
import type { Drawing, Drawn } from "#server/platform/pdf/drawing.ts";
import { draw } from "./drawings.ts";

/*
 * The thread that draws, one paper after the other: pages, fonts and compression are work of the
 * processor, which no other call should wait for.
 */
parentPort?.on("message", (drawing: Drawing) => void answer(drawing));

async function answer(drawing: Drawing): Promise<void> {
  let drawn: Drawn;
  try {
    drawn = { bytes: await draw(drawing) };
  } catch (error) {
    drawn = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(drawn);
}
