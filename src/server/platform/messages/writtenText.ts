import type { Language } from "#contract/refusals.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** Where a text is read: with a code on a phone, a notice on a phone, a notice in the portal. */
export type TemplateChannel = "code" | "sms" | "portal";

type Template = { channel: TemplateChannel; name: string };

/** A text as staff word it now, else as it is shipped. Read for each use: a new wording counts at once. */
export async function writtenText(
  db: Db | Tx,
  { channel, name }: Template,
  shipped: Record<Language, string>,
): Promise<Record<Language, string>> {
  const written = await db
    .selectFrom("message_template")
    .select(["text_en", "text_fil"])
    .where("channel", "=", channel)
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return written === undefined ? shipped : { en: written.text_en, fil: written.text_fil };
}

/** All texts of a channel that staff have worded, by name. */
export async function writtenTexts(
  db: Db | Tx,
  channel: TemplateChannel,
): Promise<Map<string, Record<Language, string>>> {
  const rows = await db
    .selectFrom("message_template")
    .select(["name", "text_en", "text_fil"])
    .where("channel", "=", channel)
    .orderBy("version")
    .execute();
  return new Map(rows.map(({ name, text_en, text_fil }) => [name, { en: text_en, fil: text_fil }]));
}
