import { paidShop } from "#contract/paidShop.ts";
import { sql } from "kysely";
import type { TransferFile } from "#contract/staff/transfers.ts";
import type { Rail } from "#contract/transferKinds.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { waitsForPeople } from "#server/domains/transfers/rails/stopClocks.ts";
import { canInquireAgain } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { isRefundable, refundWaitsFor, type Stand } from "./isRefundable.ts";
import { maskAccounts } from "./maskAccounts.ts";

const LATEST = 100;

/** Everything the desk knows of a transfer. Refuses with not_found. */
export async function readTransferFile(
  app: App,
  staff: StaffCaller,
  refNo: string,
): Promise<TransferFile> {
  const transfer = await readTransfer(app, refNo);
  const [rail, steps, messages, entries, exceptions, cases, requests] = await Promise.all([
    app.db
      .selectFrom("rail_transfer as r")
      .leftJoin("pesonet_batch as b", "b.id", "r.batch_id")
      .selectAll("r")
      .select("b.state as batch_state")
      .where("r.ref_no", "=", refNo)
      .executeTakeFirst(),
    app.db
      .selectFrom("transfer_step")
      .select(["state", "via", "detail", "at"])
      .where("ref_no", "=", refNo)
      .orderBy("id")
      .execute(),
    readMessages(app, refNo),
    readEntries(app, refNo),
    readExceptions(app, refNo),
    staff.may("transfer_case.view", transfer.office_id) ? readCases(app, refNo) : [],
    readRequests(app, refNo),
  ]);
  const isOpen = transfer.next_inquiry_at !== null;
  const at = app.now();
  const stand = rail && standOf(transfer, rail);
  const waitsFor = stand && refundWaitsFor(stand, at);
  const isStopped = rail !== undefined && waitsForPeople({ ...rail, state: transfer.state });
  const stoppedAt = isStopped ? rail.clock_stopped_at : null;
  return {
    ...ownPart(transfer),
    payee: payeePart(transfer),
    rail: rail === undefined ? null : railPart({ ...rail, clock_stopped_at: stoppedAt }),
    steps: steps.map(({ state, via, detail, at }) => ({
      state,
      via,
      detail: detail ?? "",
      at: at.toISOString(),
    })),
    messages,
    entries,
    exceptions,
    cases,
    requests,
    goesOut: waitsFor === undefined ? null : { ...waitsFor, until: iso(waitsFor.until) },
    may: {
      inquire:
        isOpen &&
        (stand === undefined || canInquireAgain(stand, transfer.sent_at)) &&
        staff.may("transfer.inquire", transfer.office_id),
      refund:
        stand !== undefined &&
        isRefundable(stand, at) &&
        staff.may("request.refund_transfer", transfer.office_id),
      confirmCredit: isStopped && staff.may("request.confirm_credit", transfer.office_id),
    },
  };
}

async function readTransfer(app: App, refNo: string) {
  const transfer = await app.db
    .selectFrom("transfer as t")
    .innerJoin("member as m", "m.id", "t.member_id")
    .leftJoin("payee_check as p", "p.id", "t.payee_check_id")
    .selectAll("t")
    .select(["p.answer", "p.told", "p.checked_at", "p.known_at"])
    .select(["m.guid", "m.last_name", "m.first_name", "m.membership_no", "m.office_id"])
    .where("t.ref_no", "=", refNo)
    .executeTakeFirst();
  if (transfer === undefined) throw new Refusal("not_found");
  return transfer;
}

function ownPart(transfer: Awaited<ReturnType<typeof readTransfer>>) {
  return {
    refNo: transfer.ref_no,
    // The table's checks allow exactly these.
    kind: transfer.kind as TransferFile["kind"],
    state: transfer.state as TransferFile["state"],
    memberGuid: transfer.guid,
    member: listName(transfer),
    membershipNo: transfer.membership_no,
    amount: transfer.amount_centavos,
    fee: transfer.fee_centavos,
    from: transfer.source_name,
    fromTail: transfer.source_account_number.slice(-4),
    toTail: transfer.destination_account_number.slice(-4),
    acceptedAt: transfer.accepted_at.toISOString(),
    sentAt: iso(transfer.sent_at),
    creditedAt: iso(transfer.credited_at),
    returnedAt: iso(transfer.returned_at),
    attempts: transfer.attempts,
    shop: transfer.shop === null ? null : paidShop.parse(transfer.shop),
    nextInquiryAt: iso(transfer.next_inquiry_at),
    issuerReference: transfer.issuer_reference,
  };
}

/** What the member had been told of the payee's name. */
function payeePart(row: Awaited<ReturnType<typeof readTransfer>>): TransferFile["payee"] {
  const { answer, told, checked_at: checkedAt, known_at: knownAt } = row;
  if (answer === null || told === null || checkedAt === null) return null;
  // The table's check allows exactly these.
  return {
    answer,
    told,
    checkedAt: checkedAt.toISOString(),
    knownAt: iso(knownAt),
  } as TransferFile["payee"];
}

/** What decides whether the money may be refunded. */
function standOf(
  { state, accepted_at, sent_at }: Awaited<ReturnType<typeof readTransfer>>,
  rail: Omit<Stand, "state" | "accepted_at" | "sent_at" | "rail"> & { rail: string },
): Stand {
  // The table's check allows exactly these.
  return { ...rail, rail: rail.rail as Rail, state, accepted_at, sent_at };
}

type RailRow = {
  bank_name: string;
  bank_bic: string;
  account_name: string;
  issuer_leg: string;
  has_acknowledged: boolean;
  has_settled: boolean;
  has_credited: boolean;
  has_rejected: boolean;
  has_returned: boolean;
  is_held: boolean;
  reason_code: string | null;
  cycle_day: string | null;
  cycle_no: number | null;
  credit_by: Date | null;
  refund_due_at: Date | null;
  is_refunded_unconfirmed: boolean;
  clock_stopped_at: Date | null;
};

function railPart(rail: RailRow): NonNullable<TransferFile["rail"]> {
  return {
    bankName: rail.bank_name,
    bankBic: rail.bank_bic,
    accountName: rail.account_name,
    // The table's check allows exactly these.
    issuerLeg: rail.issuer_leg as NonNullable<TransferFile["rail"]>["issuerLeg"],
    hasAcknowledged: rail.has_acknowledged,
    hasSettled: rail.has_settled,
    hasCredited: rail.has_credited,
    hasRejected: rail.has_rejected,
    hasReturned: rail.has_returned,
    isHeld: rail.is_held,
    reasonCode: rail.reason_code,
    cycleDay: rail.cycle_day,
    cycleNo: rail.cycle_no,
    creditBy: iso(rail.credit_by),
    refundDueAt: iso(rail.refund_due_at),
    isRefundedUnconfirmed: rail.is_refunded_unconfirmed,
    clockStoppedAt: iso(rail.clock_stopped_at),
  };
}

async function readMessages(app: App, refNo: string): Promise<TransferFile["messages"]> {
  const rows = await app.db
    .selectFrom("rail_message")
    .select(["id", "direction", "type", "message_id", "at", "outcome", "reason", "body"])
    .where("ref_no", "=", refNo)
    .orderBy("id")
    .limit(LATEST)
    .execute();
  return rows.map(({ message_id: messageId, ...row }) => ({
    ...row,
    id: String(row.id),
    direction: row.direction === "out" ? ("out" as const) : ("in" as const),
    messageId,
    at: row.at.toISOString(),
    body: maskAccounts(row.body),
  }));
}

async function readEntries(app: App, refNo: string): Promise<TransferFile["entries"]> {
  const rows = await app.db
    .selectFrom("journal_entry")
    .select(["id", "operation", "step", "booked_at"])
    .where("reference", "=", refNo)
    .orderBy("id")
    .execute();
  return rows.map(({ id, booked_at: bookedAt, ...row }) => ({
    ...row,
    id: String(id),
    bookedAt: bookedAt.toISOString(),
  }));
}

async function readExceptions(app: App, refNo: string): Promise<TransferFile["exceptions"]> {
  const rows = await app.db
    .selectFrom("transfer_exception as x")
    .leftJoin("exception_owner as o", (join) =>
      join.on("o.exception_id", "=", sql<string>`'transfer-' || x.id`),
    )
    .select(["x.id", "x.kind", "x.at", "x.resolved_at", "x.resolution", "o.owner"])
    .where("x.ref_no", "=", refNo)
    .orderBy("x.id")
    .execute();
  return rows.map((row) => ({
    id: `transfer-${row.id}`,
    kind: row.kind,
    at: row.at.toISOString(),
    owner: row.owner,
    resolvedAt: iso(row.resolved_at),
    resolution: row.resolution,
  }));
}

async function readCases(app: App, refNo: string): Promise<TransferFile["cases"]> {
  const rows = await app.db
    .selectFrom("transfer_case")
    .select(["case_no", "reason", "state", "respond_by", "owner"])
    .where("ref_no", "=", refNo)
    .orderBy("id", "desc")
    .limit(LATEST)
    .execute();
  return rows.map(({ case_no: caseNo, respond_by: respondBy, ...row }) => ({
    ...row,
    caseNo,
    respondBy: respondBy.toISOString(),
  }));
}

async function readRequests(app: App, refNo: string): Promise<TransferFile["requests"]> {
  const rows = await app.db
    .selectFrom("staff_request")
    .select(["id", "kind", "state", "maker_username", "made_at"])
    .where("subject", "=", `transfer:${refNo}`)
    .orderBy("made_at", "desc")
    .limit(LATEST)
    .execute();
  return rows.map((row) => ({
    requestId: row.id,
    kind: row.kind,
    state: row.state,
    maker: row.maker_username,
    madeAt: row.made_at.toISOString(),
  }));
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
