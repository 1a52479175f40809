import { toDecimal } from "#common/money.ts";
import type { Change } from "#sandbox/books.ts";
import type { FaultRecord, TransferCode, TransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { promiseEvent } from "./callbacks.ts";
import { moveMoney } from "./movements.ts";

/** A top-up as the issuer is asked for it. */
export type TransferRequest = Pick<
  TransferRecord,
  "reference" | "accountNo" | "amount" | "requestedAt"
>;

/**
 * Account numbers that force an answer, as the partner's own test environment has them. SP, SC and NC
 * stay as they are; TS opens the account when it is not there.
 */
const SENTINELS: Record<string, TransferCode> = {
  "109450542671": "TS",
  "0013029636": "SP",
  "916100000424": "SC",
  "101400001643": "NC",
  "09177638499": "TF",
};

/**
 * Takes a top-up. The same reference again is answered with what became of the first, whatever the
 * fault; with another amount or account it is a 409. Nothing is credited twice.
 */
export function takeTransfer(
  world: World,
  request: TransferRequest,
  fault: FaultRecord | undefined,
): { status: number; body: object } {
  settleDue(world);
  const first = world.books.read("transfer").get(request.reference);
  if (first !== undefined) {
    const isSame = first.accountNo === request.accountNo && first.amount === request.amount;
    return isSame ? { status: 200, body: transferAnswer(first) } : conflict(request.reference);
  }
  const taken = decide(world, request, fault);
  world.books.write([
    ...(taken.code === "TS" ? credit(world, taken) : []),
    { table: "transfer", key: taken.reference, record: taken },
    ...decideLater(taken, fault),
    ...(isAnnouncedAtOnce(taken, fault) ? announce(world, taken) : []),
  ]);
  // Out of order: the event is on its way while this answer still says that it was sent.
  const said = fault?.mode === "out-of-order" ? { ...taken, code: "SP" as const } : taken;
  return { status: 200, body: transferAnswer(said) };
}

/** What became of a reference; undefined when it was never seen. */
export function findTransfer(world: World, reference: string): object | undefined {
  settleDue(world);
  const transfer = world.books.read("transfer").get(reference);
  return transfer === undefined ? undefined : transferAnswer(transfer);
}

/** Decides the transfers whose time has come, and promises their events. */
export function settleDue(world: World): void {
  const now = world.now().getTime();
  for (const { reference, dueAt, code } of world.books.read("decision").values()) {
    if (dueAt > now) continue;
    const done: Change = { table: "decision", key: reference, record: null };
    const transfer = world.books.read("transfer").get(reference);
    if (transfer === undefined) {
      // Its card started over meanwhile.
      world.books.write([done]);
      continue;
    }
    const settled = { ...transfer, code, description: describe(code) };
    world.books.write([
      done,
      ...(code === "TS" ? credit(world, settled) : []),
      { table: "transfer", key: settled.reference, record: settled },
      ...announce(world, settled),
    ]);
  }
}

function decide(
  world: World,
  request: TransferRequest,
  fault: FaultRecord | undefined,
): TransferRecord {
  const now = world.now().getTime();
  const serial = String(world.books.read("transfer").size + 1).padStart(10, "0");
  const base = { ...request, issuerReference: `UB${now}${serial}`, receivedAt: now };
  const decided = (code: TransferCode, description = describe(code)): TransferRecord => ({
    ...base,
    code,
    description,
  });
  const sentinel = SENTINELS[request.accountNo];
  if (sentinel !== undefined) return decided(sentinel);
  if (!world.books.read("card").has(request.accountNo)) return decided("TF", "Account not found");
  if (fault?.mode === "reject") return decided("TF", "Declined by the issuer");
  return decided(fault?.mode === "late" ? "SP" : "TS");
}

/** A sentinel stays as it is; any other transfer that was sent for processing is decided later. */
function decideLater(
  { reference, accountNo, code: now, receivedAt }: TransferRecord,
  fault: FaultRecord | undefined,
): Change[] {
  if (fault === undefined || now !== "SP" || SENTINELS[accountNo] !== undefined) return [];
  const code = fault.effect === "kept" ? "TS" : "TF";
  const record = { reference, code, dueAt: receivedAt + fault.delayMs } as const;
  return [{ table: "decision", key: reference, record }];
}

function credit(world: World, transfer: TransferRecord): Change[] {
  const { accountNo, amount, reference } = transfer;
  const card = world.books.read("card").get(accountNo) ?? { accountNo, holder: "", balance: 0n };
  return moveMoney(world, card, [
    { amount, reference, description: "Fund Transfer Internal", branch: "Partner top-up" },
  ]).changes;
}

/** An outcome the answer itself does not tell is told by an event; 'duplicate' tells it twice more. */
function isAnnouncedAtOnce(transfer: TransferRecord, fault: FaultRecord | undefined): boolean {
  const isFinal = transfer.code === "TS" || transfer.code === "TF";
  return isFinal && (fault?.mode === "duplicate" || fault?.mode === "out-of-order");
}

function announce(world: World, transfer: TransferRecord): Change[] {
  return promiseEvent(world, transfer.code === "TS" ? "transfer.credited" : "transfer.refused", {
    senderRefId: transfer.reference,
    eonAccount: transfer.accountNo,
    amount: toDecimal(transfer.amount),
    ubpTranId: transfer.issuerReference,
    ...(transfer.code === "TF" ? { reason: transfer.description } : {}),
  });
}

function transferAnswer(transfer: TransferRecord): object {
  return {
    code: transfer.code,
    senderRefId: transfer.reference,
    ubpTranId: transfer.issuerReference,
    eonAccount: transfer.accountNo,
    amount: toDecimal(transfer.amount),
    description: transfer.description,
    tranRequestDate: transfer.requestedAt,
  };
}

function conflict(reference: string): { status: number; body: object } {
  return {
    status: 409,
    body: {
      senderRefId: reference,
      errors: [
        { code: "REFERENCE_REUSED", message: "This reference was used for another transfer" },
      ],
    },
  };
}

function describe(code: TransferCode): string {
  const words: Record<TransferCode, string> = {
    RT: "Received",
    SP: "Sent for processing",
    SC: "Sent for confirmation",
    NC: "Network issue, outcome unknown",
    TS: "Credited to the account",
    TF: "Failed to credit the account",
  };
  return words[code];
}
