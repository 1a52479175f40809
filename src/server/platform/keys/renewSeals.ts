import type { App } from "#server/platform/app.ts";
import {
  isSealedUnderPresentKey,
  openTotpSecret,
  sealTotpSecret,
} from "#server/platform/secrets/totp.ts";

const BATCH = 100;

/**
 * Seals the secrets of authenticators that are still under the former key anew, while the bank runs. A row
 * at a time, and only if nobody changed it meanwhile, so it may be killed and run again. Answers how many.
 */
export async function renewSeals(app: App): Promise<number> {
  let renewed = 0;
  let after = 0n;
  for (;;) {
    const staff = await app.db
      .selectFrom("staff")
      .select(["id", "username", "totp_secret", "pending_totp"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const { id, username, totp_secret: totp, pending_totp: pending } of staff) {
      after = id;
      if (await renew(app, { id, username, column: "totp_secret", sealed: totp })) renewed += 1;
      if (await renew(app, { id, username, column: "pending_totp", sealed: pending })) renewed += 1;
    }
    if (staff.length < BATCH) return renewed;
  }
}

type Sealed = {
  id: bigint;
  username: string;
  column: "totp_secret" | "pending_totp";
  sealed: Buffer | null;
};

async function renew(app: App, { id, username, column, sealed }: Sealed): Promise<boolean> {
  if (sealed === null || isSealedUnderPresentKey(app, username, sealed)) return false;
  const secret = openTotpSecret(app, username, sealed);
  const { numUpdatedRows } = await app.db
    .updateTable("staff")
    .set({ [column]: sealTotpSecret(app, username, secret) })
    .where("id", "=", id)
    .where(column, "=", sealed)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
