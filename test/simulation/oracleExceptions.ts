import { isBatched, isTransferKind, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import {
  type Clearing,
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import type { EndedTransfer } from "./endedTransfer.ts";
import type { Run } from "./run.ts";

type Found = { ref_no: string; kind: string; at: Date; is_resolved: boolean };
/** A file of PESONet's list that was not taken in its turn. */
type LeftFile = { name: string; left_at: Date; failed_at: Date; taken_at: Date | null };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A person is asked exactly where the partners contradicted themselves, lied, or kept silent for too long. */
export async function checkExceptions(run: Run, transfers: EndedTransfer[]): Promise<string[]> {
  const { admin, app, instapay, pesonet, taken } = run;
  const clearing = await readClearing(app.db);
  const { rows } = await admin.query<Found>(
    `select ref_no, kind, at, resolved_at is not null as is_resolved from transfer_exception
     where ref_no not like 'IN%'`,
  );
  const { rows: events } = await admin.query<{ event_id: string; reason: string | null }>(
    "select event_id, reason from issuer_event where outcome <> 'booked' and outcome <> 'already'",
  );
  const { rows: left } = await admin.query<LeftFile>(
    "select name, left_at, failed_at, taken_at from pesonet_file_left",
  );
  const lies = new Set(
    [...instapay.lies.filter(({ id }) => taken.has(id)), ...pesonet.lies].map(
      ({ reference, kind }) => `${reference} ${kind}`,
    ),
  );
  const found = new Set(rows.map(({ ref_no: refNo, kind }) => `${refNo} ${kind}`));
  const byRefNo = new Map(transfers.map((transfer) => [transfer.ref_no, transfer]));
  return [
    ...events.map(
      ({ event_id: id, reason }) => `the issuer's event ${id} is not booked: ${reason}`,
    ),
    ...[...lies].filter((lie) => !found.has(lie)).map((lie) => `nobody was told of ${lie}`),
    ...rows.flatMap((exception) => {
      if (lies.has(`${exception.ref_no} ${exception.kind}`)) return [];
      if (isAboutFile(run, exception)) return [];
      const transfer = byRefNo.get(exception.ref_no);
      const isRight = transfer !== undefined && mayBe(run, clearing, transfer, exception);
      return isRight ? [] : [`a person is asked about ${exception.ref_no}: ${exception.kind}`];
    }),
    ...transfers.flatMap((transfer) =>
      neededOf(run, transfer)
        .filter((kind) => !found.has(`${transfer.ref_no} ${kind}`))
        .map((kind) => `nobody is asked about ${transfer.ref_no}: ${kind}`),
    ),
    ...left.flatMap((file) => checkFile(file, rows)),
  ];
}

/** A file that came with other bytes than were listed, or was asked for in vain a quarter of an hour before. */
function isAboutFile({ pesonet }: Run, { ref_no: name, kind, at }: Found): boolean {
  if (kind !== "unreadable") return false;
  if (pesonet.damaged.has(name)) return true;
  const [first = Infinity] = pesonet.unfetched.get(name) ?? [];
  return at.getTime() - first >= 15 * MINUTE;
}

/** In the end each file is taken, and whoever was asked about it need not look any more. */
function checkFile(file: LeftFile, exceptions: Found[]): string[] {
  const { name, left_at: leftAt, failed_at: failedAt, taken_at: takenAt } = file;
  const asked = exceptions.find(({ ref_no: refNo }) => refNo === name);
  const isLong = failedAt.getTime() - leftAt.getTime() >= 15 * MINUTE;
  return [
    ...(takenAt === null ? [`${name} is left for ever`] : []),
    ...(isLong && asked === undefined ? [`nobody is asked about ${name}`] : []),
    ...(asked?.is_resolved === false ? [`a person is still asked about ${name}`] : []),
  ];
}

function statusesOf({ instapay, pesonet }: Run, refNo: string): Set<string> {
  return (instapay.items.get(refNo) ?? pesonet.items.get(refNo))?.said ?? new Set();
}

/** Whether the partners gave a reason for it. */
function mayBe(
  run: Run,
  clearing: Clearing,
  transfer: EndedTransfer,
  { kind, at }: Found,
): boolean {
  const { ref_no: refNo, accepted_at: acceptedAt } = transfer;
  const said = statusesOf(run, refNo);
  const rail = isTransferKind(transfer.kind) ? TRANSFER_KINDS[transfer.kind].rail : null;
  const isCleared = rail !== null && isBatched(rail);
  const isContradicted = said.has("reject") && (said.has("credit") || said.has("settle"));
  switch (kind) {
    case "credited_after_return":
      return isContradicted || transfer.is_refunded_unconfirmed === true;
    case "refused_after_credit":
      return isContradicted;
    case "returned_again":
      return said.has("reject") && said.has("return");
    case "unanswered":
      // Two hours after it was cleared, less the two minutes that putting back takes.
      if (isCleared)
        return (
          at >= creditMoment(pesonetCycle(clearing, acceptedAt)) ||
          at.getTime() >= (transfer.refund_due_at?.getTime() ?? Infinity) - 2 * MINUTE
        );
      return at.getTime() >= acceptedAt.getTime() + (rail === null ? DAY : 50 * MINUTE);
    case "not_given_back":
      return run.issuer.declined.has(refNo) || at.getTime() >= acceptedAt.getTime() + 50 * MINUTE;
    default:
      return false;
  }
}

/** What must be queued for review: money that two have, and money refunded although nobody answered. */
function neededOf(run: Run, { ref_no: refNo, kind, state, ...transfer }: EndedTransfer): string[] {
  const item = run.instapay.items.get(refNo) ?? run.pesonet.items.get(refNo);
  const isWithBank = item !== undefined && item.isSettled && !item.isBack;
  const isByClock =
    TRANSFER_KINDS[kind].rail !== null &&
    transfer.is_refunded_unconfirmed === true &&
    transfer.sent_at !== null &&
    !run.givenBackByStaff.has(refNo);
  return [
    ...(state === "returned" && isWithBank ? ["credited_after_return"] : []),
    ...(isByClock ? ["unanswered"] : []),
  ];
}
