import type { Change } from "#sandbox/books.ts";
import { putTransfer } from "#sandbox/rails/railBooks.ts";
import { receptionOf } from "#sandbox/rails/receivers.ts";
import { fileReport, returnReport, type ReportedStatus } from "#sandbox/rails/reports.ts";
import type { RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { newFile } from "./clearingFiles.ts";

/** What a bank does with a settled transfer; `reasonCode` of the transfer says why when it is no credit. */
export type BankAnswer = {
  transfer: RailTransferRecord;
  does: "credit" | "hold" | "reject" | "return";
};

/**
 * What banks answer, and the files that tell it: for each file that was handed in a status file, and a
 * return file when money comes back.
 */
export function bankAnswers(world: World, answers: BankAnswer[]): Change[] {
  const byMessage = new Map<string, BankAnswer[]>();
  for (const answer of answers) {
    const { messageId } = answer.transfer;
    const ofMessage = byMessage.get(messageId);
    if (ofMessage === undefined) byMessage.set(messageId, [answer]);
    else ofMessage.push(answer);
  }
  return [...byMessage].flatMap(([messageId, ofMessage]) => {
    const decided = ofMessage.map((answer) => ({ ...answer, transfer: follow(world, answer) }));
    const statuses = decided.flatMap(({ transfer, does }) =>
      // What was credited before and comes back is in the return file alone.
      does === "return" ? [] : [{ transfer, reported: reportedStatusOf(transfer) }],
    );
    const back = decided
      .map(({ transfer }) => transfer)
      .filter(({ state }) => state === "returned");
    return [
      ...decided.map(({ transfer }) => putTransfer(transfer)),
      ...(statuses.length === 0
        ? []
        : newFile(world, "status", {
            about: messageId,
            body: statusFile(world, messageId, statuses),
            shownAt: world.now().getTime(),
          })),
      ...returnFile(world, messageId, back),
    ];
  });
}

function statusFile(
  world: World,
  messageId: string,
  statuses: { transfer: RailTransferRecord; reported: ReportedStatus }[],
): string {
  const total = statuses.reduce((sum, { transfer }) => sum + transfer.amount, 0n);
  const group = { messageId, count: statuses.length, total, status: undefined };
  return fileReport(world, group, statuses);
}

function returnFile(world: World, about: string, back: RailTransferRecord[]): Change[] {
  const [first, ...rest] = back;
  if (first === undefined) return [];
  const body = returnReport(world, "PESONET", [first, ...rest]);
  return newFile(world, "return", { about, body, shownAt: world.now().getTime() });
}

function follow(world: World, { transfer, does }: BankAnswer): RailTransferRecord {
  const now = world.now().getTime();
  const reasonCode = transfer.next?.reasonCode || transfer.reasonCode;
  const { follows } = receptionOf("pesonet", transfer.accountNo);
  const next =
    follows === undefined
      ? null
      : { ...follows, at: now + follows.afterMs, reasonCode: follows.reasonCode };
  switch (does) {
    case "credit":
      return {
        ...transfer,
        state: "credited",
        reasonCode: "",
        next: follows?.does === "return" ? next : null,
      };
    case "hold":
      return {
        ...transfer,
        state: "held",
        reasonCode: "DS06",
        next: follows?.does === "credit" ? next : null,
      };
    case "reject":
    case "return":
      return { ...transfer, state: "returned", reasonCode, returnedAt: now, next: null };
  }
}

function reportedStatusOf({ state, reasonCode }: RailTransferRecord): ReportedStatus {
  if (state === "credited") return { status: "ACSC", reasonCode: "DS07" };
  return state === "held" ? { status: "PDNG", reasonCode } : { status: "RJCT", reasonCode };
}
