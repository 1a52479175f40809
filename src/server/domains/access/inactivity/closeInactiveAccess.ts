import type { AuditAction } from "#contract/staff/auditActions.ts";
import { manilaDate } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { forgetOldSessions } from "#server/domains/access/auth/forgetOldSessions.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { BATCH, findInactive, type InactiveMember, type InactivityStep } from "./findInactive.ts";
import { warnOfClosing } from "./warnOfClosing.ts";

type Step = InactivityStep & {
  action: AuditAction;
  take: (tx: Tx, app: App, member: InactiveMember) => Promise<void>;
};

/** Each on its day or, if the worker was away, on a later one; what closes access comes first. */
const steps: readonly Step[] = [
  {
    action: "access_cancelled",
    months: 12,
    from: ["suspended"],
    isWarning: false,
    // It cannot be undone: a clock that jumps ahead must not do it.
    warnedAfterMonths: 11,
    take: cancel,
  },
  {
    action: "access_suspended",
    months: 6,
    from: ["active"],
    isWarning: false,
    take: suspend,
  },
  {
    action: "cancellation_warned",
    months: 11,
    from: ["suspended"],
    isWarning: true,
    isWaitedFor: true,
    take: (tx, app, member) => warnOfClosing(tx, app, member, "cancellation"),
  },
  {
    action: "suspension_warned",
    months: 5,
    from: ["active"],
    isWarning: true,
    take: (tx, app, member) => warnOfClosing(tx, app, member, "suspension"),
  },
];

/**
 * Closes online access that nobody used (terms; docs/requirements/decisions.md, 4.16): warned after 5 months, suspended
 * after 6, warned after 11, cancelled after 12 and never less than a month after that warning, by the
 * day in Manila. Activity is a sign-in, a new
 * password, and whatever a signed-in member does but look. Accounts, cards, loans and money are not
 * touched. May run at any time, twice, or in two processes; a member who is signing in is left alone.
 */
export async function closeInactiveAccess(app: App): Promise<void> {
  // A session that lasted past midnight counts for the day on which it was last used.
  await forgetOldSessions(app);
  for (const step of steps) {
    if (step.isWarning && !isDaytime(app.now())) continue;
    let taken = BATCH;
    while (taken === BATCH) {
      taken = await transact(app.db, (tx) => takeBatch(tx, app, step));
      if (taken > 0) app.log.info({ step: step.action, members: taken }, "inactive access");
    }
  }
}

async function takeBatch(tx: Tx, app: App, step: Step): Promise<number> {
  const members = await findInactive(tx, app, step);
  for (const member of members) {
    await step.take(tx, app, member);
    await audit(tx, {
      at: app.now(),
      actorKind: "system",
      actor: "closeInactiveAccess",
      action: step.action,
      object: `member:${member.guid}`,
      correlationId: `inactivity-${manilaDate(app.now())}`,
      detail: { last_active_on: member.lastActiveOn },
    });
    if (!step.isWarning) {
      const kind = step.action === "access_cancelled" ? step.action : "access_suspended";
      await noteActivity(tx, { memberId: member.id, at: app.now(), kind, doer: "bank" });
    }
  }
  return members.length;
}

/** Sessions end with the change of status (member_loses_access). */
async function suspend(tx: Tx, _app: App, { id }: InactiveMember): Promise<void> {
  await tx
    .updateTable("member")
    .set({ status: "suspended", access_closed_for: "inactivity" })
    .where("id", "=", id)
    .execute();
}

/** Without username and password the member signs up again, as at first. */
async function cancel(tx: Tx, _app: App, { id }: InactiveMember): Promise<void> {
  await tx
    .updateTable("member")
    .set({
      status: "cancelled",
      access_closed_for: "inactivity",
      username: null,
      username_key: null,
      password_hash: null,
      password_waived_until: null,
      password_waives: 0,
    })
    .where("id", "=", id)
    .execute();
}

/** From 8:00 to 20:00 in Manila: nobody wants to be woken by a text. */
function isDaytime(at: Date): boolean {
  const hour = (at.getUTCHours() + 8) % 24;
  return hour >= 8 && hour < 20;
}
