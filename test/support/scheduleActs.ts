import {
  changeSchedule,
  getSchedules,
  makeSchedule,
  type ScheduleChange,
} from "#contract/schedules.ts";
import type { transferIntent } from "#contract/transfers.ts";
import type * as z from "zod/mini";
import { runSchedules } from "#server/domains/transfers/schedules/runSchedules.ts";
import type { Browser } from "./browser.ts";
import { drainJobs } from "./drainJobs.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { approveSending } from "./sendActs.ts";
import type { Approval } from "./transferActs.ts";

type Intent = z.input<typeof transferIntent>;
type Due = { repeats: "once" | "weekly" | "monthly" | "paydays"; first_on: string };
export type Whose = { member: TestMember; browser: Browser };

/** The call that makes it, with this approval. */
export function scheduleWith(
  world: World,
  { member, browser }: Whose,
  order: Intent,
  approval: Approval,
) {
  const params = { guid: member.guid };
  return world.call(makeSchedule, { params, body: { order, ...approval } }, browser);
}

/** Approved by a code and made. Throws when it was refused. */
export async function schedule(world: World, whose: Whose, order: Intent, due: Due) {
  const scheduled = { ...order, ...due };
  const approval = await approveSending(world, whose.member, whose.browser, scheduled);
  const made = await scheduleWith(world, whose, scheduled, approval);
  if (!made.status) throw new Error(`schedule: ${made.code} ${made.message}`);
  return made.result;
}

export async function schedulesOf(world: World, { member, browser }: Whose) {
  const answer = await world.call(getSchedules, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

export function change(
  world: World,
  { member, browser }: Whose,
  scheduleId: string,
  body: { change: ScheduleChange; day?: string },
) {
  return world.call(changeSchedule, { params: { guid: member.guid, scheduleId }, body }, browser);
}

/** A moment in Manila, 'yyyy-MM-ddTHH:mm', with what the worker does by then. */
export async function comeTo(world: World, at: string): Promise<void> {
  world.setTime(new Date(`${at}:00+08:00`));
  await runSchedules(world.app);
  await drainJobs(world.app);
}
