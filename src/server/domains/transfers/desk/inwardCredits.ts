import { sql } from "kysely";
import { addDays } from "#common/manila.ts";
import type { InwardCreditRow, INWARD_INTO } from "#contract/staff/inwardCredits.ts";
import { listName } from "#server/domains/members/fullName.ts";
import { named } from "#server/domains/members/named.ts";
import { bankNameOf } from "#server/domains/transfers/inward/senderBank.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { anywhere } from "#server/platform/lists/anywhere.ts";
import type { CsvColumn } from "#server/platform/lists/exportList.ts";
import type { ListOrder } from "#server/platform/lists/readPage.ts";

export type InwardFilters = {
  state?: string | undefined;
  rail?: string | undefined;
  into?: (typeof INWARD_INTO)[number] | undefined;
  exception?: "open" | "none" | undefined;
  refNo?: string | undefined;
  member?: string | undefined;
  sender?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The orders of the list, as in its contract. */
export const order = {
  sorts: {
    at: { by: "inward_credit.answered_at", type: "moment" },
    amount: { by: "inward_credit.amount_centavos", type: "bigint" },
    member: { by: "member.last_name", type: "text", isNullable: true },
    sender: { by: "inward_credit.sender_name", type: "text" },
  },
  id: { by: "inward_credit.ref_no", type: "text" },
  first: "-at",
} as const satisfies ListOrder;

const openExceptions = sql<bigint>`(
  select count(*) from transfer_exception x
  where x.ref_no = inward_credit.ref_no and x.resolved_at is null)`;

/**
 * What other banks sent, to the members whose branch the caller may see. What is nobody's is of no branch: it is seen
 * by who sees all.
 */
export function inwardCreditsQuery(app: App, staff: StaffCaller, filters: InwardFilters) {
  const offices = staff.offices("transfer.view");
  const { state, rail, into, exception, refNo, member, sender, from, to } = filters;
  let query = inwardCredits(app);
  // No branch has the number 0: who may see none sees none.
  if (offices !== "all") query = query.where("member.office_id", "in", [0n, ...offices]);
  if (state !== undefined) query = query.where("inward_credit.state", "=", state);
  if (rail !== undefined) query = query.where("inward_credit.rail", "=", rail);
  if (into !== undefined) {
    query = query
      .where("inward_credit.card_id", into === "card_account" ? "is not" : "is", null)
      .where("inward_credit.reason_code", "is", null);
  }
  if (exception !== undefined) {
    query = query.where(openExceptions, exception === "open" ? ">" : "=", 0n);
  }
  if (refNo !== undefined) query = query.where("inward_credit.ref_no", "ilike", anywhere(refNo));
  if (sender !== undefined) {
    query = query.where("inward_credit.sender_name", "ilike", anywhere(sender));
  }
  if (member !== undefined) query = query.where(named("member", member));
  if (from !== undefined) {
    query = query.where("inward_credit.answered_at", ">=", manilaMidnight(from));
  }
  if (to !== undefined) {
    query = query.where("inward_credit.answered_at", "<", manilaMidnight(addDays(to, 1)));
  }
  return query;
}

function inwardCredits(app: App) {
  return app.db
    .selectFrom("inward_credit")
    .leftJoin("member", "member.id", "inward_credit.member_id")
    .select([
      "inward_credit.ref_no",
      "inward_credit.rail",
      "inward_credit.state",
      "inward_credit.amount_centavos",
      "inward_credit.account_number",
      "inward_credit.card_id",
      "inward_credit.sender_name",
      "inward_credit.sender_account",
      "inward_credit.tx_id",
      "inward_credit.answered_at",
      "inward_credit.ended_at",
      "inward_credit.reason_code",
      "inward_credit.asked_at",
      "inward_credit.refused_for",
      "member.guid",
      "member.membership_no",
      "member.last_name",
      "member.first_name",
      bankNameOf("inward_credit").as("bank_name"),
      openExceptions.as("open_exceptions"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof inwardCreditsQuery>["execute"]>>[number];

/** A row as the console gets it. */
export function toInwardCredit(row: Row): InwardCreditRow {
  return {
    refNo: row.ref_no,
    // The table's checks allow exactly these rails and states.
    rail: row.rail as InwardCreditRow["rail"],
    state: row.state as InwardCreditRow["state"],
    amount: row.amount_centavos,
    memberGuid: row.guid,
    member: memberOf(row),
    membershipNo: row.membership_no,
    into: intoOf(row),
    accountTail: row.account_number.slice(-4),
    senderTail: row.sender_account.slice(-4),
    sender: row.sender_name,
    bankName: row.bank_name,
    txId: row.tx_id,
    answeredAt: row.answered_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    reasonCode: row.reason_code,
    issuer: issuerOf(row),
    issuerReason: row.refused_for,
    openExceptions: Number(row.open_exceptions),
  };
}

function memberOf({ last_name, first_name }: Row): string | null {
  return last_name === null || first_name === null ? null : listName({ last_name, first_name });
}

function intoOf({ reason_code: reason, card_id: cardId }: Row): InwardCreditRow["into"] {
  if (reason !== null) return null;
  return cardId === null ? "deposit_account" : "card_account";
}

function issuerOf(row: Row): InwardCreditRow["issuer"] {
  if (row.card_id === null) return null;
  if (row.state === "credited") return "agreed";
  if (row.state !== "accepted") return "refused";
  return row.asked_at === null ? "to_ask" : "asked";
}

export const columns: readonly CsvColumn<Row>[] = [
  { head: "Reference", cell: ({ ref_no: refNo }) => refNo },
  { head: "Rail", cell: ({ rail }) => rail },
  { head: "Membership no.", cell: (row) => row.membership_no ?? "" },
  { head: "Last name", cell: (row) => row.last_name ?? "" },
  { head: "First name", cell: (row) => row.first_name ?? "" },
  { head: "Amount", cell: (row) => ({ centavos: row.amount_centavos }) },
  { head: "Sender", cell: (row) => row.sender_name },
  { head: "Bank", cell: (row) => row.bank_name },
  { head: "Into", cell: (row) => intoOf(row) ?? "" },
  { head: "State", cell: ({ state }) => state },
  { head: "Reason", cell: (row) => row.reason_code ?? "" },
  { head: "Issuer", cell: (row) => issuerOf(row) ?? "" },
  { head: "Issuer's reason", cell: (row) => row.refused_for ?? "" },
  { head: "Answered", cell: (row) => row.answered_at },
  { head: "Ended", cell: (row) => row.ended_at ?? "" },
];

const manilaMidnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
