import type { App, Caller } from "#server/platform/app.ts";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { endApplication, lockApplication } from "./decideApplication.ts";

/** The member takes the open application for the default card back. Refuses when it was decided. */
export async function withdrawOwnApplication(app: App, caller: Caller): Promise<void> {
  const open = await app.db
    .selectFrom("card_application")
    .select(["id", "stage"])
    .where("member_id", "=", caller.memberId)
    .where("kind", "=", "generic")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) throw new Refusal("card_state");
  // What was lost was the answer.
  if (open.stage === "withdrawn") return;
  const { memberGuid, correlationId } = caller;
  await transact(app.db, (tx) =>
    withdrawApplication(tx, {
      applicationId: open.id,
      actor: { kind: "member", name: memberGuid },
      reason: "",
      at: app.now(),
      correlationId,
    }),
  );
}

/**
 * Withdraws an application for the default card that the issuer has not decided on, and gives its fee
 * back. Refuses card_state when it was decided, or is for a personalized card, which is being made.
 */
export async function withdrawApplication(
  tx: Tx,
  word: {
    applicationId: bigint;
    actor: CardActor;
    reason: string;
    at: Date;
    correlationId: string;
  },
): Promise<void> {
  const application = await lockApplication(tx, word.applicationId);
  const isOpen = application.stage === "sent" || application.stage === "review";
  if (application.kind !== "generic" || !isOpen) throw new Refusal("card_state");
  await endApplication(tx, application, { ...word, stage: "withdrawn" });
}
