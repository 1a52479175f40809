import type { Language } from "#contract/refusals.ts";
import type { MemberSchedule } from "#contract/staff/memberSchedules.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";
import type { App } from "#server/platform/app.ts";
import { readSchedules } from "./readSchedules.ts";

const TAIL = 4;

/** A member's schedules as staff see them: of who is paid the end of the account alone. */
export async function readMemberSchedules(
  app: App,
  memberGuid: string,
  language: Language,
): Promise<MemberSchedule[]> {
  const { id: memberId } = await findMember(app, memberGuid);
  const schedules = await readSchedules(app, { memberId, language });
  return schedules.map(
    ({ accountNumber, firstOn: _firstOn, fromName: _fromName, next, days, ...schedule }) => ({
      ...schedule,
      accountTail: accountNumber.slice(-TAIL),
      nextOn:
        days.findLast(({ state }) => state === "announced")?.sendOn ?? next[0]?.sendOn ?? null,
      days: days.map(({ dueOn: _dueOn, ...day }) => day),
    }),
  );
}
