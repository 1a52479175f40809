import { seenFrom } from "#server/platform/activity/noteActivity.ts";
import type { App } from "#server/platform/app.ts";
import { changePassword, readPersonalWords } from "#server/domains/access/auth/changePassword.ts";
import { refuseShortAlone, refuseWeakPassword } from "#server/platform/passwords/passwordRules.ts";
import { hashPassword, hashQueue } from "#server/platform/passwords/passwords.ts";
import type { Browser } from "#server/domains/access/auth/startSession.ts";
import { transact } from "#server/db/db.ts";
import { spendCall } from "#server/platform/http/callBudget.ts";
import { cookieNames } from "#server/platform/http/cookies.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { reopenAccess } from "#server/domains/access/inactivity/reopenAccess.ts";
import {
  findGrant,
  grantKey,
  provenBrowser,
  spendGrant,
} from "#server/domains/access/auth/recoveryGrant.ts";

/**
 * Sets the password of the member whose phone had the code. All sessions end, all other browsers are
 * forgotten, failed tries too,
 * access that was suspended for inactivity opens again; nobody is signed in, and for a day no new payee is paid. A
 * password that is refused leaves the grant as it was.
 */
export async function setPassword(
  app: App,
  browser: Browser,
  { guid, password }: { guid: string; password: string },
): Promise<void> {
  const { source, cookies, correlationId } = browser;
  const asked = { cookies, guid, purpose: "recover_password" as const };
  await spendCall(app, { kind: "setPassword", source, knownAs: () => grantKey(app, asked) });
  const { memberId, secretHash } = await findGrant(app.db, app, asked);
  const words = await readPersonalWords(app.db, memberId);
  refuseShortAlone(app, password, "new_password");
  await refuseWeakPassword(password, words, "new_password");
  const passwordHash = await hashQueue(app).run(() => hashPassword(app.secrets, password));
  await transact(app.db, async (tx) => {
    await spendGrant(tx, app, secretHash);
    const butDevice = await provenBrowser(tx, app, { memberId, cookies });
    const from = seenFrom(app, browser);
    await changePassword(tx, app, { memberId, passwordHash, correlationId, butDevice, from });
    await reopenAccess(tx, app, memberId, correlationId);
    await beginPause(tx, app, { memberId, reason: "password_recovered" });
  });
  browser.setCookie({ name: cookieNames(app.config).recovery, value: undefined });
  pokeRelay(app);
}
