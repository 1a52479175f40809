import { sql } from "kysely";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import type { RequestState, RequestSummary } from "#contract/staff/requests.ts";
import { listName } from "#server/domains/members/fullName.ts";
import { isAbout, isSamePerson } from "./samePerson.ts";
import type { StaffCaller } from "#server/platform/app.ts";
import type { Tx, Db } from "#server/db/db.ts";
import { secondApprovalKey } from "./secondApproval.ts";

/** Requests with what they may be about: a member, a transfer, a file, a loan. */
function requestsAndSubjects(db: Db | Tx) {
  return (
    db
      .selectFrom("staff_request as r")
      .leftJoin("office as o", "o.id", "r.office_id")
      .leftJoin("member as m", (join) =>
        join.on(
          sql`m.guid`,
          "=",
          sql`case when r.subject like 'member:%' then substr(r.subject, 8)::uuid end`,
        ),
      )
      .leftJoin("transfer as t", (join) =>
        join.on(
          sql`t.ref_no`,
          "=",
          sql`case when r.subject like 'transfer:%' then substr(r.subject, 10) end`,
        ),
      )
      .leftJoin("member as sender", "sender.id", "t.member_id")
      .leftJoin("member_import as f", (join) =>
        join.on(
          sql`f.guid`,
          "=",
          sql`case when r.subject like 'import:%' then substr(r.subject, 8)::uuid end`,
        ),
      )
      .leftJoin("loan_application as a", (join) =>
        join.on(
          sql`a.application_no`,
          "=",
          sql`case when r.subject like 'loan_application:%' then substr(r.subject, 18) end`,
        ),
      )
      .leftJoin("loan as n", (join) =>
        join.on(
          sql`n.loan_no`,
          "=",
          sql`case when r.subject like 'loan:%' then substr(r.subject, 6) end`,
        ),
      )
      .leftJoin("member as borrower", (join) =>
        join.on("borrower.id", "=", sql`coalesce(a.member_id, n.member_id)`),
      )
      .leftJoin("remittance as e", (join) =>
        join.on(
          sql`e.id`,
          "=",
          sql`case when r.subject like 'remittance:%' then substr(r.subject, 12)::bigint end`,
        ),
      )
      // Asked for by whoever approved the first.
      .leftJoin("staff_request as s", (join) =>
        join
          .onRef("s.maker_staff_id", "=", "r.checker_staff_id")
          .on("s.idempotency_key", "=", sql`${secondApprovalKey("")} || r.id`),
      )
  );
}

/** Requests with the names of what they are about. */
export function summaryQuery(db: Db | Tx) {
  return requestsAndSubjects(db)
    .select([
      "r.id",
      "r.kind",
      "r.subject",
      "r.office_id",
      "r.state",
      "r.reason",
      "r.maker_username",
      "r.maker_person_key",
      "r.made_at",
      "r.expires_at",
      "r.checker_username",
      "r.decided_at",
      "o.branch_name",
      "m.first_name",
      "m.last_name",
      "m.membership_no",
      "f.file_name",
      "t.ref_no",
      "sender.first_name as sender_first_name",
      "sender.last_name as sender_last_name",
      "borrower.first_name as borrower_first_name",
      "borrower.last_name as borrower_last_name",
      "e.reference as remittance_reference",
      "e.employer",
      "s.state as second_state",
      "s.expires_at as second_expires_at",
    ])
    .select(sql<string[]>`staff_request_about(r)`.as("about_people"));
}

export type SummaryRow = Awaited<
  ReturnType<ReturnType<typeof summaryQuery>["executeTakeFirstOrThrow"]>
>;

/** A row as the caller sees it: with what they may do about it. */
export function summarize(row: SummaryRow, staff: StaffCaller, at: Date): RequestSummary {
  return {
    id: row.id,
    // The table takes only what makeRequest writes.
    kind: row.kind as RequestKind,
    subject: row.subject,
    subjectName: nameOf(row),
    branchName: row.branch_name,
    state: stateNow(row.state, row.expires_at, at),
    reason: row.reason,
    maker: row.maker_username,
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    checker: row.checker_username,
    decidedAt: row.decided_at?.toISOString() ?? null,
    secondApproval:
      row.second_state === null ? null : stateNow(row.second_state, row.second_expires_at, at),
    verdict: verdictOf(row, staff, at),
  };
}

/** The table's check allows exactly these; one that ran out a moment ago is told as what it is. */
function stateNow(state: string, expiresAt: Date | null, at: Date): RequestState {
  const isOver = state === "open" && expiresAt !== null && expiresAt <= at;
  return isOver ? "expired" : (state as RequestState);
}

function nameOf({ first_name, last_name, membership_no, file_name, subject, ...of }: SummaryRow) {
  if (of.ref_no !== null)
    return `${listed(of.sender_last_name, of.sender_first_name)} · ${of.ref_no}`;
  if (of.borrower_last_name !== null) {
    const no = subject.slice(subject.indexOf(":") + 1);
    return `${listed(of.borrower_last_name, of.borrower_first_name)} · ${no}`;
  }
  if (of.remittance_reference !== null) return `${of.employer} · ${of.remittance_reference}`;
  if (first_name !== null && last_name !== null) {
    return `${listName({ last_name, first_name })} · ${membership_no}`;
  }
  return file_name ?? subject.slice(subject.indexOf(":") + 1);
}

const listed = (last: string | null, first: string | null) =>
  listName({ last_name: last ?? "", first_name: first ?? "" });

function verdictOf(row: SummaryRow, staff: StaffCaller, at: Date): RequestSummary["verdict"] {
  if (row.state !== "open" || row.expires_at <= at) return "not_open";
  if (isSamePerson(row.maker_person_key, staff.personKey)) return "own_request";
  if (isAbout(row.about_people, staff.personKey)) return "about_you";
  // As above.
  const kind = row.kind as RequestKind;
  return staff.may(`decide.${kind}`, row.office_id) ? "may_decide" : "no_right";
}
