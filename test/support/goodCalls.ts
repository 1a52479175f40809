import type { Endpoint } from "#contract/endpoint.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields } from "#contract/joining.ts";
import type { TestMember } from "./makeMember.ts";

/** A call of this endpoint whose every field has the right form, about this member. */
export function goodCall(endpoint: Endpoint, member: TestMember): Record<string, unknown> {
  const fields = fieldValues(member);
  const body = BODIES[endpoint.name];
  return {
    params: {
      guid: member.guid,
      importGuid: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
      memberGuid: member.guid,
      refNo: "OT261121-0000000001",
      documentId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e13",
      viewId: "1",
      eventId: "1",
      entryId: "1",
      ledgerAccountId: "1",
      officeId: "1",
      bankId: "1",
      jobId: "job-1",
      channel: "code",
      name: "login",
    },
    query: {
      day: "2026-11-20",
      year: "2026",
      membershipNo: member.membershipNo,
      fromDate: "2026-11-01",
      toDate: "2026-11-21",
      list: "members",
      name: "form.pdf",
    },
    ...(body && { body: Object.fromEntries(body.map((name) => [name, fields[name]])) }),
  };
}

/** The fields of each body. A call that is missing here is made without one. */
const BODIES: Record<string, readonly string[]> = {
  login: ["username", "password"],
  verifyOtp: ["memberGuid", "pinId", "pin"],
  resendOtp: ["memberGuid"],
  sendOtp: ["memberGuid", "intent"],
  transferOwnAccountToCard: ["source_account", "destination_account", "amount", "pinId", "pin"],
  signUp: [
    memberNumberField,
    "username",
    "password",
    "confirm_password",
    "agreement",
    "privacy_version",
    "terms_version",
  ],
  forgotUsername: [memberNumberField],
  forgotPassword: ["identifier"],
  setUsername: ["memberGuid", "new_username"],
  setPassword: ["memberGuid", "new_password", "confirm_password"],
  updatePassword: ["memberGuid", "current_password", "new_password", "confirm_password"],
  readNotifications: ["notification_ids"],
  staffLogin: ["username", "password", "code"],
  startEnrolment: ["username", "enrolment_code"],
  finishEnrolment: ["username", "enrolment_code", "code", "new_password", "confirm_password"],
  closeBusinessDay: ["day"],
  editOffice: ["branchName", "line1", "barangay", "municipalityCity", "stateProvince", "isActive"],
  editBank: ["bankName", "takesInstapay", "takesPesonet", "isActive"],
  resolveException: ["id", "resolution"],
  changeStaffPassword: ["current_password", "code", "new_password", "confirm_password"],
  saveView: ["list", "name", "query"],
  makeStaffRequest: ["kind", "payload", "reason", "documents"],
  decideStaffRequest: ["decision", "payloadHash", "note"],
};

function fieldValues(member: TestMember): Record<string, unknown> {
  const order = {
    source_account: member.accountNumbers.savings ?? "",
    destination_account: member.cardAccountNo ?? "",
    amount: "100.00",
  };
  return {
    ...order,
    intent: { kind: "own", ...order },
    username: member.username,
    password: member.password,
    memberGuid: member.guid,
    pinId: "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e12",
    pin: "123456",
    code: "123456",
    enrolment_code: "0000-0000-0000",
    notification_ids: ["1"],
    day: "2026-11-20",
    branchName: "Camp Crame",
    line1: "1 Test Street",
    barangay: "Socorro",
    municipalityCity: "Quezon City",
    stateProvince: "Metro Manila",
    bankName: "Test Bank",
    takesInstapay: false,
    takesPesonet: false,
    isActive: true,
    id: "transfer-1",
    resolution: "Booked by hand",
    [memberNumberField]: member.membershipNo,
    identifier: member.username,
    ...agreedFields,
    new_username: `new.${member.username}`,
    current_password: member.password,
    new_password: member.password,
    confirm_password: member.password,
    list: "members",
    name: "Mine",
    query: "sort=-name",
    kind: "deactivate_card",
    payload: { memberGuid: member.guid, cause: "lost" },
    reason: "The member came to the counter",
    documents: [],
    decision: "reject",
    payloadHash: "0".repeat(64),
    note: "Not proved",
  };
}
