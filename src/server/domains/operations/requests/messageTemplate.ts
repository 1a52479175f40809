import { templateProblems } from "#common/templateText.ts";
import type { Tx } from "#server/db/db.ts";
import { findTemplate } from "#server/platform/messages/templates/templateDefinitions.ts";
import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";

type Wording = { channel: string; name: string; textEn: string; textFil: string };

/**
 * Words a text to members anew. A wording that lacks what the text must say, or says what none may, is
 * refused when it is asked for and when it is decided: the rules may have grown meanwhile.
 */
export const messageTemplate = defineKind({
  kind: "message_template",
  subjectOf: ({ channel, name }) => `message_template:${channel}/${name}`,
  readOffice: async () => null,
  readBefore: async (tx, wording) => {
    const shipped = requireUsable(wording);
    const written = await readNewest(tx, wording);
    return {
      templateVersion: String(written?.version ?? 0),
      textEn: written?.text_en ?? shipped.en,
      textFil: written?.text_fil ?? shipped.fil,
    };
  },
  after: ({ textEn, textFil }, { templateVersion }) => ({
    templateVersion: String(Number(templateVersion) + 1),
    textEn,
    textFil,
  }),
  apply: async (tx, wording, { at, maker, checker }) => {
    const { channel, name, textEn, textFil } = wording;
    const written = await readNewest(tx, wording);
    await tx
      .insertInto("message_template")
      .values({
        channel,
        name,
        version: (written?.version ?? 0) + 1,
        text_en: textEn,
        text_fil: textFil,
        worded_by: maker,
        approved_by: checker,
        at,
      })
      .execute();
  },
});

function requireUsable({ channel, name, textEn, textFil }: Wording) {
  const definition = findTemplate(channel, name);
  if (definition === undefined) throw new Refusal("not_found");
  const { rules, shipped } = definition;
  if (templateProblems(textEn, rules.en).length > 0) {
    throw new Refusal("template_not_usable", { param: "payload.textEn" });
  }
  if (templateProblems(textFil, rules.fil).length > 0) {
    throw new Refusal("template_not_usable", { param: "payload.textFil" });
  }
  return shipped;
}

async function readNewest(tx: Tx, { channel, name }: Wording) {
  return tx
    .selectFrom("message_template")
    .select(["version", "text_en", "text_fil"])
    .where("channel", "=", channel)
    .where("name", "=", name)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
}
