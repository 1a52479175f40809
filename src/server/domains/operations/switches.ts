import type { App } from "#server/platform/app.ts";

/** What of the portal is switched off or announced, as members see it now. */
export async function readSwitches(app: App) {
  const features = await app.db.selectFrom("feature").selectAll().orderBy("name").execute();
  const maintenance = await app.db
    .selectFrom("card_maintenance")
    .selectAll()
    .orderBy("kind")
    .execute();
  return {
    features: features.map((row) => ({
      name: row.name,
      // The tables' checks allow exactly these.
      state: row.state as "on" | "disabled" | "hidden",
      textEn: row.text_en,
      textFil: row.text_fil,
      endsAt: row.ends_at?.toISOString() ?? null,
    })),
    maintenance: maintenance.map((row) => ({
      kind: row.kind as "generic" | "perso",
      isOn: row.is_on,
      textEn: row.text,
      textFil: row.text_fil,
      endsAt: row.ends_at?.toISOString() ?? null,
    })),
  };
}
