import { NO_CODE } from "#contract/transfers.ts";
import type { App } from "#server/app.ts";
import type { Credentials } from "#server/http/session.ts";

/**
 * An order without a code asks what became of it: its code is void from here on, so that what is still on its
 * way, or tried again, is not accepted after the answer that it was not. An order that spends the code at this
 * moment is waited for. Only the browser that the code was sent for can say so.
 */
export async function voidIfAsked(
  app: App,
  { cookieHash }: Credentials,
  { pinId, pin }: { pinId: string; pin: string },
): Promise<void> {
  if (pin !== NO_CODE) return;
  await app.db
    .updateTable("otp_challenge")
    .set({ closed_at: app.now() })
    .where("pin_id", "=", pinId)
    .where("browser_hash", "=", cookieHash)
    .where("purpose", "=", "transfer")
    .where("closed_at", "is", null)
    .execute();
}
