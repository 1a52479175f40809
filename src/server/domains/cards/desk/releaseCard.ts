import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { Refusal } from "#server/refusal.ts";

export type Release = {
  applicationId: string;
  serial: string;
  /** What the member showed. */
  idType: string;
  note: string;
};

/**
 * Writes down that a card was given to its member, whose identity was checked and who signed: once. A
 * personalized card is then for activation; a default card stays for pick-up until it is activated.
 * Refuses card_state where none waits to be fetched, and release_serial for another plastic.
 */
export async function releaseCard(
  app: App,
  staff: StaffCaller,
  { applicationId, serial, idType, note }: Release,
): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    const waiting = await lockWaiting(tx, applicationId);
    if (waiting.serial !== serial) throw new Refusal("release_serial");
    if (waiting.kind === "personalized") {
      await moveCard(tx, {
        cardId: waiting.card_id,
        event: "hand_over",
        actor: { kind: "staff", name: staff.username },
        reason: serial,
        at,
        correlationId: staff.correlationId,
      });
    }
    await tx
      .updateTable("card_kit")
      .set({ state: "released", changed_at: at })
      .where("id", "=", waiting.kit_id)
      .execute();
    await tx
      .insertInto("card_release")
      .values({
        application_id: waiting.id,
        kit_id: waiting.kit_id,
        office_id: waiting.office_id,
        id_type: idType,
        note,
        released_by: staff.username,
        released_at: at,
      })
      .execute();
    const who = { actorKind: "staff", actor: staff.username } as const;
    const { correlationId } = staff;
    await audit(tx, {
      ...who,
      at,
      correlationId,
      action: "card_released",
      object: `card_application:${waiting.reference}`,
      detail: { serial, id_type: idType, identity_checked: true, signed: true, note },
    });
    await audit(tx, {
      ...who,
      at,
      correlationId,
      action: "kit_released",
      object: `kit:${serial}`,
      detail: { application: waiting.reference },
    });
    await notify(tx, { memberId: waiting.member_id, kind: "card_handed_over", params: {}, at });
  });
}

/** The application with the plastic set aside for it, both locked. */
async function lockWaiting(tx: Tx, applicationId: string) {
  const waiting = await tx
    .selectFrom("card_application as a")
    .innerJoin("card as c", "c.id", "a.card_id")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select([
      "a.id",
      "a.reference",
      "a.kind",
      "a.card_id",
      "a.member_id",
      "c.status",
      "c.perso_status",
      "k.id as kit_id",
      "k.serial",
      "k.office_id",
    ])
    .where("a.id", "=", BigInt(applicationId))
    // A card that was not fetched in time is for pick-up no more, even if the member has asked again.
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "=", "reserved")
    .forNoKeyUpdate(["a", "c", "k"])
    .executeTakeFirst();
  const status = waiting?.kind === "generic" ? waiting.status : waiting?.perso_status;
  if (waiting === undefined || status !== "for_pickup") throw new Refusal("card_state");
  return waiting;
}
