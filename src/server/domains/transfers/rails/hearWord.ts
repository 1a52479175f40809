import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { type Said, type Taken, takeWord } from "./takeWord.ts";

/** Takes one word in a transaction of its own (takeWord), and counts and logs what came of it. */
export async function hearWord(app: App, said: Said): Promise<Taken> {
  const taken = await transact(app.db, (tx) => takeWord(tx, app, said, app.now()));
  noteWord(app, said, taken);
  return taken;
}

/** After the commit. */
export function noteWord(app: App, said: Said, taken: Taken): void {
  const { refNo, word, via, source } = said;
  if (taken === "booked" && word === "credit") app.metrics.transfers.inc({ state: "credited" });
  if (taken === "exception") app.log.error({ refNo, word, via, source }, "transfer exception");
}
