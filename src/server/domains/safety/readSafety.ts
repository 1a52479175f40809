import { sql } from "kysely";
import { maskMobile } from "#common/mask.ts";
import type { Safety } from "#contract/safety.ts";
import { countKnownDevices } from "#server/domains/access/auth/devices.ts";
import { isPasswordAged } from "#server/domains/access/auth/passwordAge.ts";
import type { App, Caller } from "#server/platform/app.ts";

/** What protects the member's account at this moment. */
export async function readSafety(app: App, { memberId }: Caller): Promise<Safety> {
  const at = app.now();
  const [member, knownDevices] = await Promise.all([
    app.db
      .selectFrom("member as m")
      .select([
        "m.mobile_number",
        "m.password_changed_at",
        "m.password_waived_until",
        "m.paused_until",
        "m.paused_for",
        sql<boolean>`is_paused(m, ${at})`.as("is_paused"),
      ])
      .where("m.id", "=", memberId)
      .executeTakeFirstOrThrow(),
    countKnownDevices(app, memberId),
  ]);
  const { password_changed_at: changedAt, paused_until: pausedUntil } = member;
  return {
    knownDevices,
    password: {
      changedAt: changedAt?.toISOString() ?? null,
      isOld: isPasswordAged(app, { changedAt, waivedUntil: member.password_waived_until }),
    },
    mobileNumber: member.mobile_number === null ? "" : maskMobile(member.mobile_number),
    pause:
      member.is_paused && pausedUntil !== null
        ? { endsAt: pausedUntil.toISOString(), reason: member.paused_for ?? "" }
        : null,
  };
}
