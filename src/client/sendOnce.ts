import { deviceNow } from "./clock.ts";
import { isUndecided } from "./failure.ts";
import type { Failure } from "#contract/endpoint.ts";

const KEPT_MS = 15 * 60 * 1000;

/**
 * Sends an order under an idempotency key that stays the same, also after the tab was loaded anew, until its end is
 * known: whoever presses again for want of an answer asks for the same thing. Anything else is sent under a key of its
 * own. `place` is what is ordered; of the order itself only a digest is kept, in this tab, for a quarter of an hour.
 */
export async function sendOnce<Answer extends { status: true } | Failure>(
  place: string,
  order: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const kept = `once ${place}`;
  const digest = await digestOf(order);
  const key = keptKey(kept, digest) ?? crypto.randomUUID();
  sessionStorage.setItem(kept, JSON.stringify({ digest, key, at: deviceNow() }));
  const answer = await send(key);
  if (answer.status || !isUndecided(answer)) sessionStorage.removeItem(kept);
  return answer;
}

function keptKey(kept: string, digest: string): string | undefined {
  const found: unknown = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  if (typeof found !== "object" || found === null) return undefined;
  const { digest: of, key, at } = found as { digest?: unknown; key?: unknown; at?: unknown };
  const isFresh = typeof at === "number" && deviceNow() - at < KEPT_MS;
  return of === digest && isFresh && typeof key === "string" ? key : undefined;
}

async function digestOf(order: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
