import { createHash } from "node:crypto";
import type { Change } from "#sandbox/books.ts";
import type { FaultRecord, OrderRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

export type Answered = { status: number; body: object };

/** The issuer's no. */
export type No = { code: string; message: string; details?: object };

/** What is decided on an order: what changes, and what the answer says. A no may change things too. */
export type Verdict = { changes: Change[] } & ({ body: object } | { no: No });

/** An order as it came. `content` is what makes it this order: no secrets, they are new each time. */
export type Order = { reference: string; call: string; content: Record<string, unknown> };

export const yes = (changes: Change[], body: object = {}): Verdict => ({ changes, body });
export const no = (code: string, message: string, details?: object): Verdict => ({
  changes: [],
  no: { code, message, ...(details && { details }) },
});

/**
 * Does an order once. The same reference again is answered as the first was, whatever the fault; for
 * something else it is a 409. 'reject' declines, `declined` says how; 'late' is answered 202 and done
 * after the delay.
 */
export function takeOrder(
  world: World,
  order: Order,
  fault: FaultRecord | undefined,
  decide: () => Verdict,
  declined: () => Verdict = () => no("DECLINED", "Declined by the issuer"),
): Answered {
  runDeferred(world);
  const first = world.books.read("order").get(order.reference);
  if (first !== undefined && first.fingerprint !== fingerprintOf(order)) return reused(order);
  // One that waited when the sandbox was stopped was never done.
  const isKnown = first !== undefined && (!first.isWaiting || world.deferred.has(order.reference));
  if (isKnown) return { status: first.status, body: first.body };
  if (fault?.mode === "late") return defer(world, order, fault, decide, declined);
  return finish(world, order, fault?.mode === "reject" ? declined() : decide());
}

/** What an order was answered; undefined when the reference was never seen. */
export function orderOf(world: World, reference: string): OrderRecord | undefined {
  runDeferred(world);
  return world.books.read("order").get(reference);
}

/** Does what was taken for later and is due. */
export function runDeferred(world: World): void {
  const now = world.now().getTime();
  for (const [reference, { dueAt, run }] of world.deferred) {
    if (dueAt > now) continue;
    world.deferred.delete(reference);
    run();
  }
}

/** An order's answer in the API's form. */
export function answerTo(reference: string, verdict: Verdict): Answered {
  return "body" in verdict
    ? { status: 200, body: { senderRefId: reference, ...verdict.body } }
    : { status: 422, body: { senderRefId: reference, errors: [verdict.no] } };
}

function finish(world: World, order: Order, verdict: Verdict): Answered {
  const answered = answerTo(order.reference, verdict);
  world.books.write([...verdict.changes, remember(order, answered, false)]);
  return answered;
}

function defer(
  world: World,
  order: Order,
  fault: FaultRecord,
  decide: () => Verdict,
  declined: () => Verdict,
): Answered {
  const answered = {
    status: 202,
    body: { senderRefId: order.reference, code: "SP", description: "Sent for processing" },
  };
  world.books.write([remember(order, answered, true)]);
  world.deferred.set(order.reference, {
    dueAt: world.now().getTime() + fault.delayMs,
    run: () => finish(world, order, fault.effect === "kept" ? decide() : declined()),
  });
  return answered;
}

/** The change that remembers how an order was answered. */
export function remember(order: Order, { status, body }: Answered, isWaiting: boolean): Change {
  const { reference } = order;
  const fingerprint = fingerprintOf(order);
  return {
    table: "order",
    key: reference,
    record: { reference, fingerprint, status, body, isWaiting },
  };
}

function fingerprintOf({ call, content }: Order): string {
  return createHash("sha256")
    .update(JSON.stringify([call, content]))
    .digest("hex");
}

function reused({ reference }: Order): Answered {
  const message = "This reference was used for another order";
  return {
    status: 409,
    body: { senderRefId: reference, errors: [{ code: "REFERENCE_REUSED", message }] },
  };
}
