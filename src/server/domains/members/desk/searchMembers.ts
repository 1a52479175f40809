import { type RawBuilder, sql } from "kysely";
import { maskMobile } from "#common/mask.ts";
import type { ListPage } from "#contract/staff/list.ts";
import {
  isNarrow,
  type MemberRow,
  SEARCH_CRITERIA,
  type SearchCriterion,
} from "#contract/staff/memberSearch.ts";
import type { MemberStatus } from "#contract/cardStatus.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { type ListRequest, type ListOrder, readPage } from "#server/platform/lists/readPage.ts";
import { fullName } from "#server/domains/members/fullName.ts";
import { named, namedInTwoParts } from "#server/domains/members/named.ts";

type MemberQuery = ListRequest & Partial<Record<SearchCriterion, string | undefined>>;

const order = {
  sorts: {
    name: { by: sql`name_key(m.last_name) || ' ' || name_key(m.first_name)`, type: "text" },
    membershipNo: { by: "m.membership_no", type: "text" },
  },
  id: { by: "m.id", type: "bigint" },
  first: "name",
} as const satisfies ListOrder;

/**
 * Members of the caller's branches that fit every criterion. Refuses a search that is too wide (docs/security.md
 * S133). Which criteria were used is recorded, not what they were.
 */
export async function searchMembers(
  app: App,
  staff: StaffCaller,
  request: MemberQuery,
): Promise<ListPage<MemberRow>> {
  if (!isNarrow(request)) throw new Refusal("search_too_wide");
  const page = await readPage(app.db, order, findMembers(app, staff, request), request);
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: staff.username,
      action: "members_searched",
      object: "list:members",
      correlationId: staff.correlationId,
      detail: {
        criteria: SEARCH_CRITERIA.filter((name) => request[name] !== undefined).join(" "),
        found: page.total.count,
      },
    }),
  );
  return {
    ...page,
    rows: page.rows.map((member) => ({
      memberGuid: member.guid,
      membershipNo: member.membership_no,
      name: fullName(member),
      branchName: member.branch_name ?? "",
      mobileNumber: member.mobile_number === null ? "" : maskMobile(member.mobile_number),
      cardEnding: member.last_four ?? "",
      // The table's check allows exactly these.
      status: member.status as MemberStatus,
      hasOnlineAccess: member.username_key !== null,
    })),
  };
}

const NAMES: readonly SearchCriterion[] = ["name", "lastName", "firstName"];

/** Nothing but names was typed, and not which of them is the last and which the first. */
function restsOnName(request: MemberQuery): boolean {
  const given = SEARCH_CRITERIA.filter((criterion) => request[criterion] !== undefined);
  const saysBoth = given.includes("lastName") && given.includes("firstName");
  return !saysBoth && given.every((criterion) => NAMES.includes(criterion));
}

/** All that was typed of a member's names. */
function namedAs(request: MemberQuery): RawBuilder<boolean>[] {
  const { name, lastName, firstName } = request;
  const typed = [name, lastName, firstName].filter((one) => one !== undefined);
  return [
    ...(lastName === undefined ? [] : [named("m", lastName, "last")]),
    ...(firstName === undefined ? [] : [named("m", firstName, "first")]),
    ...(name === undefined ? [] : [named("m", name)]),
    ...(restsOnName(request) ? [namedInTwoParts("m", typed)] : []),
  ];
}

function findMembers(app: App, staff: StaffCaller, request: MemberQuery) {
  const offices = staff.offices("member.search");
  const { membershipNo, mobile, cardEnding, reference, username, email } = request;
  return (
    app.db
      .selectFrom("member as m")
      .leftJoin("office as o", "o.id", "m.office_id")
      .leftJoin("card as c", "c.member_id", "m.id")
      .select([
        "m.guid",
        "m.membership_no",
        "m.first_name",
        "m.middle_name",
        "m.last_name",
        "m.qualifier",
        "m.mobile_number",
        "m.status",
        "m.username_key",
        "o.branch_name",
        "c.last_four",
      ])
      // Nobody has a branch of this number, so without a branch nothing is found.
      .$if(offices !== "all", (query) =>
        query.where("m.office_id", "in", offices === "all" ? [] : [-1n, ...offices]),
      )
      .where((is) => is.and(namedAs(request)))
      .$if(membershipNo !== undefined, (query) =>
        query.where("m.membership_no", "=", membershipNo ?? ""),
      )
      .$if(mobile !== undefined, (query) => query.where("m.mobile_number", "=", mobile ?? ""))
      .$if(cardEnding !== undefined, (query) => query.where("c.last_four", "=", cardEnding ?? ""))
      .$if(username !== undefined, (query) =>
        query.where("m.username_key", "=", usernameKey(username ?? "")),
      )
      .$if(email !== undefined, (query) =>
        query
          .where("m.email_address", "<>", "")
          .where(sql<boolean>`lower(m.email_address) = lower(${email ?? ""})`),
      )
      .$if(reference !== undefined, (query) =>
        query.where("m.id", "in", (of) =>
          of
            .selectFrom("transfer")
            .select("transfer.member_id")
            .where("transfer.ref_no", "=", reference ?? "")
            .unionAll(
              of
                .selectFrom("loan")
                .select("loan.member_id")
                .where("loan.loan_no", "=", reference ?? ""),
            )
            .unionAll(
              of
                .selectFrom("inward_credit")
                .select("inward_credit.member_id")
                .where("inward_credit.ref_no", "=", reference ?? "")
                .where("inward_credit.member_id", "is not", null)
                .$castTo<{ member_id: bigint }>(),
            ),
        ),
      )
  );
}
