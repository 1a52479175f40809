import { toDecimal } from "#common/money.ts";
import { transact } from "#server/db/db.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { lockRemittedMonth } from "./sendRemittance.ts";

/**
 * Takes a checked file back, as one sent under another month or employer: none of its rows is posted or stands in the
 * way of another file's, and the same file can be sent again. One person does it: no money moves. Refuses not_found,
 * remittance_asked while a request about it is open, and remittance_not_checked for one of which nothing can
 * be posted, or is posted or being posted.
 */
export async function withdrawRemittance(
  app: App,
  staff: StaffCaller,
  { id, reason }: { id: bigint; reason: string },
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const file = await tx
      .selectFrom("remittance")
      .select(["reference", "employer", "month", "sha256", "total_centavos"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (file === undefined) throw new Refusal("not_found");
    const month = file.month.slice(0, 7);
    // A file of the month that comes at this moment finds its rows in the way or does not, as a whole.
    await lockRemittedMonth(tx, month);
    // Whoever asks for its posting, or decides it, holds its row: what they did is seen below.
    const { state } = await tx
      .selectFrom("remittance")
      .select("state")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state !== "checked") throw new Refusal("remittance_not_checked");
    const request = await tx
      .selectFrom("staff_request")
      .select("id")
      .where("subject", "=", `remittance:${id}`)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (request !== undefined) throw new Refusal("remittance_asked");
    await tx
      .updateTable("remittance")
      .set({ state: "withdrawn", withdrawn_by: staff.username, withdrawn_at: at })
      .where("id", "=", id)
      .execute();
    await audit(tx, {
      at,
      actorKind: "staff",
      actor: staff.username,
      action: "remittance_withdrawn",
      object: `remittance:${file.reference}`,
      correlationId: staff.correlationId,
      detail: {
        employer: file.employer,
        month,
        sha256: file.sha256,
        total: toDecimal(file.total_centavos),
        reason,
      },
    });
  });
}
