import { sql } from "kysely";
import { maskMobile } from "#common/mask.ts";
import type { Safety } from "#contract/safety.ts";
import { countKnownDevices } from "#server/domains/access/auth/devices.ts";
import { isPasswordAged } from "#server/domains/access/auth/passwordAge.ts";
import { knownPasskeys } from "#server/domains/passkeys/readPasskeys.ts";
import type { App, Caller } from "#server/platform/app.ts";

/** What protects the member's account at this moment. */
export async function readSafety(app: App, { memberId }: Caller): Promise<Safety> {
  const at = app.now();
  const [member, knownDevices, refusedSignIns, passkeys] = await Promise.all([
    app.db
      .selectFrom("member as m")
      .select([
        "m.mobile_number",
        "m.password_changed_at",
        "m.password_waived_until",
        "m.paused_until",
        "m.paused_for",
        sql<boolean>`is_paused(m, ${at})`.as("is_paused"),
        sql<boolean>`removal_refusal('reveal_cvv', m.id, ${at}) is not null`.as("is_after_removal"),
      ])
      .where("m.id", "=", memberId)
      .executeTakeFirstOrThrow(),
    countKnownDevices(app, memberId),
    readRefused(app, memberId),
    knownPasskeys(app.db, memberId),
  ]);
  const { password_changed_at: changedAt, paused_until: pausedUntil } = member;
  return {
    knownDevices,
    password: {
      changedAt: changedAt?.toISOString() ?? null,
      isOld: isPasswordAged(app, { changedAt, waivedUntil: member.password_waived_until }),
    },
    passkeys: passkeys.length,
    mobileNumber: member.mobile_number === null ? "" : maskMobile(member.mobile_number),
    refusedSignIns,
    pause:
      member.is_paused && pausedUntil !== null
        ? {
            endsAt: pausedUntil.toISOString(),
            reason: member.paused_for ?? "",
            isAfterRemoval: member.is_after_removal,
          }
        : null,
  };
}

/** Tries to sign in that were refused lately: whether the member made them, only the member knows. */
async function readRefused(app: App, memberId: bigint): Promise<Safety["refusedSignIns"]> {
  const { rows } = await sql<{ times: bigint; last_at: Date | null; from_unknown: bigint }>`
    select coalesce(sum(a.times), 0) as times, max(a.at) as last_at,
      coalesce(sum(a.times) filter (where not has_signed_in_from(a.member_id, a.source_mark)), 0) as from_unknown
    from member_activity a
    where a.member_id = ${memberId} and a.kind = 'sign_in_refused'
      and a.at > ${app.now()}::timestamptz - interval '30 days'`.execute(app.db);
  const [found] = rows;
  return {
    times: Number(found?.times ?? 0),
    lastAt: found?.last_at?.toISOString() ?? null,
    fromUnknown: Number(found?.from_unknown ?? 0),
  };
}
