import { manilaDate } from "#common/manila.ts";
import { dueAfter } from "#common/scheduleDays.ts";
import {
  changeSchedule as changeCall,
  getScheduleDays,
  getSchedules,
  makeSchedule as makeCall,
} from "#contract/schedules.ts";
import {
  getMemberSchedules,
  stopMemberSchedule as stopCall,
} from "#contract/staff/memberSchedules.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { readMemberSchedules } from "./readMemberSchedules.ts";
import { stopMemberSchedule } from "./stopMemberSchedule.ts";
import { voidIfAsked } from "#server/domains/otp/voidIfAsked.ts";
import { readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { onMemberCall, onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { changeSchedule } from "./changeSchedule.ts";
import { comingDays, requireFirstDay } from "#server/domains/transfers/dueDays.ts";
import { makeSchedule } from "./makeSchedule.ts";
import { readSchedules } from "./readSchedules.ts";

const TOLD_DAYS = 4;

export const scheduleRoutes: Route[] = [
  onMemberCall(getSchedules, async ({ app, caller }) => ({
    result: await readSchedules(app, caller),
  })),
  onMemberCall(getScheduleDays, async ({ app, query }) => {
    requireFirstDay(app, query, "firstOn");
    const nextOn = dueAfter(query, manilaDate(app.now()));
    const days = await readBankingDays(app.db);
    return { result: comingDays({ ...query, kind: query.transferKind, nextOn }, days, TOLD_DAYS) };
  }),
  onMemberCall(makeCall, async ({ app, caller, body, credentials }) => {
    const { order, pinId, pin } = body;
    const { correlationId } = caller;
    await voidIfAsked(app, credentials, { pinId, pin, correlationId });
    const code = { pinId, pin, cookieHash: credentials.cookieHash };
    const result = await makeSchedule(app, caller, { order, code });
    pokeRelay(app);
    return { result };
  }),
  onStaffCall(getMemberSchedules, async ({ app, staff, params: { memberGuid }, language }) => {
    await recordView(app, staff, memberGuid, "schedules");
    const { office_id: officeId } = await findMember(app, memberGuid);
    const schedules = await readMemberSchedules(app, memberGuid, language);
    return { result: { mayStop: staff.may("schedule.stop", officeId), schedules } };
  }),
  onStaffCall(stopCall, async ({ app, staff, params: { memberGuid, scheduleId }, body }) => {
    await stopMemberSchedule(app, staff, { memberGuid, scheduleId: BigInt(scheduleId), ...body });
    return {};
  }),
  onMemberCall(changeCall, async ({ app, caller, params, body }) => {
    const wanted = { id: BigInt(params.scheduleId), change: body.change, day: body.day };
    return { result: await changeSchedule(app, caller, wanted) };
  }),
];
