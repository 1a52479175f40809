import { sql } from "kysely";
import type { MemberAccess } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { readPolicy } from "#server/domains/policy/readPolicy.ts";
import { readPasskeys } from "#server/domains/passkeys/readPasskeys.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

const LATEST = 50;

/** Devices, passkeys, what approves the acts, and the latest sessions; one whose time ran out counts as ended, though nobody noted it yet. */
export async function readMemberAccess(app: App, memberGuid: string): Promise<MemberAccess> {
  const { id } = await findMember(app, memberGuid);
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const [sessions, devices, passkeys, policy] = await Promise.all([
    app.db
      .selectFrom("session")
      .select(["id", "device_id", "started_at", "last_active_at", "ended_at", "ended_reason"])
      .where("member_id", "=", id)
      .orderBy("id", "desc")
      .limit(LATEST)
      .execute(),
    sql<{
      id: string;
      name: string | null;
      browser: string;
      system: string;
      first_seen_at: Date;
      last_used_at: Date;
      forgotten_at: Date | null;
    }>`
      select d.id, d.name, d.browser, d.system, d.first_seen_at, d.forgotten_at, device_last_used(d) as last_used_at
      from device d where d.member_id = ${id} order by d.last_seen_at desc limit ${LATEST}`.execute(
      app.db,
    ),
    readPasskeys(app.db, id),
    readPolicy(app.db),
  ]);
  const now = app.now().getTime();
  return {
    sessions: sessions.map((session) => {
      const runsOutAt = Math.min(
        session.last_active_at.getTime() + idleSeconds * 1000,
        session.started_at.getTime() + lifeSeconds * 1000,
      );
      const ranOut = session.ended_at === null && runsOutAt <= now ? new Date(runsOutAt) : null;
      return {
        sessionId: String(session.id),
        device: session.device_id.slice(0, 8),
        startedAt: session.started_at.toISOString(),
        lastActiveAt: session.last_active_at.toISOString(),
        endedAt: (session.ended_at ?? ranOut)?.toISOString() ?? null,
        endedReason: session.ended_reason ?? (ranOut ? "expired" : ""),
      };
    }),
    devices: devices.rows.map((device) => ({
      deviceId: device.id,
      device: device.id.slice(0, 8),
      name: device.name ?? "",
      browser: device.browser,
      system: device.system,
      firstSeenAt: device.first_seen_at.toISOString(),
      lastSeenAt: device.last_used_at.toISOString(),
      forgottenAt: device.forgotten_at?.toISOString() ?? null,
    })),
    passkeys,
    approvals: policy.filter(({ hasPasskey }) => hasPasskey === passkeys.length > 0),
  };
}
