import type { MessageTemplate } from "#contract/staff/operations.ts";
import type { App } from "#server/platform/app.ts";
import {
  findTemplate,
  type TemplateDefinition,
  templateDefinitions,
} from "#server/platform/messages/templates/templateDefinitions.ts";
import { Refusal } from "#server/refusal.ts";

/** Every text to members as it reads now, with its rules. */
export async function listTemplates(app: App): Promise<MessageTemplate[]> {
  const rows = await app.db.selectFrom("message_template").selectAll().orderBy("version").execute();
  // The last of a key wins.
  const newest = new Map(rows.map((row) => [`${row.channel} ${row.name}`, row]));
  return templateDefinitions.map((definition) => {
    const { channel, name, shipped, rules } = definition;
    const written = newest.get(`${channel} ${name}`);
    return {
      channel,
      name,
      version: written?.version ?? 0,
      textEn: written?.text_en ?? shipped.en,
      textFil: written?.text_fil ?? shipped.fil,
      rulesEn: asRules(rules.en),
      rulesFil: asRules(rules.fil),
    };
  });
}

/** Every wording of a text, the newest first; version 0 is the shipped one. Refuses with not_found. */
export async function listVersions(app: App, of: { channel: string; name: string }) {
  const definition = findTemplate(of.channel, of.name);
  if (definition === undefined) throw new Refusal("not_found");
  const rows = await app.db
    .selectFrom("message_template")
    .selectAll()
    .where("channel", "=", definition.channel)
    .where("name", "=", definition.name)
    .orderBy("version", "desc")
    .limit(100)
    .execute();
  const { en, fil } = definition.shipped;
  return [
    ...rows.map((row) => ({
      version: row.version,
      textEn: row.text_en,
      textFil: row.text_fil,
      wordedBy: row.worded_by,
      approvedBy: row.approved_by,
      at: row.at.toISOString(),
    })),
    { version: 0, textEn: en, textFil: fil, wordedBy: "", approvedBy: "", at: null },
  ];
}

function asRules({ placeholders, longest, ...rest }: TemplateDefinition["rules"]["en"]) {
  return { ...rest, placeholders: [...placeholders], longest: { ...longest } };
}
