import type { Failure } from "#contract/endpoint.ts";
import { NO_CODE, orderCalls, type TransferReceipt } from "#contract/transfers.ts";
import { call } from "#portal/api/call.ts";
import type { CallParts } from "#client/attempt.ts";
import { isUndecided } from "#client/failure.ts";
import { makeSchedule } from "#contract/schedules.ts";
import { currentSession } from "#portal/api/sessionState.ts";
import { isAboutCode } from "#portal/otp/codeState.ts";
import { forgetOrder, keepOrder, type Order } from "./order.ts";

/** How an attempt to send an order ended. 'open' is neither yes nor no: the same key goes again. */
export type Outcome =
  /** With a receipt, or the schedule that was made of it. */
  | {
      name: "accepted";
      receipt?: TransferReceipt;
      scheduleId?: string;
      message: string;
    }
  /** An order with this key was taken before, with another code; how it stands is shown elsewhere. */
  | { name: "already_received" }
  /** The code was not right; nothing was moved. */
  | { name: "code_refused"; failure: Failure }
  | { name: "refused"; failure: Failure }
  | { name: "open"; failure: Failure };

/** The code that approves an order, and until when it does (deviceNow). */
export type UsedCode = { pinId: string; pin: string; canGoUntil: number };

/** Sends the order under its key. What is not known for certain is 'open', never a failure. */
export async function submitOrder(
  order: Order,
  { canGoUntil, ...code }: UsedCode,
): Promise<Outcome> {
  // Noted before it leaves: from here on a reload must ask with this key, not with a new one.
  await keepOrder({ phase: "submitted", order, pinId: code.pinId, canGoUntil });
  const answer = await (order.intent.repeats === undefined
    ? sendByKind(order, code)
    : sendToSchedule(order, code));
  if (answer.status) {
    await forgetOrder();
    const { result, message } = answer;
    return "refNo" in result
      ? { name: "accepted", message, receipt: result }
      : { name: "accepted", message, scheduleId: result.scheduleId };
  }
  if (isUndecided(answer)) return { name: "open", failure: answer };
  if (answer.code === "idempotency_key_reused") {
    await forgetOrder();
    return { name: "already_received" };
  }
  await keepOrder({ phase: "reviewed", order });
  return isAboutCode(answer)
    ? { name: "code_refused", failure: answer }
    : { name: "refused", failure: answer };
}

/** Each kind has its own call; what it takes is what was approved, and the code. */
function sendByKind({ key, intent }: Order, code: { pinId: string; pin: string }) {
  const { kind, ...reviewed } = intent;
  // The body is of the same kind as the call, which the compiler cannot see; all answer alike.
  const asked = { body: { ...reviewed, ...code } } as CallParts<typeof orderCalls.own>;
  return call(orderCalls[kind] as typeof orderCalls.own, asked, { idempotencyKey: key });
}

/** The same approval makes one schedule, however often it is sent. */
function sendToSchedule({ intent }: Order, code: { pinId: string; pin: string }) {
  const params = { guid: currentSession()?.guid ?? "" };
  return call(makeSchedule, { params, body: { order: intent, ...code } });
}

/**
 * Asks what became of an order whose answer was lost with the page. The code is gone with it, so
 * the order is sent under its key with what is no code, which voids the one it had: an order that was taken
 * answers with its receipt, one that was not is refused, and can then not go out any more either.
 */
export const askAboutOrder = (
  order: Order,
  sent: { pinId: string; canGoUntil: number },
): Promise<Outcome> => submitOrder(order, { ...sent, pin: NO_CODE });
