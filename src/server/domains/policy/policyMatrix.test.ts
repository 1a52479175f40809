import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Means, NEEDS, POLICY_ROWS } from "#contract/approvalPolicy.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const MEANS: readonly (Means | null)[] = ["code", "passkey", null];

/** What is refused by these means where this is taken: said here once more, in other words. */
function expected(needs: string, means: Means | null): string | null {
  if (needs === "office") return "office_needed";
  return needs.startsWith("passkey") && means !== "passkey" ? "passkey_needed" : null;
}

const cells = POLICY_ROWS.flatMap((row) =>
  NEEDS.flatMap((chosen) => MEANS.map((means) => ({ row, chosen, means }))),
);

test("S193 every act in every circumstance is judged by what is chosen for it, by every means", async () => {
  for (const { row, chosen, means } of cells) {
    const { act, payee, amount, hasPasskey, choices, shipped } = row;
    const isChoice = choices.includes(chosen);
    const set = sql`
      update approval_policy set chosen = ${chosen}
      where act = ${act} and payee = ${payee} and amount = ${amount} and has_passkey = ${hasPasskey}`;
    const wasSet = await set.execute(world.app.db).then(
      () => true,
      () => false,
    );
    expect([row, chosen, wasSet]).toEqual([row, chosen, isChoice]);
    const { rows } = await sql<{ against: string | null }>`
      select approval_refusal(approval_needs(${act}, ${payee}, ${amount}, ${hasPasskey}), ${means})
        as against`.execute(world.app.db);
    const last = choices.filter((one) => NEEDS.indexOf(one) <= NEEDS.indexOf(chosen)).at(-1);
    const needs = last ?? shipped;
    expect([row, means, rows[0]?.against]).toEqual([row, means, expected(needs, means)]);
  }
});

test("S193 what no row knows is not done online", async () => {
  const { rows } = await sql<{ against: string }>`
    select approval_refusal(approval_needs('fly', 'none', 'any', true), 'passkey') as against`.execute(
    world.app.db,
  );
  expect(rows[0]?.against).toBe("office_needed");
});
