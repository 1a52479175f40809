import { noteActivity, seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { forgetDevices } from "#server/domains/access/auth/devices.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { usernameKey } from "#server/domains/members/usernameKey.ts";
import { transact } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { refuseTakenName } from "#server/domains/access/signUp/completeSignUp.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import {
  findGrant,
  grantKey,
  provenBrowser,
  spendGrant,
} from "#server/domains/access/auth/recoveryGrant.ts";

/**
 * Sets the username of the member whose phone had the code, forgets all other browsers, has new payees
 * wait for a day, and tells the member. One that somebody else has is refused and leaves the grant as it was.
 */
export async function setUsername(
  app: App,
  browser: Browser,
  { guid, username }: { guid: string; username: string },
): Promise<void> {
  const { source, cookies, correlationId } = browser;
  const asked = { cookies, guid, purpose: "recover_username" as const };
  await spendCall(app, { kind: "setUsername", source, knownAs: () => grantKey(app, asked) });
  const { memberId, secretHash } = await findGrant(app.db, app, asked);
  const change = () =>
    transact(app.db, async (tx) => {
      await spendGrant(tx, app, secretHash);
      const { guid: memberGuid } = await tx
        .updateTable("member")
        .set({ username, username_key: usernameKey(username) })
        .where("id", "=", memberId)
        .returning("guid")
        .executeTakeFirstOrThrow();
      await audit(tx, {
        at: app.now(),
        actorKind: "member",
        actor: memberGuid,
        action: "username_changed",
        object: `member:${memberGuid}`,
        correlationId,
      });
      await noteActivity(tx, {
        memberId,
        at: app.now(),
        kind: "username_changed",
        doer: "member",
        from: seenFrom(app, browser),
      });
      const butDevice = await provenBrowser(tx, app, { memberId, cookies });
      await forgetDevices(tx, { memberId, at: app.now(), butDevice });
      await beginPause(tx, app, { memberId, reason: "username_recovered" });
      await tellMember(tx, app, { memberId, notice: "username_changed" });
    });
  await refuseTakenName(change, "new_username");
  browser.setCookie({ name: cookieNames(app.config).recovery, value: undefined });
  pokeRelay(app);
}
