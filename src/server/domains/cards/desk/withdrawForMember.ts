import type { App, StaffCaller } from "#server/platform/app.ts";
import { withdrawApplication } from "#server/domains/cards/application/withdrawApplication.ts";
import { transact } from "#server/db/db.ts";

/**
 * Takes an application for a default card back for its member, who then has the fee again and is told.
 * Refuses card_state once the issuer has decided on it.
 */
export async function withdrawForMember(
  app: App,
  staff: StaffCaller,
  { applicationId, reason }: { applicationId: string; reason: string },
): Promise<void> {
  await transact(app.db, (tx) =>
    withdrawApplication(tx, {
      applicationId: BigInt(applicationId),
      actor: { kind: "staff", name: staff.username },
      reason,
      at: app.now(),
      correlationId: staff.correlationId,
    }),
  );
}
