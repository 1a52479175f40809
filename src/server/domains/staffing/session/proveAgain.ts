import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { forgetLoginTries } from "#server/platform/passwords/loginTries.ts";
import {
  hashQueue,
  isTooLong,
  requireKeyOf,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { openTotpSecret, totpStep } from "#server/platform/secrets/totp.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { useStep } from "./staffLogin.ts";
import { passwordTry, refusalFor, takeStaffTry } from "./staffTries.ts";

/** Does something in the transaction that uses the code up. Refuses when it was used meanwhile. */
type Spend = <Done>(act: (tx: Tx) => Promise<Done>) => Promise<Done>;

/**
 * Has somebody who is signed in show again that it is they, by password and a code not used before; a wrong one
 * costs one of three tries that no stranger can use up. What was shown counts once, for what `spend` is given.
 */
export async function proveAgain(
  app: App,
  staff: StaffCaller,
  { current, code }: { current: string; code: string },
): Promise<{ spend: Spend }> {
  const loginTry = passwordTry(staff.staffId);
  const { password_hash, totp_secret: sealed } = await app.db
    .selectFrom("staff")
    .select(["password_hash", "totp_secret"])
    .where("id", "=", staff.staffId)
    .executeTakeFirstOrThrow();
  requireKeyOf(app.secrets, password_hash);
  const { triesLeft, step } = await hashQueue(app).run(async () => {
    const tries = await takeStaffTry(app, loginTry);
    const isRight = !isTooLong(current) && (await verifyPassword(app, password_hash, current));
    const secret = sealed && openTotpSecret(app, staff.username, sealed);
    return { ...tries, step: isRight && secret ? totpStep(secret, code, app.now()) : undefined };
  });
  const wrong = () => refusalFor(triesLeft, new Refusal("password_or_code_wrong"));
  if (step === undefined) {
    await recordFailure(app, staff);
    throw wrong();
  }
  const spend: Spend = async (act) => {
    const done = await transact(app.db, async (tx) => {
      const isSpent = await useStep(tx, { id: staff.staffId, password_hash }, step);
      return isSpent ? { answer: await act(tx) } : undefined;
    });
    if (done === undefined) throw wrong();
    await forgetLoginTries(app, loginTry);
    return done.answer;
  };
  return { spend };
}

async function recordFailure(app: App, { username, correlationId }: StaffCaller): Promise<void> {
  await transact(app.db, (tx) =>
    audit(tx, {
      at: app.now(),
      actorKind: "staff",
      actor: username,
      action: "staff_password_wrong",
      object: `staff:${username}`,
      correlationId,
    }),
  );
}
