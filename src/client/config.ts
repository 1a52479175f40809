import { type ClientConfig, clientConfig, getConfig } from "#contract/config.ts";
import { deviceNow, learnServerTime } from "./clock.ts";
import { request } from "./request.ts";
import { apiBase } from "./settings.ts";

const FRESH_MS = 60_000;
const TIMEOUT_MS = 15_000;

let known: { config: ClientConfig; at: number } | undefined;
let asking: Promise<ClientConfig | undefined> | undefined;

/**
 * What the server says a client needs to know, at most a minute old (its encryption key changes
 * daily). Undefined when the server cannot be reached. `fresh` asks in any case.
 */
export function loadConfig({ fresh = false } = {}): Promise<ClientConfig | undefined> {
  if (!fresh && known !== undefined && deviceNow() - known.at < FRESH_MS)
    return Promise.resolve(known.config);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** The configuration last heard, however old: for what does not change while a page is open. */
export async function anyConfig(): Promise<ClientConfig | undefined> {
  return known?.config ?? loadConfig();
}

/** The configuration last heard and when (deviceNow), if it was heard. */
export const heardConfig = (): { config: ClientConfig; at: number } | undefined => known;

async function ask(): Promise<ClientConfig | undefined> {
  const askedAt = deviceNow();
  const answer = await request({
    method: "GET",
    url: apiBase + getConfig.path,
    headers: { "X-Correlation-Id": crypto.randomUUID() },
    timeoutMs: TIMEOUT_MS,
  });
  const body = answer?.body;
  if (typeof body !== "object" || body === null || !("result" in body)) return undefined;
  const parsed = clientConfig.safeParse(body.result);
  if (!parsed.success) return undefined;
  learnServerTime(parsed.data.serverTime, askedAt);
  known = { config: parsed.data, at: deviceNow() };
  return parsed.data;
}
