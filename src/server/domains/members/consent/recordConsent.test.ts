import { afterAll, beforeAll, expect, test } from "vitest";
import { documentVersions } from "#contract/documents.ts";
import { transact } from "#server/db/db.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { recordConsent } from "./recordConsent.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("E05 S041 a consent keeps text, version and first moment; a newer version is a further one", async () => {
  const { id: memberId } = await world.makeMember();
  const first = world.app.now();
  const later = new Date(first.getTime() + 60_000);
  const agree = (version: string, at: Date) =>
    transact(world.app.db, (tx) =>
      recordConsent(tx, { memberId, document: "privacy", version, at }),
    );
  await agree("2025-01-31", first);
  await agree("2025-01-31", later);
  await agree(documentVersions.privacy, later);
  const kept = await world.app.db
    .selectFrom("consent")
    .select(["document", "version", "agreed_at"])
    .where("member_id", "=", memberId)
    .orderBy("version")
    .execute();
  expect(kept).toEqual([
    { document: "privacy", version: "2025-01-31", agreed_at: first },
    { document: "privacy", version: documentVersions.privacy, agreed_at: later },
  ]);
});
