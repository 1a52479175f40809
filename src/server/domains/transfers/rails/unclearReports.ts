import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { RailMessage, Unclear } from "#server/platform/gateways/rails/railMessage.ts";
import { namedTransfers } from "./namedTransfers.ts";
import { queueForReview, type Via } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { isBatched, type Rail } from "#contract/transferKinds.ts";
import { stopClocks } from "./stopClocks.ts";

type Of = { rail: Rail; via: Via; correlationId: string; about?: string | undefined };

/**
 * The unclear parts of a readable message, and the transfers it concerns where the message contradicts itself.
 * `isTaken` is false when nothing of it counts.
 */
export async function unclearReports(
  db: Db,
  { rail, about }: Of,
  message: RailMessage,
): Promise<{ puzzles: Unclear[]; isTaken: boolean }> {
  const { unclear, originalIds } = message;
  const refNos = new Set(message.transfers.map(({ refNo }) => refNo));
  if (!isBatched(rail)) {
    // The message of an InstaPay transfer is the transfer: its MsgId is our reference.
    const others = originalIds.filter((id) => !refNos.has(id));
    const named = others.length === 0 ? [] : await namedTransfers(db, rail, others);
    const isOfAnother = named.some((refNo) => !refNos.has(refNo));
    if (refNos.size > 0 && isOfAnother) {
      const references = [...originalIds, ...refNos];
      // A part that names no transfer of ours moves nothing, and is reported as well.
      const ours = await namedTransfers(db, rail, [...refNos]);
      return {
        puzzles: [...unclear, { references, reason: "it is about one transfer and names another" }],
        isTaken: ours.length === 0,
      };
    }
    const isFinal = message.kind === "status" && message.groups.some(isFinalStatus);
    if (refNos.size === 0 && isFinal) {
      const reason = "it says how a transfer ended and does not name it";
      return { puzzles: [...unclear, { references: originalIds, reason }], isTaken: false };
    }
  }
  const ofAnswer = about === undefined ? undefined : notAbout(about, message);
  return { puzzles: ofAnswer === undefined ? unclear : [...unclear, ofAnswer], isTaken: true };
}

/** An answer that reports nothing about the transfer that was inquired about. */
export function notAbout(about: string, { transfers, unclear }: RailMessage): Unclear | undefined {
  const isNamed =
    transfers.some(({ refNo }) => refNo === about) ||
    unclear.some(({ references }) => references.includes(about));
  const reason = "it is not about the transfer that was asked about";
  return isNamed ? undefined : { references: [about], reason };
}

const isFinalStatus = ({ status }: { status: string }) => status !== "ACTC";

/**
 * An unreadable message that names nothing has come again, in the caller's transaction. It may concern what
 * was sent since, so its exception is opened again, dated now.
 */
export async function reportAgain(
  tx: Tx,
  { via, correlationId, messageId }: Of & { messageId: string },
  at: Date,
): Promise<void> {
  const again = await tx
    .updateTable("transfer_exception")
    .set({ at, resolved_at: null, resolved_by: null, resolution: null })
    .where("ref_no", "=", messageId)
    .where("kind", "=", "unreadable")
    .returning("id")
    .executeTakeFirst();
  if (again === undefined) return;
  await audit(tx, {
    at,
    actorKind: "system",
    actor: via,
    action: "report_transfer_exception",
    object: `transfer:${messageId}`,
    correlationId,
    detail: { kind: "unreadable", reason: "it came again" },
  });
}

/**
 * Queues unclear reports for review, in the caller's transaction: for each transfer that they name (or, where
 * a part names none, that the message concerns), whose clock is stopped; under the message's own id where
 * there is none. Answers the transfers concerned.
 */
export async function reviewUnclear(
  tx: Tx,
  puzzles: readonly Unclear[],
  {
    rail,
    via,
    correlationId,
    messageId,
    originalIds = [],
  }: Of & {
    messageId: string;
    originalIds?: readonly string[];
  },
  at: Date,
): Promise<string[]> {
  const reasons = new Map<string, string>();
  for (const { references, reason, isOfAll = true } of puzzles) {
    const prefer = isOfAll ? "files too" : "transfers";
    const named = await namedTransfers(tx, rail, references, { prefer });
    // An InstaPay message also concerns its own transfer, whatever a part of it names.
    const isWhole = named.length === 0 || (!isBatched(rail) && !isOfAll);
    const originals = isWhole ? await namedTransfers(tx, rail, originalIds) : [];
    const refNos = [...new Set([...named, ...originals])];
    for (const refNo of refNos) reasons.set(refNo, reasons.get(refNo) ?? reason);
    if (refNos.length > 0) continue;
    await queueForReview(tx, {
      refNo: messageId,
      kind: "unreadable",
      via,
      correlationId,
      at,
      detail: { rail, reason, source: messageId },
    });
  }
  // Rows are locked in the order of the references, whatever the order of the message.
  const refNos = [...reasons.keys()].toSorted();
  for (const refNo of refNos) {
    const reason = reasons.get(refNo) ?? "";
    await stopClocks(tx, [refNo], { rail, reason, source: messageId, via, correlationId }, at);
  }
  return refNos;
}
