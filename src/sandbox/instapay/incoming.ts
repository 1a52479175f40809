import { randomUUID } from "node:crypto";
import { isSame, signatureOf } from "#sandbox/signatures.ts";
import type { Answer } from "#sandbox/cardIssuer/authorizations.ts";
import { strike } from "#sandbox/faults.ts";
import { newIncoming, putIncoming, sent } from "#sandbox/rails/incomingRecords.ts";
import { type RailAnswer, refusal } from "#sandbox/rails/signedRail.ts";
import type { IncomingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { incomingInquiry, incomingTransfer, outcomeIn, returnTaken } from "./incomingMessages.ts";

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const LATE_MS = 30_000;

/**
 * `POST /sandbox/instapay/incoming`: another bank sends money to an account of the participant. A `reference`
 * that was used before is sent again as it is asked for now, another amount or account included: what the
 * participant has to notice.
 */
export function sendIncoming(world: World, body: unknown): Answer {
  const asked = newIncoming(world, "instapay", body);
  const fault = strike(world, "instapay");
  const now = world.now().getTime();
  const isLate = fault?.mode === "late" || fault?.mode === "out-of-order";
  const dueAt = isLate ? now + (fault.delayMs > 0 ? fault.delayMs : LATE_MS) : now;
  const incoming: IncomingRecord = {
    ...asked,
    next: { at: dueAt, asks: "transfer" },
    copies: fault?.mode === "duplicate" ? 2 : 1,
  };
  // Out of order: it is asked about before it comes.
  const first =
    fault?.mode === "out-of-order" ? { at: now, asks: "status" as const } : incoming.next;
  put(world, { ...incoming, next: first });
  return sent(incoming);
}

/** What waits to be sent, or to be asked about. */
export function waitingIncoming(world: World): IncomingRecord[] {
  return world.books.unfinished("incoming").filter(({ rail }) => rail === "instapay");
}

/**
 * One attempt: the transfer is delivered and its answer kept. After silence its status is asked for; what the
 * participant never saw is sent again, until it is answered.
 */
export async function deliverIncoming(world: World, incoming: IncomingRecord): Promise<void> {
  const { instapayUrl: url } = world;
  const { next, messageId } = incoming;
  if (url === undefined || next === null) return;
  const fault = strike(world, "instapay");
  const isInquiry = next.asks === "status";
  const body = isInquiry ? incomingInquiry(world, incoming) : incomingTransfer(world, incoming);
  const answer = await post(world, url, body);
  if (world.books.read("incoming").get(messageId) !== incoming) return;
  // What the network loses: the participant has answered, and the switch does not know it.
  const isLost = fault?.mode === "timeout" || fault?.mode === "down" || fault?.mode === "error";
  put(world, judged(world, incoming, isLost ? undefined : answer));
}

type Heard = { status: number; body: string; isSigned: boolean };

function judged(world: World, incoming: IncomingRecord, heard: Heard | undefined): IncomingRecord {
  const now = world.now().getTime();
  const attempts = incoming.attempts + 1;
  const isTransfer = incoming.next?.asks === "transfer";
  const wait = Math.min(1000 * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  const again = (asks: "transfer" | "status", at = now + wait): IncomingRecord => ({
    ...incoming,
    attempts,
    next: { at, asks },
  });
  if (heard === undefined || !heard.isSigned) return again("status");
  if (heard.status === 404 && !isTransfer) return again("transfer", now);
  if (heard.status === 409 || heard.status === 400) {
    return { ...incoming, attempts, state: "refused", next: null };
  }
  const outcome = heard.status === 200 ? outcomeIn(incoming, heard.body) : undefined;
  if (outcome === undefined) return again("status");
  const copies = incoming.copies - (isTransfer ? 1 : 0);
  return {
    ...incoming,
    ...outcome,
    attempts,
    copies,
    // The first answer settles it; what a repeat is answered has to be the same.
    settledAt:
      outcome.state === "credited" && !incoming.isClaim ? (incoming.settledAt ?? now) : null,
    next: copies > 0 && isTransfer ? { at: now, asks: "transfer" } : null,
  };
}

async function post(world: World, url: string, body: string): Promise<Heard | undefined> {
  const timestamp = String(world.now().getTime());
  const nonce = randomUUID();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/xml",
        "x-instapay-timestamp": timestamp,
        "x-instapay-nonce": nonce,
        "x-instapay-signature": signatureOf(world.instapayKey, { timestamp, nonce, body }),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    return { status: response.status, body: text, isSigned: isSigned(world, response, text) };
  } catch {
    return undefined;
  }
}

function isSigned({ instapayKey }: World, { headers }: Response, body: string): boolean {
  const header = (name: string) => headers.get(`x-instapay-${name}`) ?? "";
  const [timestamp, nonce] = [header("timestamp"), header("nonce")];
  const expected = signatureOf(instapayKey, { timestamp, nonce, body });
  return isSame(header("signature"), expected);
}

/**
 * The participant sends money back, once however often it says so. A 404 for what it was never sent or has not
 * taken, a 409 for another return than the first or another amount.
 */
export function takeReturn(
  world: World,
  back: { originalId: string; returnId: string; amount: bigint },
): RailAnswer {
  const incoming = world.books.read("incoming").get(back.originalId);
  if (incoming === undefined || incoming.settledAt === null) {
    const message = "This transfer was never settled";
    return { status: 404, body: refusal("TRANSFER_NOT_FOUND", message) };
  }
  const isOther = incoming.returnedAt !== null && incoming.returnId !== back.returnId;
  if (isOther || incoming.amount !== back.amount) {
    const message = "Another return, or another amount";
    return { status: 409, body: refusal("REFERENCE_REUSED", message) };
  }
  const returned: IncomingRecord = {
    ...incoming,
    state: "returned",
    next: null,
    returnId: back.returnId,
    returnedAt: incoming.returnedAt ?? world.now().getTime(),
  };
  put(world, returned);
  return { status: 200, body: returnTaken(world, returned) };
}

function put(world: World, record: IncomingRecord): void {
  world.books.write([putIncoming(record)]);
}
