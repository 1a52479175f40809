import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { lend } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ageLoans } from "./ageLoans.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  world.setTime(new Date("2026-11-01T09:00:00+08:00"));
});
afterAll(() => world.close());

type MemberOptions = { language?: "en" | "fil"; mobileNumber?: null };

/** A loan of somebody who reads this language, by a phone or without one. */
async function lendTo({ language = "en", mobileNumber }: MemberOptions = {}) {
  const member = await world.makeMember({ savings: 0n });
  await world.app.db
    .updateTable("member")
    .set({ language, ...(mobileNumber === null && { mobile_number: null }) })
    .where("id", "=", member.id)
    .execute();
  const loanNo = await lend(world.app, member);
  const { id } = await world.app.db
    .selectFrom("loan")
    .select("id")
    .where("loan_no", "=", loanNo)
    .executeTakeFirstOrThrow();
  return { id, loanNo, to: member.mobileNumber ?? "" };
}

/** Ages these loans; answers how many statements that took. */
async function age(app: App, loanIds: readonly bigint[]): Promise<number> {
  let statements = 0;
  await transact(app.db, async (tx) => {
    const counted = tx.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await ageLoans(counted, app, { loanIds, day: "2026-12-06" });
  });
  return statements;
}

test("the members of a batch are told by text in as many statements as one is, each in their language, once", async () => {
  const alone = await lendTo();
  const some = [await lendTo(), await lendTo({ language: "fil" })];
  const silent = await lendTo({ mobileNumber: null });
  const [one, two] = some;
  world.setTime(new Date("2026-12-06T09:00:00+08:00"));
  const ofOne = await age(world.app, [alone.id]);
  const ids = [...some, silent].map(({ id }) => id);
  expect(await age(world.app, ids)).toBe(ofOne);
  await age(world.app, ids);
  const overdueTo = async (to: string) =>
    (await world.textsTo(to)).filter((text) => text.includes("overdue"));
  expect(await overdueTo(alone.to)).toHaveLength(1);
  expect(await overdueTo(one?.to ?? "")).toEqual([
    expect.stringContaining(`an instalment of your loan ${one?.loanNo} is overdue`),
  ]);
  expect(await overdueTo(two?.to ?? "")).toEqual([
    expect.stringContaining(`may hulog na overdue sa inyong loan ${two?.loanNo}`),
  ]);
  const { rows } = await world.app.pool.query<{ purpose: string }>(
    "select purpose from text_message where purpose = 'loan_past_due'",
  );
  expect(rows).toHaveLength(3);
});
