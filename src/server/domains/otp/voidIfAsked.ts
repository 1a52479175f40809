import { NO_CODE } from "#contract/transfers.ts";
import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import type { Credentials } from "#server/platform/http/session.ts";

type Asked = {
  pinId: string;
  pin: string;
  correlationId: string;
  purpose?: "transfer" | "pay_loan";
};

/**
 * An order without a code asks what became of it: its code is void from here on, so that what is still on its
 * way, or tried again, is not accepted after the answer that it was not. An order that spends the code at this
 * moment is waited for. Only the browser that the code was sent for can say so.
 */
export async function voidIfAsked(
  app: App,
  { cookieHash }: Pick<Credentials, "cookieHash">,
  { pinId, pin, correlationId, purpose = "transfer" }: Asked,
): Promise<void> {
  if (pin !== NO_CODE) return;
  const at = app.now();
  await transact(app.db, async (tx) => {
    const voided = await tx
      .updateTable("otp_challenge")
      .set({ closed_at: at })
      .where("pin_id", "=", pinId)
      .where("browser_hash", "=", cookieHash)
      .where("purpose", "=", purpose)
      .where("closed_at", "is", null)
      .returning("member_id")
      .executeTakeFirst();
    if (voided === undefined) return;
    const member = await tx
      .selectFrom("member")
      .select("guid")
      .where("id", "=", voided.member_id)
      .executeTakeFirst();
    await audit(tx, {
      at,
      actorKind: "member",
      actor: member?.guid ?? "unknown",
      action: "otp_voided",
      object: `otp:${pinId}`,
      correlationId,
    });
  });
}
