import { decideRequest } from "#server/domains/makerChecker/decideRequest.ts";
import { makeRequest, type NewRequest } from "#server/domains/makerChecker/makeRequest.ts";
import { uploadDocument } from "#server/domains/makerChecker/uploadDocument.ts";
import { requestKinds } from "#server/entry/requestKinds.ts";
import type { App } from "#server/platform/app.ts";
import { appAt, demoStaff } from "./demoCallers.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The same bank as it was so many hours ago. */
export const hoursAgo = (app: App, hours: number): App =>
  appAt(app, new Date(app.now().getTime() - hours * HOUR_MS));

type Made = Awaited<ReturnType<typeof makeRequest>>;
type DemoRequest = Pick<NewRequest, "kind" | "payload" | "reason"> & { documents?: string[] };

/** One of the demo's staff asks for what another decides. */
export async function ask(app: App, username: string, asked: DemoRequest): Promise<Made> {
  const staff = await demoStaff(app, username);
  const idempotencyKey = `demo-${asked.kind}-${app.now().toISOString()}`;
  return makeRequest(app, requestKinds, staff, { documents: [], ...asked, idempotencyKey });
}

export async function decide(
  app: App,
  username: string,
  { requestId, payloadHash }: Made,
  decision: "approve" | "reject",
  text: string,
): Promise<void> {
  const staff = await demoStaff(app, username);
  await decideRequest(app, requestKinds, staff, { requestId, payloadHash, decision, note: text });
}

/** A page that somebody signed; answers its id. */
export async function uploadPdf(app: App, username: string, name: string): Promise<string> {
  return uploadDocument(app, await demoStaff(app, username), name, bytesOf("%PDF-1.7 signed"));
}

export async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text, "utf8");
}
