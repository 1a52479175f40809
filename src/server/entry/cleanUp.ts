import { forgetOldActivity } from "#server/platform/activity/forgetOldActivity.ts";
import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { forgetOldSessions } from "#server/domains/access/auth/forgetOldSessions.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { CHALLENGE_SECONDS } from "#server/domains/otp/purposes.ts";
import { forgetOldPushes } from "#server/platform/push/forgetOldPushes.ts";
import { forgetImports } from "#server/domains/imports/forgetImports.ts";
import { forgetOldStaffSessions } from "#server/domains/staffing/session/forgetOldStaffSessions.ts";

/**
 * Ends sessions whose time ran out a day ago. Deletes what nobody needs any more: opened calls once
 * expired, what was typed at a sign-up that was not finished, recovery grants a day after their end, steps of
 * strangers that no text went out for after 2 days, codes and finished sessions after 90 days, throttles a
 * day after their window, request-keys after 90 days (docs/security.md S090), checker runs after 90 days unless
 * they found something, what became of texts and pushed notices and browsers that they no longer go to after 90 days, documents of staff that no request used and signs
 * of life of processes after a day, nonces of signed requests once they are too old to be taken.
 * A member's former number is forgotten once it hears nothing more.
 * What members see of what happened goes after five years.
 * What files of members said of people goes as forgetImports says.
 */
export async function cleanUp(app: App): Promise<void> {
  const at = app.now();
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  // A day later: until then the member who comes back hears which of the two times ran out.
  await sql`
    update session set ended_at = ${at}, ended_reason = 'expired'
    where ended_at is null
      and (last_active_at < ${at}::timestamptz - interval '1 day' - make_interval(secs => ${idleSeconds})
        or started_at < ${at}::timestamptz - interval '1 day' - make_interval(secs => ${lifeSeconds}))
  `.execute(app.db);
  await sql`delete from sealed_call where expires_at < ${at}`.execute(app.db);
  await sql`
    delete from sign_up_draft d using otp_challenge o where o.pin_id = d.pin_id
      and o.sent_at < ${at}::timestamptz - make_interval(secs => ${CHALLENGE_SECONDS})
  `.execute(app.db);
  await sql`
    delete from recovery_grant where expires_at < ${at}::timestamptz - interval '1 day'
  `.execute(app.db);
  await sql`
    delete from otp_challenge where sent_at < ${at}::timestamptz - interval '90 days'
      or (not texted and means = 'code' and sent_at < ${at}::timestamptz - interval '2 days')
  `.execute(app.db);
  await sql`
    delete from throttle where window_started_at < ${at}::timestamptz - interval '2 days'
      and (locked_until is null or locked_until < ${at})
  `.execute(app.db);
  await forgetOldSessions(app);
  await forgetOldStaffSessions(app);
  await forgetOldActivity(app);
  await forgetImports(app);
  await sql`
    delete from idempotency_key where created_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
  await sql`
    delete from invariant_run where at < ${at}::timestamptz - interval '90 days' and breaches = '[]'
  `.execute(app.db);
  await sql`
    delete from mail_message where created_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
  await sql`
    delete from text_message where created_at < ${at}::timestamptz - interval '90 days'
  `.execute(app.db);
  await forgetOldPushes(app);
  await sql`
    delete from signed_nonce where seen_at < ${at}::timestamptz - interval '1 hour'
  `.execute(app.db);
  await sql`
    delete from staff_document where request_id is null
      and uploaded_at < ${at}::timestamptz - interval '1 day'
  `.execute(app.db);
  await sql`
    update member set former_mobile_number = null, former_mobile_until = null
    where former_mobile_until < ${at}
  `.execute(app.db);
  await sql`
    delete from process_sign where seen_at < ${at}::timestamptz - interval '1 day'
  `.execute(app.db);
}
