import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  APPROVED_ACT_NAMES,
  type ApprovedAct,
  type Means,
  type Needs,
  POLICY_ROWS,
  WAIT_HOURS,
} from "#contract/approvalPolicy.ts";
import { getMoneyLocks } from "#contract/moneyLock.ts";
import { getOwnLimits } from "#contract/ownLimits.ts";
import { type ApprovedIntent, DOING, enterWithPasskey } from "#test/support/approvedActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import * as acts from "#test/support/passkeyActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(() =>
  sql`update approval_policy set chosen = null, chosen_hours = null`.execute(world.app.db),
);

/** By which means an act is tried, and how that ends: said here once more, in other words than the policy's. */
type Ends = "done" | "passkey_needed" | "office_needed" | "cash_second_person";
type Cell = { act: ApprovedAct; hasPasskey: boolean; needs: Needs; by: Means };
function expected({ act, hasPasskey, needs, by: means }: Cell): Ends {
  const hasNoWay = needs === "office" || (needs === "passkey" && !hasPasskey);
  // The teller is told so, before the member is asked.
  if (act === "cash_withdrawal" && hasNoWay) return "cash_second_person";
  if (needs === "office") return "office_needed";
  return means === "code" && needs.startsWith("passkey") ? "passkey_needed" : "done";
}

const cells = POLICY_ROWS.flatMap(({ act, hasPasskey, shipped, choices }) => {
  const approved = APPROVED_ACT_NAMES.find((one) => one === act);
  // Nobody who has none removes one.
  if (approved === undefined || (approved === "remove_passkey" && !hasPasskey)) return [];
  const means: Means[] = hasPasskey ? ["code", "passkey"] : ["code"];
  return choices.flatMap((needs) =>
    means.map((by) => ({ act: approved, hasPasskey, needs, by, isShipped: needs === shipped })),
  );
});

/** Asks for the proof and does the act; what was refused in asking is how it ends. */
async function end(act: ApprovedAct, { hasPasskey, by }: { hasPasskey: boolean; by: Means }) {
  const who = await enterWithPasskey(world, { hasPasskey });
  const prove = (intent: ApprovedIntent) =>
    by === "code"
      ? acts.approveByText(world, who, intent)
      : acts.approveByPasskey(world, who, intent);
  return DOING[act](world, who, prove).then(
    (answer) => (answer.status ? "done" : answer),
    (error: Error) =>
      /(passkey|office)_needed|cash_second_person/.exec(error.message)?.[0] ?? error,
  );
}

test.each(cells)(
  "S196 $act by a $by, where $needs is chosen (passkey: $hasPasskey, shipped: $isShipped), ends as the policy says",
  async ({ act, hasPasskey, needs, by }) => {
    await sql`update approval_policy set chosen = ${needs} where act = ${act} and has_passkey = ${hasPasskey}`.execute(
      world.app.db,
    );
    expect(await end(act, { hasPasskey, by })).toBe(expected({ act, hasPasskey, needs, by }));
  },
);

test("S196 whoever has a passkey approves every risky act with it as shipped; a lost one is removed, a new card ordered, an own loan paid, today or by itself, and cash taken at a counter with a code", () => {
  const shipped = POLICY_ROWS.filter(({ act, hasPasskey, shipped: takes }) => {
    const isApproved = APPROVED_ACT_NAMES.some((one) => one === act);
    return isApproved && hasPasskey && !takes.startsWith("passkey");
  });
  expect(shipped.map(({ act }) => act)).toEqual([
    "replace_card",
    "pay_loan",
    "automatic_debit",
    "cash_withdrawal",
    "remove_passkey",
  ]);
});

test("S196 an act that waits may have no choice by which it counts at once, and no other act waits", () => {
  for (const { act, choices, waitHours } of POLICY_ROWS) {
    const waits = Object.hasOwn(WAIT_HOURS, act);
    expect([act, waitHours > 0]).toEqual([act, waits]);
    const others = waits ? ["nothing", "passkey"] : ["passkey_and_wait"];
    expect([act, choices.filter((one) => others.includes(one))]).toEqual([act, []]);
  }
});

test("S196 S318 raises and releases wait for as long as two people chose, not for a time of their own", async () => {
  const maker = await world.makeStaff({ role: "supervisor", officeId: null });
  const checker = await world.makeStaff({ role: "supervisor", officeId: null });
  for (const act of ["raise_limit", "raise_own_limit", "release_lock"]) {
    const of = { act, payee: "none", amount: "any", hasPasskey: true, needs: "passkey_and_wait" };
    const payload = { ...of, waitHours: 47 };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await approve(checker, await asked(maker, { kind: "approval_policy", payload }));
  }
  const who = await enterWithPasskey(world);
  const prove = (intent: ApprovedIntent) => acts.approveByPasskey(world, who, intent);
  const raised = await DOING.raise_limit(world, who, prove);
  await DOING.raise_own_limit(world, who, prove);
  await DOING.release_lock(world, who, prove);
  const params = { guid: who.member.guid };
  const limits = await world.call(getOwnLimits, { params }, who.browser);
  const locks = await world.call(getMoneyLocks, { params }, who.browser);
  const said = JSON.stringify([raised, limits, locks], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const moments = [...said.matchAll(/"(?:startsAt|from|freeFrom)":"([^"]+)"/g)].map(
    ([, moment = ""]) => (Date.parse(moment) - world.app.now().getTime()) / 3.6e6,
  );
  expect(moments).toHaveLength(3);
  for (const hours of moments) {
    expect(hours).toBeGreaterThan(46);
    expect(hours).toBeLessThanOrEqual(47);
  }
});
