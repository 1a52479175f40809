import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { InwardTransfer } from "#server/platform/gateways/rails/inward.ts";
import { readInwardFile } from "#server/platform/gateways/rails/inward.ts";
import { PESONET_BYTES } from "#server/platform/gateways/rails/pesonet.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { hashOf, type InwardMessageBytes, keepMessage } from "./inwardRow.ts";
import { setUnfitAside } from "./setUnfitAside.ts";
import { takeOnce } from "./takeInward.ts";

/**
 * Takes a file of other banks' transfers to accounts of ours, each line once and in a transaction of its own: a file
 * that a process died over, one that comes again and one that comes late or under another name end alike. A line that
 * cannot be read is queued for review and holds up no other.
 */
export async function takeInwardFile(app: App, arrived: InwardMessageBytes): Promise<void> {
  const { rail, bytes } = arrived;
  const file = readInwardFile(rail, bytes, PESONET_BYTES);
  if (file.kind === "unfit") {
    await setUnfitAside(app, arrived, file.reason);
    return;
  }
  const ends = new Set<Outcome>();
  for (const [index, line] of file.lines.entries()) {
    ends.add(
      "reason" in line
        ? await reviewLine(app, arrived, { line: index + 1, ...line })
        : await takeLine(app, arrived, line),
    );
  }
  const outcome = (["exception", "booked"] as const).find((end) => ends.has(end)) ?? "already";
  const at = app.now();
  await transact(app.db, (tx) =>
    keepMessage(tx, arrived, { messageId: `inward-${file.messageId}`, outcome, at }),
  );
}

type Outcome = "booked" | "already" | "exception";

async function takeLine(
  app: App,
  { rail, correlationId }: InwardMessageBytes,
  transfer: InwardTransfer,
): Promise<Outcome> {
  const of = { rail, transfer, correlationId, via: "file" as const };
  const { row, outcome } = await transact(app.db, (tx) => takeOnce(tx, app, of));
  app.metrics.railMessages.inc({ rail, outcome });
  if (outcome === "exception") {
    app.log.error({ rail, refNo: row.ref_no }, "another transfer came under an id that was used");
  }
  return outcome;
}

/** It is about no transfer of ours that went out, so it comes by no way that stops a clock of one. */
async function reviewLine(
  app: App,
  { rail, bytes, correlationId }: InwardMessageBytes,
  { line, reason }: { line: number; reason: string },
): Promise<Outcome> {
  const refNo = `unfit-${hashOf(bytes)}-${line}`;
  const detail = { rail, reason, line: String(line) };
  await transact(app.db, (tx) =>
    queueForReview(tx, {
      refNo,
      kind: "unreadable",
      via: "job",
      correlationId,
      at: app.now(),
      detail,
    }),
  );
  app.metrics.railMessages.inc({ rail, outcome: "exception" });
  app.log.error({ rail, refNo, reason }, "a line of a file of transfers to us cannot be read");
  return "exception";
}
