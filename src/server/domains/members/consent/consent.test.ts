import { afterAll, beforeAll, expect, test } from "vitest";
import { agreeToDocument } from "#contract/consent.ts";
import { type DocumentName, documentVersions } from "#contract/documents.ts";
import { getProfile } from "#contract/members.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { recordConsent } from "./recordConsent.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A signed-in member who agreed to these versions some days ago. */
async function memberWith(agreed: Partial<Record<DocumentName, string>>) {
  const member = await world.makeMember();
  const at = new Date(world.app.now().getTime() - 3 * 86_400_000);
  for (const [document, version] of Object.entries(agreed)) {
    await transact(world.app.db, (tx) =>
      // Keys of `agreed`.
      recordConsent(tx, { memberId: member.id, document: document as DocumentName, version, at }),
    );
  }
  return { member, browser: await world.signIn(member) };
}

async function asked(guid: string, browser: Browser): Promise<DocumentName[]> {
  const answer = await world.call(getProfile, { params: { guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.documentsToAgree;
}

test("E05 a member who agreed to an older version is asked until they agree to the one in force", async () => {
  const { terms } = documentVersions;
  const { member, browser } = await memberWith({
    terms: "2025-01-31",
    privacy: documentVersions.privacy,
  });
  const params = { guid: member.guid };
  expect(await asked(member.guid, browser)).toEqual(["terms"]);
  const before = world.app.now();
  for (const body of [
    { document: "terms", version: terms } as const,
    { document: "terms", version: terms } as const,
  ]) {
    expect(await world.call(agreeToDocument, { params, body }, browser)).toMatchObject({
      status: true,
    });
  }
  expect(await asked(member.guid, browser)).toEqual([]);
  const kept = await world.app.db
    .selectFrom("consent")
    .select(["version", "agreed_at"])
    .where("member_id", "=", member.id)
    .where("document", "=", "terms")
    .orderBy("version")
    .execute();
  expect(kept.map(({ version }) => version)).toEqual(["2025-01-31", terms]);
  expect(kept[1]?.agreed_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test("E05 who agreed to what is in force is asked nothing", async () => {
  const { member, browser } = await memberWith(documentVersions);
  expect(await asked(member.guid, browser)).toEqual([]);
});

test.each(["2025-01-31", "2999-12-31", "", undefined])(
  "E05 S041 no agreement is taken to version %s, which is not the one in force",
  async (version) => {
    const { member, browser } = await memberWith({});
    const body = { document: "privacy", version };
    const answer = await world.callRaw(
      agreeToDocument,
      { params: { guid: member.guid }, body },
      browser,
    );
    expect(answer.httpStatus).toBe(422);
    expect(answer.body["errors"]).toEqual([{ param: "version", msg: expect.any(String) }]);
    const { rows } = await world.app.pool.query("select from consent where member_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([]);
  },
);

test("E05 S060 nobody agrees for another member", async () => {
  const { browser } = await memberWith({});
  const { member: other } = await memberWith({});
  const body = { document: "terms", version: documentVersions.terms } as const;
  expect(
    await world.call(agreeToDocument, { params: { guid: other.guid }, body }, browser),
  ).toMatchObject({ httpStatus: 404 });
  const { rows } = await world.app.pool.query("select from consent where member_id = $1", [
    other.id,
  ]);
  expect(rows).toEqual([]);
});
