import type { Change } from "#sandbox/books.ts";
import { promise } from "#sandbox/cardIssuer/callbacks.ts";
import { putTransfer, transferOf, transferUnder } from "#sandbox/rails/railBooks.ts";
import type { CreditTransfers } from "#sandbox/rails/creditTransfers.ts";
import { type Reception, receptionOf, takesPart } from "#sandbox/rails/receivers.ts";
import {
  newClearingReference,
  newMessageId,
  returnReport,
  type ReportedStatus,
  statusReport,
} from "#sandbox/rails/reports.ts";
import { refusal, type RailAnswer } from "#sandbox/rails/signedRail.ts";
import type { FaultRecord, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

/** The most that InstaPay carries in one transfer. */
const MOST = 50_000_00n;
const AT_THE_FAULT = "AB09";

/**
 * Takes a transfer. The same one again is answered with how the first stands, whatever the fault; another
 * under its MsgId or TxId is a 409.
 */
export function takePayment(
  world: World,
  { messageId, transfers }: CreditTransfers,
  fault: FaultRecord | undefined,
): RailAnswer {
  decideInstapay(world);
  const [asked, ...more] = transfers;
  if (asked === undefined || more.length > 0) {
    return { status: 400, body: refusal("NO_MESSAGE", "InstaPay takes one transfer a message") };
  }
  const first =
    transferOf(world, "instapay", asked.reference) ?? transferUnder(world, "instapay", messageId);
  if (first !== undefined) {
    const isSame = (Object.keys(asked) as (keyof typeof asked)[]).every(
      (name) => asked[name] === first[name],
    );
    return isSame ? answerOf(world, first) : reused();
  }
  const taken: RailTransferRecord = {
    ...asked,
    rail: "instapay",
    state: "waiting",
    reasonCode: "",
    clearingReference: newClearingReference("IPX"),
    receivedAt: world.now().getTime(),
    settledAt: null,
    returnedAt: null,
    next: null,
  };
  const decided = receive(world, taken, fault);
  const isTold = ["duplicate", "out-of-order"].includes(fault?.mode ?? "") && isFinal(decided);
  world.books.write([putTransfer(decided), ...(isTold ? tell(world, decided) : [])]);
  // Out of order: the outcome is on its way while this answer still says that it is under way.
  return answerOf(
    world,
    fault?.mode === "out-of-order" ? { ...decided, state: "waiting" } : decided,
  );
}

/** How a transfer stands; a 404 when the switch never saw it. */
export function askPayment(
  world: World,
  asked: { reference: string; messageId: string },
): RailAnswer {
  decideInstapay(world);
  const transfer = transferOf(world, "instapay", asked.reference);
  return transfer === undefined || transfer.messageId !== asked.messageId
    ? { status: 404, body: refusal("TRANSFER_NOT_FOUND", "This transfer was never seen") }
    : answerOf(world, transfer);
}

/** Decides what has been waiting long enough, and promises to tell it. */
export function decideInstapay(world: World): void {
  const now = world.now().getTime();
  for (const transfer of world.books.unfinished("railTransfer")) {
    const { next } = transfer;
    if (transfer.rail !== "instapay" || next === null || next.at > now) continue;
    const decided = follow(world, transfer, next);
    const told = next.isTold ? tell(world, decided) : [];
    world.books.write([putTransfer(decided), ...told]);
  }
}

/**
 * What a person makes of a transfer: credited or rejected while it waits, returned once credited. The
 * switch tells it. False when it cannot come to that any more.
 */
export function decideByHand(
  world: World,
  reference: string,
  next: { does: "credit" | "reject" | "return"; reasonCode: string },
): boolean {
  const transfer = transferOf(world, "instapay", reference);
  const from = next.does === "return" ? ["credited"] : ["waiting", "held"];
  if (transfer === undefined || !from.includes(transfer.state)) return false;
  const decided = follow(world, transfer, next);
  world.books.write([putTransfer(decided), ...tell(world, decided)]);
  return true;
}

function receive(
  world: World,
  taken: RailTransferRecord,
  fault: FaultRecord | undefined,
): RailTransferRecord {
  const now = taken.receivedAt;
  const reject = (reasonCode: string) => follow(world, taken, { does: "reject", reasonCode });
  if (!takesPart("instapay", taken.bank)) return reject("RC01");
  if (taken.amount > MOST) return reject("AM02");
  if (fault?.mode === "reject") return reject(AT_THE_FAULT);
  const { does, reasonCode, follows } = receptionOf("instapay", taken.accountNo);
  if (fault?.mode === "late" && (does === "credit" || does === "reject")) {
    const outcome =
      fault.effect === "kept"
        ? { does, reasonCode }
        : { does: "reject" as const, reasonCode: AT_THE_FAULT };
    return { ...taken, next: { at: now + fault.delayMs, isTold: true, ...outcome } };
  }
  if (does === "reject") return reject(reasonCode);
  if (does === "credit") return follow(world, taken, { does, reasonCode });
  const next = follows === undefined ? null : followsAt(now, follows);
  return { ...taken, state: does === "hold" ? "held" : "waiting", reasonCode, next };
}

/** What becomes of a transfer. A credit that its bank gives back later says so. */
function follow(
  world: World,
  transfer: RailTransferRecord,
  { does, reasonCode }: { does: "credit" | "reject" | "return"; reasonCode: string },
): RailTransferRecord {
  const now = world.now().getTime();
  switch (does) {
    case "reject":
      return { ...transfer, state: "rejected", reasonCode, next: null };
    case "return":
      return { ...transfer, state: "returned", reasonCode, returnedAt: now, next: null };
    case "credit": {
      const { follows } = receptionOf("instapay", transfer.accountNo);
      const next = follows?.does === "return" ? followsAt(now, follows) : null;
      return { ...transfer, state: "credited", reasonCode: "", settledAt: now, next };
    }
  }
}

function followsAt(
  now: number,
  { afterMs, ...outcome }: NonNullable<Reception["follows"]>,
): RailTransferRecord["next"] {
  return { ...outcome, at: now + afterMs };
}

function tell(world: World, transfer: RailTransferRecord): Change[] {
  if (world.instapayUrl === undefined) return [];
  const body =
    transfer.state === "returned"
      ? returnReport(world, "INSTAPAY", [transfer])
      : statusReport(world, transfer, reportedStatusOf(transfer));
  const id = newMessageId("BN");
  return [promise(world, "instapay", { id, type: "instapay.message", body })];
}

function reportedStatusOf({ state, reasonCode, accountNo }: RailTransferRecord): ReportedStatus {
  switch (state) {
    case "credited":
    case "returned":
      // That the money came back is a message of its own.
      return { status: "ACSC", reasonCode: "" };
    case "rejected":
    case "abolished":
      return { status: "RJCT", reasonCode };
    case "held":
      return { status: "PDNG", reasonCode };
    case "queued":
    case "waiting":
      return {
        status: receptionOf("instapay", accountNo).does === "silent" ? "PDNG" : "ACSP",
        reasonCode: "",
      };
  }
}

function answerOf(world: World, transfer: RailTransferRecord): RailAnswer {
  return { status: 200, body: statusReport(world, transfer, reportedStatusOf(transfer)) };
}

function reused(): RailAnswer {
  const message = "This MsgId or TxId was used for another transfer";
  return { status: 409, body: refusal("REFERENCE_REUSED", message) };
}

const isFinal = ({ state }: RailTransferRecord) => state === "credited" || state === "rejected";
