import { sql } from "kysely";
import { maskEmail, maskMobile } from "#common/mask.ts";
import type { MemberStatus } from "#contract/cardStatus.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { Refusal } from "#server/refusal.ts";
import { staysClosed } from "#server/domains/access/auth/accessRefusal.ts";
import { readPause } from "#server/domains/members/pause/readPause.ts";
import { applicableRequests } from "./applicableRequests.ts";

/**
 * Who a member is, and what this caller may do with them. Number and address for messages are masked for
 * whoever may not see them. The look is recorded first.
 */
export async function readMemberFile(
  app: App,
  staff: StaffCaller,
  memberGuid: string,
): Promise<MemberFile> {
  const member = await read(app, memberGuid);
  const { office_id: officeId } = member;
  const seesContact = staff.may("member.view_contact", officeId);
  await recordView(app, staff, memberGuid, seesContact ? "profile_with_contact" : "profile");
  const address = [
    member.line_1,
    member.barangay,
    member.municipality_city,
    member.state_province,
    member.zip,
  ];
  return {
    memberGuid: member.guid,
    membershipNo: member.membership_no,
    firstName: member.first_name,
    middleName: member.middle_name,
    lastName: member.last_name,
    qualifier: member.qualifier,
    gender: member.gender,
    civilStatus: member.civil_status,
    dateOfBirth: member.date_of_birth ?? "",
    placeOfBirth: member.place_of_birth,
    nationality: member.nationality,
    employer: member.employer,
    rank: member.rank,
    address: address.filter((line) => line !== "").join(", "),
    officeId: officeId === null ? "" : String(officeId),
    branchName: member.branch_name ?? "",
    mobileNumber: seesContact ? (member.mobile_number ?? "") : masked(member.mobile_number),
    emailAddress: seesContact ? member.email_address : maskEmail(member.email_address),
    isContactMasked: !seesContact,
    // The table's checks allow exactly these.
    status: member.status as MemberStatus,
    accessClosedFor: member.access_closed_for ?? "",
    accessClosed: member.access_closed_for === "staff" ? await readClosing(app, memberGuid) : null,
    frozen: member.access_closed_for === "frozen" ? await readFreeze(app, member.id) : null,
    pause: await readPause(app, member.id),
    hasOnlineAccess: member.username_key !== null,
    username: member.username ?? "",
    kycStatus: member.kyc_status,
    language: member.language === "fil" ? "fil" : "en",
    memberSince: member.created_at.toISOString(),
    lastLoginAt: member.last_login_at?.toISOString() ?? null,
    passwordChangedAt: member.password_changed_at?.toISOString() ?? null,
    firstTimeCodeUntil: await readCodeEnd(app, member.id),
    may: {
      issueCode: staff.may("first_time_code.issue", officeId),
      endSessions: staff.may("session.end", officeId),
      closeAccess:
        member.access_closed_for !== "staff" && staff.may("member_access.close", officeId),
      freeze: !staysClosed(member.access_closed_for) && staff.may("member_access.freeze", officeId),
      lockCard: staff.may("card.lock", officeId),
      unsuspendCard: staff.may("card.unsuspend", officeId),
      completeCardDetails: staff.may("card_details.complete", officeId),
      writeNotes: staff.may("member_note.write", officeId),
      seeAudit: staff.may("audit.view", officeId),
      request: (await applicableRequests(app, member.id)).filter((kind) =>
        staff.may(`request.${kind}`, officeId),
      ),
    },
  };
}

async function read(app: App, memberGuid: string) {
  const member = await app.db
    .selectFrom("member as m")
    .leftJoin("office as o", "o.id", "m.office_id")
    .select([
      "m.id",
      "m.guid",
      "m.membership_no",
      "m.first_name",
      "m.middle_name",
      "m.last_name",
      "m.qualifier",
      "m.gender",
      "m.civil_status",
      "m.date_of_birth",
      "m.place_of_birth",
      "m.nationality",
      "m.employer",
      "m.rank",
      "m.line_1",
      "m.barangay",
      "m.municipality_city",
      "m.state_province",
      "m.zip",
      "m.office_id",
      "o.branch_name",
      "m.mobile_number",
      "m.email_address",
      "m.status",
      "m.access_closed_for",
      "m.username",
      "m.username_key",
      "m.kyc_status",
      "m.language",
      "m.created_at",
      "m.last_login_at",
      "m.password_changed_at",
    ])
    .where("m.guid", "=", memberGuid)
    .executeTakeFirst();
  if (member === undefined) throw new Refusal("not_found");
  return member;
}

/** As it was recorded; nothing for an access that was closed before there was such a record. */
async function readClosing(app: App, memberGuid: string): Promise<MemberFile["accessClosed"]> {
  const closing = await app.db
    .selectFrom("audit_event")
    .select(["at", "actor", sql<string>`detail ->> 'reason'`.as("reason")])
    .where("object", "=", `member:${memberGuid}`)
    .where("action", "=", "access_closed")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return closing
    ? { at: closing.at.toISOString(), by: closing.actor, reason: closing.reason }
    : null;
}

async function readFreeze(app: App, memberId: bigint): Promise<MemberFile["frozen"]> {
  const freeze = await app.db
    .selectFrom("member_freeze")
    .select(["frozen_at", "frozen_by", "way", "actor", "reason"])
    .where("member_id", "=", memberId)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  if (freeze === undefined) return null;
  return {
    at: freeze.frozen_at.toISOString(),
    by: freeze.frozen_by,
    way: freeze.way,
    actor: freeze.frozen_by === "member" ? "" : freeze.actor,
    reason: freeze.reason,
  };
}

async function readCodeEnd(app: App, memberId: bigint): Promise<string | null> {
  const code = await app.db
    .selectFrom("first_time_code")
    .select("expires_at")
    .where("member_id", "=", memberId)
    .where("closed_at", "is", null)
    .where("expires_at", ">", app.now())
    .executeTakeFirst();
  return code?.expires_at.toISOString() ?? null;
}

function masked(mobileNumber: string | null): string {
  return mobileNumber === null ? "" : maskMobile(mobileNumber);
}
