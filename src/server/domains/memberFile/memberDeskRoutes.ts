import {
  closeMemberAccess as closeAccessCall,
  endMemberSession,
  endMemberSessions as endSessionsCall,
  freezeByNumber as freezeByNumberCall,
  freezeMember as freezeCall,
  forgetMemberDevice as forgetDeviceCall,
  issueMemberCode,
  removeMemberPasskey as removePasskeyCall,
  writeMemberNote as noteCall,
} from "#contract/staff/memberActions.ts";
import { searchMembers as searchCall } from "#contract/staff/memberSearch.ts";
import {
  getMemberAccess,
  getMemberCard,
  getMemberCases,
  getMemberFile,
  getMemberMoney,
  getMemberTold,
  getMemberTrail,
  getMemberTransfers,
} from "#contract/staff/members.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { issueFirstTimeCode } from "#server/domains/access/signUp/firstTimeCode.ts";
import { closeMemberAccess } from "#server/domains/access/desk/closeMemberAccess.ts";
import { endMemberSessions } from "#server/domains/access/desk/endMemberSessions.ts";
import { freezeByNumber, freezeByStaff } from "#server/domains/freeze/freezeByStaff.ts";
import { forgetMemberDevice } from "#server/domains/access/desk/forgetMemberDevice.ts";
import { removeMemberPasskey } from "#server/domains/access/desk/removeMemberPasskey.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { readMemberAccess } from "#server/domains/access/desk/readMemberAccess.ts";
import { readMemberCard } from "./readMemberCard.ts";
import { readMemberCases } from "./readMemberCases.ts";
import { readMemberFile } from "./readMemberFile.ts";
import { readMemberMoney } from "./readMemberMoney.ts";
import { readMemberTold } from "./readMemberTold.ts";
import { readMemberTrail } from "./readMemberTrail.ts";
import { readMemberTransfers } from "./readMemberTransfers.ts";
import { searchMembers } from "#server/domains/members/desk/searchMembers.ts";
import { writeMemberNote } from "./writeMemberNote.ts";

/** Every part of a file is recorded as a look before it is answered (docs/security.md S133). */
export const memberDeskRoutes: Route[] = [
  onStaffCall(searchCall, async ({ app, staff, query }) => ({
    result: await searchMembers(app, staff, query),
  })),
  onStaffCall(getMemberFile, async ({ app, staff, params }) => ({
    result: await readMemberFile(app, staff, params.memberGuid),
  })),
  onStaffCall(getMemberMoney, async ({ app, staff, params: { memberGuid } }) => {
    await recordView(app, staff, memberGuid, "money");
    return { result: await readMemberMoney(app, memberGuid) };
  }),
  onStaffCall(getMemberCard, async ({ app, staff, params: { memberGuid } }) => {
    await recordView(app, staff, memberGuid, "card");
    return { result: await readMemberCard(app, memberGuid) };
  }),
  onStaffCall(getMemberAccess, async ({ app, staff, params: { memberGuid } }) => {
    await recordView(app, staff, memberGuid, "access");
    return { result: await readMemberAccess(app, memberGuid) };
  }),
  onStaffCall(getMemberTransfers, async ({ app, staff, params: { memberGuid }, query }) => {
    await recordView(app, staff, memberGuid, "transfers");
    return { result: await readMemberTransfers(app, memberGuid, query) };
  }),
  onStaffCall(getMemberTold, async ({ app, staff, params: { memberGuid }, language }) => {
    await recordView(app, staff, memberGuid, "messages");
    return { result: await readMemberTold(app, memberGuid, language) };
  }),
  onStaffCall(getMemberCases, async ({ app, staff, params: { memberGuid } }) => {
    await recordView(app, staff, memberGuid, "cases");
    return { result: await readMemberCases(app, memberGuid) };
  }),
  onStaffCall(getMemberTrail, async ({ app, staff, params: { memberGuid }, query }) => {
    await recordView(app, staff, memberGuid, "trail");
    return { result: await readMemberTrail(app, memberGuid, query) };
  }),
  onStaffCall(issueMemberCode, async ({ app, staff, params }) => {
    const { membership_no: membershipNo } = await findMember(app, params.memberGuid);
    const { username: issuedBy, correlationId } = staff;
    const { code, expiresAt } = await issueFirstTimeCode(app, {
      membershipNo,
      issuedBy,
      correlationId,
    });
    return { result: { code, expiresAt: expiresAt.toISOString() } };
  }),
  onStaffCall(endMemberSession, async ({ app, staff, params }) => ({
    result: { ended: await endMemberSessions(app, staff, params) },
  })),
  onStaffCall(endSessionsCall, async ({ app, staff, params }) => ({
    result: { ended: await endMemberSessions(app, staff, params) },
  })),
  onStaffCall(forgetDeviceCall, async ({ app, staff, params }) => ({
    result: { ended: await forgetMemberDevice(app, staff, params) },
  })),
  onStaffCall(removePasskeyCall, async ({ app, staff, params }) => {
    await removeMemberPasskey(app, staff, params);
    return {};
  }),
  onStaffCall(closeAccessCall, async ({ app, staff, params: { memberGuid }, body: { reason } }) => {
    await closeMemberAccess(app, staff, { memberGuid, reason });
    return {};
  }),
  onStaffCall(freezeCall, async ({ app, staff, params: { memberGuid }, body }) => ({
    result: await freezeByStaff(app, staff, { memberGuid, ...body }),
  })),
  onStaffCall(freezeByNumberCall, async ({ app, staff, body }) => ({
    result: await freezeByNumber(app, staff, body),
  })),
  onStaffCall(noteCall, async ({ app, staff, params: { memberGuid }, body: { body } }) => {
    await writeMemberNote(app, staff, { memberGuid, body });
    return {};
  }),
];
