import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStaffQueues } from "#contract/staff/home.ts";
import { STAFF_ROLES, type StaffAction, type StaffRole } from "#contract/staff/actions.ts";
import { lockMoney } from "#contract/moneyLock.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { exportRequests, getRequest, listRequests, makeRequest } from "#contract/staff/requests.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { type Draft, ask, asked, decide, look, newKey } from "#test/support/requestActs.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: null });
  checker = await makeStaff(world, { role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());

async function idsOf(staff: TestStaff, query: Record<string, string>): Promise<string[]> {
  const answer = await staff.call(listRequests, { query });
  if (!answer.status) throw new Error(`list: ${answer.code}`);
  return answer.result.rows.map(({ id }) => id);
}

const locked = (officeId: bigint) => world.makeMember({ officeId, card: { adminLocked: true } });

test("S131 the queue shows each what they may decide, their own, and nothing of other branches", async () => {
  const [here, there] = [await locked(1n), await locked(2n)];
  const lift = (member: TestMember): Draft => ({
    kind: "lift_admin_lock",
    payload: { memberGuid: member.guid },
  });
  const inOne = await asked(maker, lift(here));
  const inTwo = await asked(maker, lift(there));
  const global = await asked(maker, {
    kind: "transfer_setting",
    payload: { name: "pesonetFee", amount: "12.00" },
  });

  expect(await idsOf(checker, { show: "to_decide" })).toEqual([inOne]);
  expect(await idsOf(checker, {})).toEqual([inOne]);
  expect(await idsOf(maker, { show: "to_decide" })).toEqual([]);
  expect(await idsOf(maker, { show: "mine", sort: "madeAt" })).toEqual([inOne, inTwo, global]);
  expect(await idsOf(maker, { kind: "transfer_setting" })).toEqual([global]);
  expect(await idsOf(maker, { subject: `member:${there.guid}` })).toEqual([inTwo]);
  expect(await idsOf(maker, { maker: "somebody.else" })).toEqual([]);
  const queues = await checker.call(getStaffQueues, {});
  expect(queues.status && queues.results).toContainEqual({
    queue: "requests_to_decide",
    count: 1,
    isMore: false,
  });

  const [row] = await checker
    .call(listRequests, { query: {} })
    .then((answer) => (answer.status ? answer.result.rows : []));
  expect(row).toMatchObject({
    subjectName: expect.stringContaining(here.membershipNo),
    verdict: "may_decide",
    state: "open",
  });
  await decide(checker, inOne, "reject");
  expect(await idsOf(checker, { show: "to_decide" })).toEqual([]);
  expect(await idsOf(checker, { state: "rejected" })).toEqual([inOne]);
  world.passSeconds(72 * 3600 + 1);
  maker = await makeStaff(world, { role: "supervisor", officeId: null });
  expect(await idsOf(maker, { show: "to_decide" })).toEqual([]);
});

test("S131 a branch's supervisor sees of the association's requests those to decide, and no other", async () => {
  const admin = await makeStaff(world, { role: "every", officeId: null });
  const wording = await asked(admin, {
    kind: "message_template",
    payload: {
      channel: "code",
      name: "login",
      textEn: "{code} is your sign-in code. Never share it.",
      textFil: "{code} ang code ninyo. Huwag itong ibigay kaninuman.",
    },
  });
  const fee = await asked(admin, {
    kind: "transfer_setting",
    payload: { name: "instapayFee", amount: "12.50" },
  });
  const supervisor = await makeStaff(world, { role: "supervisor", officeId: 1n });
  const teller = await makeStaff(world, { role: "teller", officeId: 1n });
  expect(await idsOf(supervisor, { show: "to_decide" })).toContain(wording);
  const seen = [...(await idsOf(supervisor, {})), ...(await idsOf(teller, {}))];
  expect(seen).not.toContain(fee);
  expect(await idsOf(teller, {})).not.toContain(wording);
  for (const [staff, requestId] of [
    [supervisor, fee],
    [teller, wording],
  ] as const) {
    const answer = await staff.call(getRequest, { params: { requestId } });
    expect(answer).toMatchObject({ code: "not_found" });
  }
  expect(await decide(supervisor, wording, "reject")).toMatchObject({ status: true });
  const other = await makeStaff(world, { role: "every", officeId: null });
  await decide(other, fee, "reject");
});

test("S063 S131 the queue's file has the rows of the filters in the caller's branches, harmlessly", async () => {
  const [one, two] = [
    await makeStaff(world, { role: "supervisor", officeId: null }),
    await makeStaff(world, { role: "supervisor", officeId: 1n }),
  ];
  const [here, there] = [await locked(1n), await locked(2n)];
  for (const { guid } of [here, there]) {
    const answer = await one.call(
      makeRequest,
      {
        body: {
          kind: "lift_admin_lock",
          payload: { memberGuid: guid },
          reason: '=HYPERLINK("x")',
          documents: [],
        },
      },
      { idempotencyKey: newKey() },
    );
    expect(answer.status).toBe(true);
  }
  const file = await two.callRaw(exportRequests, {
    query: { kind: "lift_admin_lock", state: "open" },
  });
  const lines = file.text.trim().split("\r\n");
  expect(lines[0]).toContain("id,kind,about,branch,state,reason");
  expect(lines.filter((line) => line.includes(here.membershipNo))).toEqual([
    expect.stringContaining('"\'=HYPERLINK(""x"")"'),
  ]);
  expect(file.text).not.toContain(there.membershipNo);
  const teller = await makeStaff(world, { role: "teller", officeId: 1n });
  expect((await teller.callRaw(exportRequests, {})).body["code"]).toBe("not_your_role");
});

/** A request of each kind that applies in a branch, or to the association; others have tests of their own. */
type KindHere = Extract<
  RequestKind,
  | "lift_admin_lock"
  | "deactivate_card"
  | "reactivate_card"
  | "card_not_made"
  | "replace_card"
  | "reactivate_member"
  | "change_mobile"
  | "change_email"
  | "transfer_setting"
  | "approval_policy"
  | "holiday"
  | "feature_flag"
  | "maintenance_flag"
  | "manual_journal"
  | "journal_reversal"
  | "disputed_funds_hold"
  | "disputed_funds_release"
  | "release_money_lock"
>;
const examples: Record<KindHere, (officeId: bigint) => Promise<Record<string, unknown>>> = {
  lift_admin_lock: async (officeId) => ({ memberGuid: (await locked(officeId)).guid }),
  deactivate_card: async (officeId) => ({
    memberGuid: (await world.makeMember({ officeId })).guid,
    cause: "lost",
  }),
  reactivate_card: async (officeId) => ({
    memberGuid: (await world.makeMember({ officeId, card: { status: "deactivated" } })).guid,
  }),
  card_not_made: async (officeId) => {
    const member = await world.makeMember({ officeId, card: { persoStatus: "processing" } });
    await makeApplication(world.app, member, { kind: "personalized", stage: "approved", officeId });
    return { memberGuid: member.guid, cause: "lost_in_post" };
  },
  replace_card: async (officeId) => {
    const member = await world.makeMember({ officeId, card: { status: "deactivated" } });
    await world.app.db
      .updateTable("card")
      .set({ deactivated_for: "stolen" })
      .where("member_id", "=", member.id)
      .execute();
    return { memberGuid: member.guid };
  },
  reactivate_member: async (officeId) => ({
    memberGuid: (await world.makeMember({ officeId, status: "suspended" })).guid,
  }),
  change_mobile: async (officeId) => ({
    memberGuid: (await world.makeMember({ officeId })).guid,
    mobileNumber: "+639171230000",
  }),
  change_email: async (officeId) => ({
    memberGuid: (await world.makeMember({ officeId })).guid,
    emailAddress: "new@example.test",
  }),
  transfer_setting: async () => ({ name: "instapayFee", amount: "11.00" }),
  approval_policy: async () => ({
    act: "raise_limit",
    payee: "none",
    amount: "any",
    hasPasskey: true,
    needs: "code",
  }),
  holiday: async () => ({
    day: "2026-12-15",
    name: "Storm",
    type: "suspension",
    isBankingDay: false,
    isObserved: true,
  }),
  feature_flag: async () => ({ name: "cardSettings", state: "hidden" }),
  maintenance_flag: async () => ({ kind: "generic", isOn: true }),
  manual_journal: async () => ({
    reference: `ADJ-${String(++lastReference)}00`,
    narrative: "Correction",
    lines: [
      { book: "ASSOC", code: "5310", side: "D", amount: "1.00" },
      { book: "ASSOC", code: "1010", side: "C", amount: "1.00" },
    ],
  }),
  journal_reversal: async () => {
    await world.makeMember({ savings: 1_00n });
    const { id } = await world.app.db
      .selectFrom("journal_entry")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    return { entryId: String(id) };
  },
  disputed_funds_hold: async (officeId) => {
    const member = await world.makeMember({ officeId, savings: 100_00n });
    return {
      memberGuid: member.guid,
      accountNumber: member.accountNumbers.savings,
      amount: "10.00",
      caseReference: "CASE-1",
      days: 30,
    };
  },
  disputed_funds_release: async (officeId) => {
    const payload = await examples.disputed_funds_hold(officeId);
    const request = await asked(all, { kind: "disputed_funds_hold", payload });
    const answer = await decide(all2, request);
    if (!answer.status) throw new Error(answer.message);
    const { id } = await world.app.db
      .selectFrom("ledger_hold")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    return { memberGuid: payload["memberGuid"], holdId: String(id) };
  },
  release_money_lock: async (officeId) => {
    const member = await world.makeMember({ officeId, savings: 100_00n });
    const accountNumber = member.accountNumbers.savings ?? "";
    const browser = await world.signIn(member);
    const input = { params: { guid: member.guid }, body: { accountNumber, amount: "10.00" } };
    const answer = await world.call(lockMoney, input, browser, { idempotencyKey: "one-lock-key" });
    if (!answer.status) throw new Error(answer.message);
    return { memberGuid: member.guid, accountNumber };
  },
};
let lastReference = 1000;
/** Of kinds that belong to no branch. */
const OF_NO_BRANCH: readonly RequestKind[] = [
  "transfer_setting",
  "approval_policy",
  "holiday",
  "feature_flag",
  "maintenance_flag",
  "manual_journal",
  "journal_reversal",
];
/** Two people who may do everything everywhere. */
let all: TestStaff;
let all2: TestStaff;

describe("S130 S131 who may ask and who may decide is what the table says, kind by kind", () => {
  const staffOf = new Map<StaffRole, TestStaff>();
  let table: Map<string, string>;
  beforeAll(async () => {
    all = await makeStaff(world, { role: "every", officeId: null });
    all2 = await makeStaff(world, { role: "every", officeId: null });
    for (const role of STAFF_ROLES) {
      staffOf.set(role, await makeStaff(world, { role, officeId: 1n }));
    }
    const { rows } = await asAdmin(world.database.ownerUrl, (owner) =>
      owner.query<{ role: string; action: string; scope: string }>("select * from role_action"),
    );
    table = new Map(rows.map(({ role, action, scope }) => [`${role} ${action}`, scope]));
  });

  /** What the table allows somebody who holds the role in branch 1. */
  const isAllowed = (role: StaffRole, action: StaffAction, officeId: bigint | null) => {
    const scope = table.get(`${role} ${action}`);
    return scope === "all" || (scope === "own" && officeId === 1n);
  };

  const said = (isYes: boolean) => (isYes ? "yes" : "no");
  /** Another no than that of rights is told as what it is. */
  const outcomeOf = (answer: { status: boolean; code?: string | undefined }) => {
    if (answer.status) return "yes";
    return answer.code === "not_your_role" || answer.code === "not_found" ? "no" : answer.code;
  };

  // The keys of an object literal.
  const kindsHere = Object.keys(examples) as KindHere[];
  test.each(kindsHere)("%s", async (kind) => {
    const offices = OF_NO_BRANCH.includes(kind) ? [null] : [1n, 2n];
    for (const officeId of offices) {
      await expectAskers(kind, officeId);
      await expectDeciders(kind, officeId);
    }
  });

  /** Who may ask does; another decides about it. */
  async function expectAskers(kind: KindHere, officeId: bigint | null): Promise<void> {
    const draft = async () => ({ kind, payload: await examples[kind](officeId ?? 1n) });
    // Of whoever may not ask it stays as it is: one for them all.
    const left = await draft();
    for (const [role, staff] of staffOf) {
      const mayAsk = isAllowed(role, `request.${kind}`, officeId);
      const made = await ask(staff, mayAsk ? await draft() : left);
      expect([role, officeId, outcomeOf(made)]).toEqual([role, officeId, said(mayAsk)]);
      if (!made.status) continue;
      const decided = await reject(all, await shown(made.result.requestId));
      expect([role, officeId, outcomeOf(decided)]).toEqual([role, officeId, "yes"]);
    }
  }

  /** Everybody is tried as the one who decides, whoever may ask as well. */
  async function expectDeciders(kind: KindHere, officeId: bigint | null): Promise<void> {
    // Whoever may not decide leaves it open for the next.
    let open: Shown | undefined;
    for (const [role, staff] of staffOf) {
      const draft = async () => ({ kind, payload: await examples[kind](officeId ?? 1n) });
      open ??= await shown(await asked(all, await draft()));
      const decided = await reject(staff, open);
      const sees = isAllowed(role, "request.view", officeId);
      const mayDecide = sees && isAllowed(role, `decide.${kind}`, officeId);
      expect([role, officeId, outcomeOf(decided)]).toEqual([role, officeId, said(mayDecide)]);
      if (decided.status) open = undefined;
    }
    if (open !== undefined) await reject(all2, open);
  }

  type Shown = { requestId: string; payloadHash: string };

  /** What whoever decides has seen of it: told to those who may not look, too. */
  async function shown(requestId: string): Promise<Shown> {
    return { requestId, payloadHash: (await look(all, requestId)).payloadHash };
  }

  const reject = (staff: TestStaff, { requestId, payloadHash }: Shown) =>
    decide(staff, requestId, "reject", { payloadHash, note: "Test" });
});
