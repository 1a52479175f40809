import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { OpenTransfer } from "#contract/staff/transfers.ts";
import type { App, StaffCaller } from "#server/app.ts";
import type { CsvColumn } from "#server/staff/lists/exportList.ts";
import type { ListOrder } from "#server/staff/lists/readPage.ts";
import { anywhere } from "#server/staff/lists/anywhere.ts";

export type Asked = {
  state?: string | undefined;
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
  },
  id: { by: "transfer.ref_no", type: "text" },
  first: "at",
} as const satisfies ListOrder;

/** Transfers that have not ended, of the members whose branch the caller may see. */
export function openTransfersQuery(app: App, staff: StaffCaller, asked: Asked) {
  const offices = staff.offices("transfer.view");
  const { state, refNo, member, from, to } = asked;
  const all = app.db
    .selectFrom("transfer")
    .innerJoin("member", "member.id", "transfer.member_id")
    .select([
      "transfer.ref_no",
      "transfer.amount_centavos",
      "transfer.state",
      "transfer.accepted_at",
      "transfer.attempts",
      "transfer.next_inquiry_at",
      "member.guid",
      "member.membership_no",
      "member.last_name",
      "member.first_name",
    ])
    .where("transfer.next_inquiry_at", "is not", null)
    .$if(state !== undefined, (query) => query.where("transfer.state", "=", state ?? ""))
    .$if(refNo !== undefined, (query) => query.where("transfer.ref_no", "ilike", anywhere(refNo)))
    .$if(from !== undefined, (query) =>
      query.where("transfer.accepted_at", ">=", manilaMidnight(from ?? "")),
    )
    .$if(to !== undefined, (query) =>
      query.where("transfer.accepted_at", "<", manilaMidnight(addDays(to ?? "", 1))),
    )
    .$if(member !== undefined, (query) =>
      query.where(
        sql<string>`member.last_name || ', ' || member.first_name`,
        "ilike",
        anywhere(member),
      ),
    );
  // No branch has the number 0: who may see none sees none.
  return offices === "all" ? all : all.where("member.office_id", "in", [0n, ...offices]);
}

type Row = Awaited<ReturnType<ReturnType<typeof openTransfersQuery>["execute"]>>[number];

/** A row as the console gets it. */
export function toOpenTransfer(row: Row): OpenTransfer {
  return {
    refNo: row.ref_no,
    memberGuid: row.guid,
    member: `${row.last_name}, ${row.first_name}`,
    membershipNo: row.membership_no,
    amount: row.amount_centavos,
    // The constraint transfer_state: these are the states in which there is a next inquiry.
    state: row.state as OpenTransfer["state"],
    acceptedAt: row.accepted_at.toISOString(),
    attempts: row.attempts,
    nextInquiryAt: (row.next_inquiry_at ?? row.accepted_at).toISOString(),
  };
}

export const columns: readonly CsvColumn<Row>[] = [
  { head: "Reference", cell: ({ ref_no: refNo }) => refNo },
  { head: "Membership no.", cell: (row) => row.membership_no },
  { head: "Last name", cell: (row) => row.last_name },
  { head: "First name", cell: (row) => row.first_name },
  { head: "Amount", cell: (row) => ({ centavos: row.amount_centavos }) },
  { head: "State", cell: ({ state }) => state },
  { head: "Accepted", cell: (row) => row.accepted_at },
  { head: "Inquiries", cell: ({ attempts }) => attempts },
];

const manilaMidnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
