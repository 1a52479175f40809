import { createHash } from "node:crypto";
import { manilaDate } from "#common/manila.ts";
import type { Change } from "#sandbox/books.ts";
import { strike } from "#sandbox/faults.ts";
import type { CreditTransfers } from "#sandbox/rails/creditTransfers.ts";
import { putTransfer, transferOf } from "#sandbox/rails/railBooks.ts";
import { receptionOf, takesPart } from "#sandbox/rails/receivers.ts";
import { fileReport, newClearingReference } from "#sandbox/rails/reports.ts";
import { daysToReport, settlementReport } from "#sandbox/rails/settlementReport.ts";
import { refusal, type RailAnswer } from "#sandbox/rails/signedRail.ts";
import type { BatchFileRecord, FaultRecord, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { bankAnswers } from "./bankAnswers.ts";
import { newFile, showFiles, shownFiles } from "./clearingFiles.ts";
import { nextClearing } from "./cycles.ts";
import { carryIncoming } from "./incoming.ts";

/** How long after the clearing the banks answer. */
const BANKS_ANSWER_MS = 5_000;

/** A file as it was handed in. */
type HandedIn = { name: string; bytes: Buffer; transfers: CreditTransfers };

/**
 * Takes a file. The same again is answered as the first; other bytes under its name, or a message or
 * transfer of another file, is a 409 and changes nothing.
 */
export function takeFile(
  world: World,
  { name, bytes, transfers: given }: HandedIn,
  fault: FaultRecord | undefined,
): RailAnswer {
  decidePesonet(world);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const first = world.books.read("batchFile").get(name);
  if (first !== undefined) {
    return first.sha256 === sha256 ? answerOf(first) : conflict("FILE_CHANGED", "Other bytes");
  }
  const { messageId, total, settlesOn } = given;
  const isUsed =
    batches(world).some((file) => file.messageId === messageId) ||
    given.transfers.some(({ reference }) => transferOf(world, "pesonet", reference));
  if (isUsed) return conflict("REFERENCE_REUSED", "A MsgId or TxId of another file");
  const now = world.now().getTime();
  const isRefused = fault?.mode === "reject";
  const file: BatchFileRecord = {
    name,
    sha256,
    messageId,
    state: isRefused ? "refused" : "taken",
    references: given.transfers.map(({ reference }) => reference),
    total,
    receivedAt: now,
    clearsAt: nextClearing(now, settlesOn),
    answersAt: null,
  };
  const shownAt = fault?.mode === "late" ? now + fault.delayMs : now;
  world.books.write([
    put(file),
    ...(isRefused ? [] : given.transfers.map((transfer) => putTransfer(queued(transfer, now)))),
    ...newFile(world, "acknowledgement", {
      about: messageId,
      body: groupReport(world, file, isRefused ? "RJCT" : "ACTC"),
      shownAt,
    }),
  ]);
  showFiles(world);
  return answerOf(file);
}

/** What is here of a file: the hash of what its name stands for, and those of its transfers that any file has. */
export function standingOf(
  world: World,
  { name, transfers: given }: Pick<HandedIn, "name" | "transfers">,
): RailAnswer {
  const held = given.transfers
    .map(({ reference }) => reference)
    .filter((reference) => transferOf(world, "pesonet", reference) !== undefined);
  const sha256 = world.books.read("batchFile").get(name)?.sha256 ?? null;
  return { status: 200, body: { name, sha256, held } };
}

/** Clears, lets banks answer and shows what is due. */
export function decidePesonet(world: World): void {
  const now = world.now().getTime();
  for (const file of batches(world)) {
    if (file.state === "taken" && file.clearsAt <= now) clearFile(world, file);
  }
  for (const file of batches(world)) {
    const { answersAt } = file;
    if (file.state === "settled" && answersAt !== null && answersAt <= now) answerFile(world, file);
  }
  const due = world.books
    .unfinished("railTransfer")
    .filter(({ rail, next }) => rail === "pesonet" && next !== null && next.at <= now);
  if (due.length > 0) {
    world.books.write(
      bankAnswers(
        world,
        due.map((transfer) => ({ transfer, does: transfer.next?.does ?? "credit" })),
      ),
    );
  }
  carryIncoming(world);
  reportDays(world);
  showFiles(world);
}

/**
 * Clears a file now: settled, or abolished when somebody wants it or the fault 'reject' strikes. False
 * when it is no longer waiting.
 */
export function clearFile(world: World, file: BatchFileRecord, isAbolished = false): boolean {
  if (file.state !== "taken") return false;
  const now = world.now().getTime();
  const fault = strike(world, "pesonet");
  const transfers = transfersIn(world, file);
  if (isAbolished || fault?.mode === "reject") {
    const abolished: BatchFileRecord = { ...file, state: "abolished" };
    const body = groupReport(world, abolished, "RJCT");
    world.books.write([
      put(abolished),
      ...transfers.map((transfer) => putTransfer({ ...transfer, state: "abolished" })),
      ...newFile(world, "advice", { about: file.messageId, body, shownAt: now }),
    ]);
    return true;
  }
  const answersAt = now + BANKS_ANSWER_MS + (fault?.mode === "late" ? fault.delayMs : 0);
  const settled: BatchFileRecord = { ...file, state: "settled", answersAt };
  world.books.write([
    put(settled),
    ...transfers.map((transfer) =>
      putTransfer({ ...transfer, state: "waiting", settledAt: now, reasonCode: "" }),
    ),
    ...newFile(world, "advice", {
      about: file.messageId,
      body: groupReport(world, settled, "ACSC"),
      // Out of order: behind the files that come of it.
      shownAt: fault?.mode === "out-of-order" ? answersAt + 1 : now,
    }),
  ]);
  return true;
}

/** Lets the banks answer the transfers of a file now. False when it is not settled, or was answered. */
export function answerFile(world: World, file: BatchFileRecord): boolean {
  if (file.state !== "settled") return false;
  const answers = transfersIn(world, file)
    .filter(({ state }) => state === "waiting")
    .flatMap((transfer) => {
      const { does, reasonCode } = takesPart("pesonet", transfer.bank)
        ? receptionOf("pesonet", transfer.accountNo)
        : { does: "reject" as const, reasonCode: "AC06" };
      if (does === "silent" || does === "wait") return [];
      return [{ transfer: { ...transfer, reasonCode }, does }];
    });
  world.books.write([put({ ...file, state: "answered" }), ...bankAnswers(world, answers)]);
  return true;
}

/** The files that were handed in, oldest first. */
export function batches(world: World): BatchFileRecord[] {
  return [...world.books.read("batchFile").values()];
}

function reportDays(world: World): void {
  const today = manilaDate(world.now());
  if (world.reportedOn === today) return;
  world.reportedOn = today;
  const shownAt = world.now().getTime();
  const known = new Set(
    shownFiles(world).map(({ name }) => /^SETTLEMENT-(\d{4}-\d{2}-\d{2})-/.exec(name)?.[1]),
  );
  for (const day of daysToReport(world, "pesonet")) {
    if (known.has(day)) continue;
    const body = settlementReport(world, "pesonet", day);
    world.books.write(newFile(world, "settlement", { about: day, body, shownAt }));
  }
}

function transfersIn(world: World, file: BatchFileRecord): RailTransferRecord[] {
  return file.references.flatMap((reference) => {
    const transfer = transferOf(world, "pesonet", reference);
    return transfer?.messageId === file.messageId ? [transfer] : [];
  });
}

function groupReport(
  world: World,
  { messageId, references, total }: BatchFileRecord,
  status: "ACTC" | "ACSC" | "RJCT",
): string {
  return fileReport(world, { messageId, count: references.length, total, status });
}

function queued(
  transfer: CreditTransfers["transfers"][number],
  receivedAt: number,
): RailTransferRecord {
  return {
    ...transfer,
    rail: "pesonet",
    state: "queued",
    reasonCode: "",
    clearingReference: newClearingReference("PNX"),
    receivedAt,
    settledAt: null,
    returnedAt: null,
    next: null,
  };
}

function answerOf({ name, sha256, state }: BatchFileRecord): RailAnswer {
  return { status: 200, body: { name, sha256, state: state === "refused" ? "refused" : "taken" } };
}

const conflict = (code: string, message: string): RailAnswer => ({
  status: 409,
  body: refusal(code, message),
});

const put = (record: BatchFileRecord): Change => ({
  table: "batchFile",
  key: record.name,
  record,
});
