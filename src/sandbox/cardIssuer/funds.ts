import { toDecimal } from "#common/money.ts";
import type { Change } from "#sandbox/books.ts";
import type { FaultRecord, FundsRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { moveMoney } from "./movements.ts";
import type { Answered } from "./orders.ts";
import { standingOf } from "./standing.ts";

/** Money out of a card account as the issuer is asked for it. */
export type FundsRequest = Pick<
  FundsRecord,
  "reference" | "kind" | "accountNo" | "toAccountNo" | "channel" | "amount"
>;

type No = { reasonCode: string; description: string };

const LINES: Record<FundsRecord["channel"], string> = {
  instapay: "Instapay Send",
  pesonet: "Pesonet Send",
  partner: "Fund Transfer Internal",
  card: "Fund Transfer Internal",
};

/**
 * Takes money out of a card account, or moves it to another. The same reference again is answered with
 * what became of the first, whatever the fault; for another account or amount it is a 409.
 */
export function takeFunds(
  world: World,
  request: FundsRequest,
  fault: FaultRecord | undefined,
): Answered {
  settleFunds(world);
  const first = world.books.read("funds").get(request.reference);
  if (first !== undefined) {
    const isSame =
      first.kind === request.kind &&
      first.accountNo === request.accountNo &&
      first.toAccountNo === request.toAccountNo &&
      first.channel === request.channel &&
      first.amount === request.amount;
    // Put back before it was ever seen: refused to all who ask, whatever they ask for.
    const isBarred = first.reasonCode === "REVERSED_BEFORE";
    return isSame || isBarred
      ? { status: 200, body: fundsAnswer({ ...first, ...request }) }
      : conflict(request.reference);
  }
  const taken = newRecord(world, request);
  if (fault?.mode === "late") {
    const due = { at: taken.receivedAt + fault.delayMs, isDone: fault.effect === "kept" };
    const waits: FundsRecord = { ...taken, code: "SP", description: "Sent for processing", due };
    world.books.write([put(waits)]);
    return { status: 200, body: fundsAnswer(waits) };
  }
  const { record, changes } = decide(world, taken, fault?.mode !== "reject");
  world.books.write([...changes, put(record)]);
  // Out of order: it is done while the answer still says that it was sent.
  const outcome = fault?.mode === "out-of-order" ? { ...record, code: "SP" as const } : record;
  return { status: 200, body: fundsAnswer(outcome) };
}

/** What became of a reference; undefined when it was never seen as an order of this kind. */
export function findFunds(
  world: World,
  kind: FundsRecord["kind"],
  reference: string,
): object | undefined {
  settleFunds(world);
  const found = world.books.read("funds").get(reference);
  const isKnown = found?.kind === kind && found.reasonCode !== "REVERSED_BEFORE";
  return isKnown ? fundsAnswer(found) : undefined;
}

/**
 * Puts a debit back on its card account, once for each debit. One that was never seen is a 404, and is
 * refused from then on, so that a debit that comes late takes nothing. 'reject' says no for this time only:
 * money of somebody's stays owed. So does what comes later than `notAfter`, which leaves no trace.
 */
export function reverseDebit(
  world: World,
  request: Pick<FundsRequest, "reference" | "accountNo" | "amount"> & { notAfter: number },
  fault: FaultRecord | undefined,
): Answered {
  settleFunds(world);
  const { reference, accountNo, amount, notAfter } = request;
  const debit = world.books.read("funds").get(reference);
  if (world.now().getTime() > notAfter && !debit?.reversal) return expired(request);
  if (debit === undefined || debit.reasonCode === "REVERSED_BEFORE") {
    if (debit === undefined) world.books.write([barred(world, { reference, accountNo, amount })]);
    return never("DEBIT_NOT_FOUND", "This reference was never seen");
  }
  if (debit.kind !== "debit" || debit.accountNo !== accountNo || debit.amount !== amount) {
    return conflict(reference);
  }
  if (debit.code === "TF") {
    const no = { reasonCode: "NOTHING_TAKEN", description: "This debit was refused" };
    return { status: 200, body: reversalAnswer(debit, { code: "TF", ...no }) };
  }
  if (debit.code === "SP") return { status: 200, body: reversalAnswer(debit, { code: "SP" }) };
  if (debit.reversal !== null) return { status: 200, body: reversalAnswer(debit, debit.reversal) };
  if (fault?.mode === "reject") {
    const no = { reasonCode: "DECLINED", description: "Declined by the issuer" };
    return { status: 200, body: reversalAnswer(debit, { code: "TF", ...no }) };
  }
  if (fault?.mode === "late") {
    const dueAt = world.now().getTime() + fault.delayMs;
    const reversal = { code: "SP", issuerReference: nextReference(world, "RV"), dueAt } as const;
    world.books.write([put({ ...debit, reversal })]);
    return { status: 200, body: reversalAnswer(debit, reversal) };
  }
  const { record, changes } = refundDebit(world, debit, nextReference(world, "RV"));
  world.books.write(changes);
  const outcome = fault?.mode === "out-of-order" ? { code: "SP" as const } : record.reversal;
  return { status: 200, body: reversalAnswer(record, outcome ?? { code: "SP" }) };
}

/** Whether a debit was put back; undefined when it was not, or was never seen. */
export function findReversal(world: World, reference: string): object | undefined {
  settleFunds(world);
  const debit = world.books.read("funds").get(reference);
  const reversal = debit?.kind === "debit" ? debit.reversal : null;
  return debit && reversal ? reversalAnswer(debit, reversal) : undefined;
}

/** Decides what was taken for later and is due. */
export function settleFunds(world: World): void {
  const now = world.now().getTime();
  for (const order of world.books.unfinished("funds")) {
    if (order.due !== null && order.due.at <= now) {
      const { record, changes } = decide(world, { ...order, due: null }, order.due.isDone);
      world.books.write([...changes, put(record)]);
    }
    const { reversal } = order;
    if (reversal !== null && reversal.dueAt !== null && reversal.dueAt <= now) {
      world.books.write(refundDebit(world, order, reversal.issuerReference).changes);
    }
  }
}

function decide(
  world: World,
  order: FundsRecord,
  isWilling: boolean,
): { record: FundsRecord; changes: Change[] } {
  const no = isWilling
    ? refusalOf(world, order)
    : { reasonCode: "DECLINED", description: "Declined by the issuer" };
  if (no !== undefined) return { record: { ...order, ...no, code: "TF" }, changes: [] };
  const line = {
    description: LINES[order.channel],
    branch: order.kind === "move" ? "Card to card" : "Partner transfer",
    reference: order.reference,
  };
  const changes = [...lines(world, order.accountNo, { ...line, amount: -order.amount })];
  if (order.kind === "move") {
    changes.push(...lines(world, order.toAccountNo, { ...line, amount: order.amount }));
  }
  const description = order.kind === "move" ? "Moved to the other account" : "Taken";
  return { record: { ...order, code: "TS", description }, changes };
}

/** Why not: a lock by the holder is none, it keeps the plastic from being used. */
function refusalOf(world: World, order: FundsRecord): No | undefined {
  const { accountNo, toAccountNo, kind, amount } = order;
  const cards = world.books.read("card");
  const from = cards.get(accountNo);
  const standing = standingOf(world, accountNo);
  if (from === undefined) return refused("ACCOUNT_NOT_FOUND", "Account not found");
  if (standing.deactivatedFor !== null) return refused("DEACTIVATED", "The card is deactivated");
  if (standing.suspendedUntil !== null) return refused("SUSPENDED", "The card is suspended");
  if (standing.adminLocked) return refused("LOCKED", "The card is locked by the bank");
  if (standing.freezeLocked) return refused("LOCKED", "The account is frozen");
  if (kind === "move") {
    if (toAccountNo === accountNo) return refused("SAME_ACCOUNT", "Both accounts are the same");
    const isOpen = cards.has(toAccountNo) && standingOf(world, toAccountNo).deactivatedFor === null;
    if (!isOpen) return refused("RECEIVER_NOT_FOUND", "The receiving account is not there");
  }
  return from.balance < amount
    ? refused("INSUFFICIENT_FUNDS", "Not enough on the card account")
    : undefined;
}

const refused = (reasonCode: string, description: string): No => ({ reasonCode, description });

function refundDebit(world: World, debit: FundsRecord, issuerReference: string) {
  const record: FundsRecord = {
    ...debit,
    reversal: { code: "TS", issuerReference, dueAt: null },
  };
  const description = `${LINES[debit.channel]} Reversal`;
  const { reference, amount, accountNo } = debit;
  const line = { amount, description, branch: "Partner transfer", reference };
  return { record, changes: [...lines(world, accountNo, line), put(record)] };
}

function lines(
  world: World,
  accountNo: string,
  line: Parameters<typeof moveMoney>[2][number],
): Change[] {
  const card = world.books.read("card").get(accountNo);
  return card === undefined ? [] : moveMoney(world, card, [line]).changes;
}

function newRecord(world: World, request: FundsRequest): FundsRecord {
  return {
    ...request,
    code: "SP",
    reasonCode: "",
    description: "",
    issuerReference: nextReference(world, request.kind === "move" ? "MV" : "DB"),
    receivedAt: world.now().getTime(),
    due: null,
    reversal: null,
  };
}

function barred(
  world: World,
  debit: Pick<FundsRequest, "reference" | "accountNo" | "amount">,
): Change {
  const record = newRecord(world, { ...debit, kind: "debit", toAccountNo: "", channel: "card" });
  const no = refused("REVERSED_BEFORE", "This debit was put back before it came");
  return put({ ...record, ...no, code: "TF" });
}

function expired(request: Pick<FundsRequest, "reference" | "accountNo" | "amount">): Answered {
  const no = { reasonCode: "EXPIRED", description: "This request came too late" };
  return { status: 200, body: reversalAnswer(request, { code: "TF", ...no }) };
}

const put = (record: FundsRecord): Change => ({ table: "funds", key: record.reference, record });

function nextReference(world: World, letters: string): string {
  const serial = String(world.books.read("funds").size + 1).padStart(8, "0");
  return `${letters}${world.now().getTime()}${serial}`;
}

function fundsAnswer(order: FundsRecord): object {
  return {
    code: order.code,
    senderRefId: order.reference,
    ubpTranId: order.issuerReference,
    eonAccount: order.accountNo,
    ...(order.kind === "move" ? { targetAccount: order.toAccountNo } : {}),
    amount: toDecimal(order.amount),
    description: order.description,
    ...(order.code === "TF" ? { reasonCode: order.reasonCode } : {}),
  };
}

function reversalAnswer(
  { reference, accountNo, amount }: Pick<FundsRecord, "reference" | "accountNo" | "amount">,
  outcome: { code: string; issuerReference?: string; reasonCode?: string; description?: string },
): object {
  const { code, issuerReference, reasonCode, description = "" } = outcome;
  return {
    code,
    senderRefId: reference,
    ...(issuerReference === undefined ? {} : { ubpTranId: issuerReference }),
    eonAccount: accountNo,
    amount: toDecimal(amount),
    description,
    ...(reasonCode === undefined ? {} : { reasonCode }),
  };
}

function never(code: string, message: string): Answered {
  return { status: 404, body: { errors: [{ code, message }] } };
}

function conflict(reference: string): Answered {
  const message = "This reference was used for something else";
  return {
    status: 409,
    body: { senderRefId: reference, errors: [{ code: "REFERENCE_REUSED", message }] },
  };
}
