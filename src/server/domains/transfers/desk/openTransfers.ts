import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import { isBatched, RAIL_NAMES } from "#contract/transferKinds.ts";
import type { OpenTransfer, REFUND_DUES, TRANSFER_AGES } from "#contract/staff/transfers.ts";
import { listName } from "#server/domains/members/fullName.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";
import { named } from "#server/domains/members/named.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";

export type TransferFilters = {
  state?: string | undefined;
  kind?: string | undefined;
  age?: (typeof TRANSFER_AGES)[number] | undefined;
  due?: (typeof REFUND_DUES)[number] | undefined;
  exception?: "open" | "none" | undefined;
  refNo?: string | undefined;
  member?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The orders of the list, as in its contract. */
export const order = {
  sorts: {
    at: { by: "transfer.accepted_at", type: "moment" },
    amount: { by: "transfer.amount_centavos", type: "bigint" },
    member: { by: "member.last_name", type: "text" },
    due: { by: "rail_transfer.refund_due_at", type: "moment", isNullable: true },
  },
  id: { by: "transfer.ref_no", type: "text" },
  first: "at",
} as const satisfies ListOrder;

const MINUTE_MS = 60_000;
const AGE_MINUTES = { late: 15, minutes: 15, hour: 60, day: 24 * 60 } as const;
const DUE_MINUTES = { overdue: 0, hour: 60, day: 24 * 60 } as const;

/** A transfer that waits for a cycle is late once its promised day of credit is over. */
const BATCHED = RAIL_NAMES.filter(isBatched);

const openExceptions = sql<bigint>`(
  select count(*) from transfer_exception x
  where x.ref_no = transfer.ref_no and x.resolved_at is null)`;

/** Transfers that have not ended, of the members whose branch the caller may see. */
export function openTransfersQuery(app: App, staff: StaffCaller, filters: TransferFilters) {
  const offices = staff.offices("transfer.view");
  const { state, kind, age, due, exception, refNo, member, from, to } = filters;
  const now = app.now().getTime();
  let query = openTransfers(app);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("member.office_id", "in", [0n, ...offices]);
  if (state !== undefined) query = query.where("transfer.state", "=", state);
  if (kind !== undefined) query = query.where("transfer.kind", "=", kind);
  if (age !== undefined) {
    const since = new Date(now - AGE_MINUTES[age] * MINUTE_MS);
    query = query.where("transfer.accepted_at", "<=", since);
  }
  if (age === "late") {
    query = query.where(
      sql<boolean>`(not transfer.kind = any(${BATCHED}::text[]) or rail_transfer.credit_by < ${app.now()})`,
    );
  }
  if (due !== undefined) {
    const until = new Date(now + DUE_MINUTES[due] * MINUTE_MS);
    query = query.where("rail_transfer.refund_due_at", "<=", until);
  }
  if (exception !== undefined) {
    query = query.where(openExceptions, exception === "open" ? ">" : "=", 0n);
  }
  if (refNo !== undefined) query = query.where("transfer.ref_no", "ilike", anywhere(refNo));
  if (from !== undefined) query = query.where("transfer.accepted_at", ">=", manilaMidnight(from));
  if (to !== undefined) {
    query = query.where("transfer.accepted_at", "<", manilaMidnight(addDays(to, 1)));
  }
  if (member !== undefined) query = query.where(named("member", member));
  return query;
}

function openTransfers(app: App) {
  return app.db
    .selectFrom("transfer")
    .innerJoin("member", "member.id", "transfer.member_id")
    .leftJoin("rail_transfer", "rail_transfer.ref_no", "transfer.ref_no")
    .select([
      "transfer.ref_no",
      "transfer.kind",
      "transfer.amount_centavos",
      "transfer.fee_centavos",
      "transfer.source_name",
      "transfer.source_account_number",
      "transfer.destination_account_number",
      "transfer.state",
      "transfer.accepted_at",
      "transfer.attempts",
      "transfer.next_inquiry_at",
      "rail_transfer.bank_name",
      "rail_transfer.account_number",
      "rail_transfer.refund_due_at",
      "member.guid",
      "member.membership_no",
      "member.last_name",
      "member.first_name",
      openExceptions.as("open_exceptions"),
    ])
    .where("transfer.next_inquiry_at", "is not", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof openTransfersQuery>["execute"]>>[number];

/** A row as the console gets it. */
export function toOpenTransfer(row: Row): OpenTransfer {
  return {
    refNo: row.ref_no,
    // The table's checks allow exactly these kinds, and these states where there is a next inquiry.
    kind: row.kind as OpenTransfer["kind"],
    state: row.state as OpenTransfer["state"],
    memberGuid: row.guid,
    member: listName(row),
    membershipNo: row.membership_no,
    amount: row.amount_centavos,
    fee: row.fee_centavos,
    from: row.source_name,
    fromTail: row.source_account_number.slice(-4),
    bankName: row.bank_name,
    accountTail: (row.account_number ?? row.destination_account_number).slice(-4),
    acceptedAt: row.accepted_at.toISOString(),
    attempts: row.attempts,
    nextInquiryAt: (row.next_inquiry_at ?? row.accepted_at).toISOString(),
    refundDueAt: row.refund_due_at?.toISOString() ?? null,
    openExceptions: Number(row.open_exceptions),
  };
}

export const columns: readonly CsvColumn<Row>[] = [
  { head: "Reference", cell: ({ ref_no: refNo }) => refNo },
  { head: "Kind", cell: ({ kind }) => kind },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Last name", cell: (row) => row.last_name },
  { head: "First name", cell: (row) => row.first_name },
  { head: "Amount", cell: (row) => ({ centavos: row.amount_centavos }) },
  { head: "Fee", cell: (row) => ({ centavos: row.fee_centavos }) },
  { head: "From", cell: (row) => `${row.source_name} ${row.source_account_number.slice(-4)}` },
  { head: "Bank", cell: (row) => row.bank_name ?? "" },
  { head: "State", cell: ({ state }) => state },
  { head: "Accepted", cell: (row) => row.accepted_at },
  { head: "Refund due", cell: (row) => row.refund_due_at ?? "" },
  { head: "Inquiries", cell: ({ attempts }) => attempts },
];

const manilaMidnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
