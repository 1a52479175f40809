import { randomUUID } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import { strike } from "#sandbox/faults.ts";
import type { EventRecord, FaultTarget } from "#sandbox/records.ts";
import { signatureOf } from "#sandbox/signatures.ts";
import type { World } from "#sandbox/world.ts";

const ANSWER_WITHIN_MS = 5_000;
export const MAX_ATTEMPTS = 20;
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
  const id = randomUUID();
  const occurredAt = world.now().toISOString();
  const body = JSON.stringify({ eventId: id, type, occurredAt, ...content });
  return [promise(world, "issuer", { id, type, body })];
}

/** The change that promises a message of a partner, misbehaving as the partner does at the moment. */
export function promise(
  world: World,
  target: FaultTarget,
  message: Pick<EventRecord, "id" | "type" | "body">,
): Change {
  const fault = strike(world, target);
  const now = world.now().getTime();
  const isHeld = fault?.mode === "out-of-order" && !waiting(world).some(({ dueAt }) => dueAt > now);
  const record: EventRecord = {
    ...message,
    dueAt: isHeld ? now + fault.delayMs : now,
    attempts: 0,
    copies: fault?.mode === "duplicate" ? 2 : 1,
    state: "waiting",
    lastAnswer: "",
  };
  return { table: "event", key: record.id, record };
}

/** Events that still have to reach the product. */
export function waiting(world: World): EventRecord[] {
  return world.books.unfinished("event");
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
 * 60 seconds, 20 times at most; after that it waits for a person, unless it is the switch's. Each attempt
 * has a fresh nonce.
 */
export async function deliverEvent(world: World, event: EventRecord): Promise<void> {
  const receiver = receiverOf(world, event);
  if (receiver === undefined) return;
  const at = world.now();
  const answer = await post(receiver, event.body, at);
  // Somebody asked meanwhile that it be sent again: that stands, whatever became of this attempt.
  if (world.books.read("event").get(event.id) !== event) return;
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
    state: attempts >= MAX_ATTEMPTS && !isForever(event) ? "given_up" : "waiting",
    dueAt: at.getTime() + wait,
  });
}

/** The switch repeats a message until it is taken. */
const isForever = ({ type }: EventRecord) => type === "instapay.message";

function replace(world: World, event: EventRecord): void {
  world.books.write([{ table: "event", key: event.id, record: event }]);
}

/** Each partner's messages go to an address of their own, under a key of their own. */
function receiverOf(world: World, { type }: EventRecord): Receiver | undefined {
  if (type === "instapay.message") {
    const { instapayUrl: url, instapayKey: key } = world;
    return url === undefined ? undefined : { partner: "instapay", url, key };
  }
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
        "content-type": partner === "instapay" ? "application/xml" : "application/json",
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
