import type { App } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { announceSettings } from "./announceSettings.ts";

/**
 * Switches back on what was off until a time that has come, and ends announced maintenance, each with a
 * record. May run twice, or in two processes.
 */
export async function endTimedSwitches(app: App): Promise<void> {
  const isDue = await app.db
    .selectNoFrom((is) =>
      is
        .or([
          is.exists(is.selectFrom("feature").select("name").where("ends_at", "<=", app.now())),
          is.exists(
            is.selectFrom("card_maintenance").select("kind").where("ends_at", "<=", app.now()),
          ),
        ])
        .as("due"),
    )
    .executeTakeFirstOrThrow();
  if (isDue.due) await transact(app.db, (tx) => endDue(tx, app));
}

async function endDue(tx: Tx, app: App): Promise<void> {
  const at = app.now();
  const off = { text_fil: "", ends_at: null };
  const features = await tx
    .updateTable("feature")
    .set({ ...off, state: "on", text_en: "" })
    .where("ends_at", "<=", at)
    .returning("name")
    .execute();
  const maintenances = await tx
    .updateTable("card_maintenance")
    .set({ ...off, is_on: false, text: "" })
    .where("ends_at", "<=", at)
    .returning("kind")
    .execute();
  const objects = [
    ...features.map(({ name }) => `feature:${name}`),
    ...maintenances.map(({ kind }) => `maintenance:${kind}`),
  ];
  for (const object of objects) {
    await audit(tx, {
      at,
      actorKind: "system",
      actor: "endTimedSwitches",
      action: "switched_back",
      object,
      correlationId: app.random.uuid(),
    });
  }
  if (objects.length > 0) await announceSettings(tx);
}
