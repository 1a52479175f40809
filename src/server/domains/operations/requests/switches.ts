import type { Facts } from "#contract/staff/requests.ts";
import { announceSettings } from "#server/platform/settings/announceSettings.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { yesNo } from "#server/domains/makerChecker/yesNo.ts";

/** Switches a part of the portal on, off with a text, or out of sight; open portals follow at once. */
export const featureFlag = defineKind({
  kind: "feature_flag",
  subjectOf: ({ name }) => `feature:${name}`,
  readOffice: async () => null,
  readBefore: async (tx, { name, endsAt }, at) => {
    requireFuture(endsAt, at);
    const row = await tx
      .selectFrom("feature")
      .selectAll()
      .where("name", "=", name)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return switchFacts("featureState", row.state, {
      textEn: row.text_en,
      textFil: row.text_fil,
      endsAt: row.ends_at?.toISOString() ?? null,
    });
  },
  after: ({ state, ...words }) =>
    switchFacts("featureState", state, state === "on" ? nothingToSay : words),
  apply: async (tx, { name, state, ...words }) => {
    const { textEn, textFil, endsAt } = state === "on" ? nothingToSay : words;
    await tx
      .updateTable("feature")
      .set({ state, text_en: textEn, text_fil: textFil, ends_at: endsAt })
      .where("name", "=", name)
      .execute();
    await announceSettings(tx);
  },
});

/** Announces maintenance of the card application, or its end; open portals follow at once. */
export const maintenanceFlag = defineKind({
  kind: "maintenance_flag",
  subjectOf: ({ kind }) => `maintenance:${kind}`,
  readOffice: async () => null,
  readBefore: async (tx, { kind, endsAt }, at) => {
    requireFuture(endsAt, at);
    const row = await tx
      .selectFrom("card_maintenance")
      .selectAll()
      .where("kind", "=", kind)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return switchFacts("isInMaintenance", yesNo(row.is_on), {
      textEn: row.text,
      textFil: row.text_fil,
      endsAt: row.ends_at?.toISOString() ?? null,
    });
  },
  after: ({ isOn, ...words }) =>
    switchFacts("isInMaintenance", yesNo(isOn), isOn ? words : nothingToSay),
  apply: async (tx, { kind, isOn, ...words }) => {
    const { textEn, textFil, endsAt } = isOn ? words : nothingToSay;
    await tx
      .updateTable("card_maintenance")
      .set({ is_on: isOn, text: textEn, text_fil: textFil, ends_at: endsAt })
      .where("kind", "=", kind)
      .execute();
    await announceSettings(tx);
  },
});

type NoticeTexts = { textEn: string; textFil: string; endsAt: string | null };

const nothingToSay: NoticeTexts = { textEn: "", textFil: "", endsAt: null };

function switchFacts(name: string, value: string, { textEn, textFil, endsAt }: NoticeTexts): Facts {
  return {
    [name]: value,
    textEn,
    textFil,
    // The same moment, however it was written.
    endsAt: endsAt === null ? "" : new Date(endsAt).toISOString(),
  };
}

function requireFuture(endsAt: string | null, at: Date): void {
  if (endsAt !== null && new Date(endsAt) <= at) throw new Refusal("request_does_not_apply");
}
