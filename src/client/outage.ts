import { getStatus } from "#contract/status.ts";
import { makeStore } from "#ui/store.ts";
import type * as z from "zod/mini";
import { request } from "./request.ts";
import { apiBase } from "./settings.ts";

export type Status = z.output<typeof getStatus.result>;

const TIMEOUT_MS = 10_000;

/** While the server answers but can do nothing: its books are away. */
export const outage = makeStore<boolean>(false);

/** What the server says of itself and its partners; undefined when it does not answer. Notes an outage. */
export async function askStatus(): Promise<Status | undefined> {
  const answer = await request({
    method: "GET",
    url: apiBase + getStatus.path,
    headers: { "X-Correlation-Id": crypto.randomUUID() },
    timeoutMs: TIMEOUT_MS,
  });
  const body = answer?.body;
  if (typeof body !== "object" || body === null || !("result" in body)) return undefined;
  const parsed = getStatus.result.safeParse(body.result);
  if (!parsed.success) return undefined;
  const isAway = parsed.data.parts.some((one) => one.part === "online" && one.isAway);
  if (outage.get() !== isAway) outage.set(isAway);
  return parsed.data;
}
