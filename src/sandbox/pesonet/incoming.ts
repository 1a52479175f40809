import { manilaDate } from "#common/manila.ts";
import { parsePesos } from "#common/money.ts";
import type { Answer } from "#sandbox/cardIssuer/authorizations.ts";
import { strike } from "#sandbox/faults.ts";
import { incomingFile } from "#sandbox/instapay/incomingMessages.ts";
import { incomingOf, newIncoming, putIncoming, sent } from "#sandbox/rails/incomingRecords.ts";
import { textAt, type Tree } from "#sandbox/rails/isoXml.ts";
import { newMessageId } from "#sandbox/rails/reports.ts";
import { refusal, type RailAnswer } from "#sandbox/rails/signedRail.ts";
import type { IncomingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { newFile } from "./clearingFiles.ts";
import { nextClearing } from "./cycles.ts";

/**
 * `POST /sandbox/pesonet/incoming`: another bank sends money to an account of the participant. It is in the file of
 * the next clearing; a `reference` that was used is in it again as it is asked for now, and settles nothing.
 */
export function sendByFile(world: World, body: unknown): Answer {
  const asked = newIncoming(world, "pesonet", body);
  const at = nextClearing(world.now().getTime(), manilaDate(world.now()));
  const incoming: IncomingRecord = { ...asked, next: { at, asks: "transfer" } };
  world.books.write([putIncoming(incoming)]);
  return sent(incoming);
}

/** Clears what is due, or all that waits, and puts it into one file for the participant. Answers how many it were. */
export function carryIncoming(world: World, { isAll = false } = {}): number {
  const now = world.now().getTime();
  const due = incomingOf(world, "pesonet")
    .filter(({ next }) => next !== null && (isAll || next.at <= now))
    .toReversed();
  if (due.length === 0) return 0;
  const messageId = newMessageId("PC");
  const fault = strike(world, "pesonet");
  world.books.write([
    ...due.map((one) =>
      putIncoming({
        ...one,
        state: one.isClaim ? "refused" : "credited",
        settledAt: one.isClaim ? null : now,
        file: messageId,
        next: null,
      }),
    ),
    ...newFile(world, "inward", {
      about: messageId,
      body: incomingFile(world, due, messageId),
      shownAt: fault?.mode === "late" ? now + fault.delayMs : now,
    }),
  ]);
  return due.length;
}

/**
 * The participant hands in a file of what goes back. All of it is taken or nothing, once however often it comes; a 409
 * for what was never settled, came back in another file, or is of another amount.
 */
export function takeReturnFile(world: World, root: Tree): RailAnswer {
  const body = root.below.get("PmtRtr")?.[0];
  const returnId = textAt(root, "PmtRtr/GrpHdr/MsgId");
  const all = incomingOf(world, "pesonet");
  const named = (body?.below.get("TxInf") ?? []).map((part) => ({
    amount: parsePesos(textAt(part, "RtrdIntrBkSttlmAmt")),
    reasonCode: textAt(part, "RtrRsnInf/Rsn/Cd"),
    incoming: all.find(
      ({ file, reference, settledAt }) =>
        settledAt !== null &&
        file === textAt(part, "OrgnlGrpInf/OrgnlMsgId") &&
        reference === textAt(part, "OrgnlTxId"),
    ),
  }));
  const back = named.flatMap(({ incoming, amount, reasonCode }) => {
    if (incoming === undefined || incoming.amount !== amount) return [];
    const isOther = incoming.returnedAt !== null && incoming.returnId !== returnId;
    return isOther ? [] : [{ incoming, reasonCode }];
  });
  if (back.length === 0 || back.length !== named.length) {
    const message = "A transfer that was never settled, or came back otherwise";
    return { status: 409, body: refusal("REFERENCE_REUSED", message) };
  }
  const now = world.now().getTime();
  world.books.write(
    back.map(({ incoming, reasonCode }) =>
      putIncoming({
        ...incoming,
        state: "returned",
        reasonCode,
        returnId,
        returnedAt: incoming.returnedAt ?? now,
      }),
    ),
  );
  return { status: 200, body: { returnId, state: "taken" } };
}
