import { maskCardNumber } from "#common/mask.ts";
import { toDecimal } from "#common/money.ts";
import {
  cardOverlay,
  type CardStatus,
  cardStatusNumbers,
  type CardType,
  cardTypeNumbers,
  displayStatus,
  type MemberStatus,
  memberStatusNumbers,
} from "#contract/cardStatus.ts";
import type { Profile } from "#contract/members.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { agedPasswordText } from "#server/domains/access/auth/passwordAge.ts";
import { endOwnSuspension } from "#server/domains/cards/pin/endSuspensions.ts";
import { findDocumentsToAgree } from "#server/domains/members/consent/findDocumentsToAgree.ts";

/** Everything the portal shows about the member. The card's balance is 0.00 where the card hides it. */
export async function readProfile(app: App, caller: Caller): Promise<Profile> {
  const [member, documentsToAgree, maintenance] = await Promise.all([
    findMemberNow(app, caller.memberId),
    findDocumentsToAgree(app, caller.memberId),
    app.db.selectFrom("card_maintenance").select(["kind", "is_on", "text", "text_fil"]).execute(),
  ]);
  const offer = (kind: "generic" | "perso") => {
    const row = maintenance.find((entry) => entry.kind === kind);
    const filipino = caller.language === "fil" ? row?.text_fil : "";
    return { value: zeroOrOne(row?.is_on), text: filipino || (row?.text ?? "") };
  };
  const age = { changedAt: member.password_changed_at, waivedUntil: member.password_waived_until };
  // The table's check allows exactly these.
  const status = member.status as MemberStatus;
  return {
    membershipNo: member.membership_no,
    firstName: member.first_name,
    lastName: member.last_name,
    middleName: member.middle_name,
    qualifier: member.qualifier,
    username: member.username ?? "",
    mobileNumber: member.mobile_number ?? "",
    emailAddress: member.email_address,
    gender: member.gender,
    dateLastLogin: member.previous_login_at?.toISOString() ?? "",
    status: memberStatusNumbers[status],
    statusLabel: statusLabels[caller.language][status],
    KYCStatus: member.kyc_status,
    branchName: member.branch_name ?? "",
    line1: member.line_1,
    barangay: member.barangay,
    municipalityCity: member.municipality_city,
    stateProvince: member.state_province,
    card_application_maintenance: { generic: offer("generic"), perso: offer("perso") },
    isPasswordAged: agedPasswordText(app, age, caller.language),
    language: member.language === "fil" ? "fil" : "en",
    documentsToAgree,
    ...cardPart(member),
  };
}

const statusLabels = {
  en: { active: "Active", suspended: "Suspended", cancelled: "Cancelled" },
  fil: { active: "Aktibo", suspended: "Suspendido", cancelled: "Kanselado" },
} as const;

function cardPart(member: Awaited<ReturnType<typeof findMember>>) {
  // The table's checks allow exactly these; a member without a card has not applied for one.
  const status = cardStatusNumbers[(member.card_status ?? "not_applied") as CardStatus];
  const persoStatus = cardStatusNumbers[(member.perso_status ?? "not_applied") as CardStatus];
  const flags = {
    memberLocked: zeroOrOne(member.member_locked),
    adminLocked: zeroOrOne(member.admin_locked),
  };
  const overlay = cardOverlay({ status: displayStatus(status, persoStatus), ...flags });
  return {
    ...flags,
    accountNo: member.account_no ?? "",
    serialNo: member.serial_no ?? "",
    persoSerialNo: member.perso_serial_no ?? "",
    cardStatus: status,
    persoCardStatus: persoStatus,
    cardType: cardTypeNumbers[(member.card_type ?? "blue") as CardType],
    card_number: maskCardNumber(member.last_four ?? undefined),
    card_balance: toDecimal(overlay ? 0n : (member.available_centavos ?? 0n)),
  };
}

function zeroOrOne(value: boolean | null | undefined): 0 | 1 {
  return value ? 1 : 0;
}

/** A suspension that is over is over for who looks, whether its job has run or not. */
async function findMemberNow(app: App, memberId: bigint) {
  const member = await findMember(app, memberId);
  const isOver = member.card_status === "suspended" && (await endOwnSuspension(app, member.guid));
  return isOver ? findMember(app, memberId) : member;
}

function findMember(app: App, memberId: bigint) {
  return app.db
    .selectFrom("member as m")
    .leftJoin("card as c", "c.member_id", "m.id")
    .leftJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .leftJoin("office as o", "o.id", "m.office_id")
    .select([
      "m.guid",
      "m.membership_no",
      "m.first_name",
      "m.last_name",
      "m.middle_name",
      "m.qualifier",
      "m.username",
      "m.mobile_number",
      "m.email_address",
      "m.gender",
      "m.previous_login_at",
      "m.status",
      "m.language",
      "m.kyc_status",
      "m.line_1",
      "m.barangay",
      "m.municipality_city",
      "m.state_province",
      "m.password_changed_at",
      "m.password_waived_until",
      "o.branch_name",
      "c.status as card_status",
      "c.perso_status",
      "c.card_type",
      "c.member_locked",
      "c.admin_locked",
      "c.account_no",
      "c.serial_no",
      "c.perso_serial_no",
      "c.last_four",
      "l.available_centavos",
    ])
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
}
