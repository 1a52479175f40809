import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { findMissingDetails, readReviewed } from "./requestDetails.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Counts the pictures that leave the database, and the questions that are under way at once. */
function watch() {
  const seen = { pictures: 0, mostConcurrent: 0 };
  let atOnce = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      atOnce += 1;
      seen.mostConcurrent = Math.max(seen.mostConcurrent, atOnce);
      return node;
    },
    transformResult: ({ result }) => {
      atOnce -= 1;
      const values = result.rows.flatMap((row) => Object.values(row));
      seen.pictures += values.filter((value) => value instanceof Buffer).length;
      return Promise.resolve(result);
    },
  };
  return { seen, db: world.app.db.withPlugin(plugin) };
}

test("T18 S085 a look at the application loads each picture once, one look of a member at a time", async () => {
  const member = await world.makeMember({ card: null });
  await makeCardBench(world).completeFile(member);
  const { seen, db } = watch();
  expect(await findMissingDetails(db, member.id, "en")).toEqual([]);
  expect(seen.pictures).toBe(0);

  const of = { memberId: member.id, language: "en" } as const;
  const app = { ...world.app, db };
  const looks = await Promise.all(Array.from({ length: 5 }, () => readReviewed(app, of)));
  expect(looks.map(({ missing }) => missing)).toEqual([[], [], [], [], []]);
  expect(looks[0]?.details.imageIdBack).toBe(Buffer.from("picture").toString("base64"));
  expect(seen).toEqual({ pictures: 15, mostConcurrent: 1 });
});
