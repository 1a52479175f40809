import { randomUUID } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import { strike } from "#sandbox/faults.ts";
import type { EventRecord } from "#sandbox/records.ts";
import { signatureOf } from "#sandbox/signatures.ts";
import type { World } from "#sandbox/world.ts";

const ANSWER_WITHIN_MS = 5_000;
const MAX_ATTEMPTS = 20;
const LONGEST_WAIT_MS = 60_000;

/**
 * The change that promises an event to the product; empty when no address is configured. The faults
 * 'duplicate' and 'out-of-order' of the issuer are made here: the first sends it twice, the second
 * holds every other one back so that the next overtakes it.
 */
export function promiseEvent(
  world: World,
  type: EventRecord["type"],
  content: Record<string, unknown>,
): Change[] {
  if (world.callbacks === undefined) return [];
  const fault = strike(world, "issuer");
  const now = world.now().getTime();
  const isHeld = fault?.mode === "out-of-order" && !waiting(world).some(({ dueAt }) => dueAt > now);
  const id = randomUUID();
  const record: EventRecord = {
    id,
    type,
    body: JSON.stringify({
      eventId: id,
      type,
      occurredAt: new Date(now).toISOString(),
      ...content,
    }),
    dueAt: isHeld ? now + fault.delayMs : now,
    attempts: 0,
    copies: fault?.mode === "duplicate" ? 2 : 1,
    state: "waiting",
    lastAnswer: "",
  };
  return [{ table: "event", key: id, record }];
}

/** Events that still have to reach the product. */
export function waiting(world: World): EventRecord[] {
  return [...world.books.read("event").values()].filter(({ state }) => state === "waiting");
}

/** Puts an event that was given up, or delivered, back in the queue. False when there is none. */
export function sendAgain(world: World, id: string): boolean {
  const event = world.books.read("event").get(id);
  if (event === undefined) return false;
  const dueAt = world.now().getTime();
  replace(world, { ...event, state: "waiting", attempts: 0, copies: 1, dueAt });
  return true;
}

/**
 * One attempt for an event: delivered when the product answers 2xx, otherwise again after 1, 2, 4 …
 * 60 seconds, 20 times at most; after that it waits for a person. Each attempt has a fresh nonce.
 */
export async function deliverEvent(world: World, event: EventRecord): Promise<void> {
  const receiver = receiverOf(world, event);
  if (receiver === undefined) return;
  const at = world.now();
  const answer = await post(receiver, event.body, at);
  const attempts = event.attempts + 1;
  if (answer.isAccepted) {
    const copies = event.copies - 1;
    const state = copies === 0 ? "delivered" : "waiting";
    replace(world, { ...event, attempts, copies, state, lastAnswer: answer.text });
    return;
  }
  const wait = Math.min(1000 * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  replace(world, {
    ...event,
    attempts,
    lastAnswer: answer.text,
    state: attempts >= MAX_ATTEMPTS ? "given_up" : "waiting",
    dueAt: at.getTime() + wait,
  });
}

function replace(world: World, event: EventRecord): void {
  world.books.write([{ table: "event", key: event.id, record: event }]);
}

/** The issuer's events and the SMS gateway's reports go to addresses of their own, under keys of their own. */
function receiverOf(world: World, { type }: EventRecord): Receiver | undefined {
  const [partner, receiver] =
    type === "text.report" ? ["sms", world.reports] : ["issuer", world.callbacks];
  return receiver && { ...receiver, partner };
}

type Receiver = { partner: string; url: string; key: Buffer | string };

async function post(
  { partner, url, key }: Receiver,
  body: string,
  at: Date,
): Promise<{ isAccepted: boolean; text: string }> {
  const timestamp = String(at.getTime());
  const nonce = randomUUID();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [`x-${partner}-timestamp`]: timestamp,
        [`x-${partner}-nonce`]: nonce,
        [`x-${partner}-signature`]: signatureOf(key, { timestamp, nonce, body }),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.body?.cancel();
    return { isAccepted: response.ok, text: String(response.status) };
  } catch {
    return { isAccepted: false, text: "no answer" };
  }
}
