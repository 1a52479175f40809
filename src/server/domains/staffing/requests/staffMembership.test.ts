import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getStaffAccounts } from "#contract/staff/accounts.ts";
import { takeCashDeposit } from "#contract/staff/cash.ts";
import {
  endMemberSessions,
  freezeMember,
  lockMemberCard,
  writeMemberNote,
} from "#contract/staff/memberActions.ts";
import { getMemberFile } from "#contract/staff/members.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look, newKey } from "#test/support/requestActs.ts";
import { openDrawer } from "#test/support/vaultActs.ts";

let world: World;
let admin: TestStaff;
let otherAdmin: TestStaff;
let teller: TestStaff;
let colleague: TestStaff;
let supervisor: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld();
  admin = await world.makeStaff({ role: "administrator", officeId: null });
  otherAdmin = await world.makeStaff({ role: "administrator", officeId: null });
  teller = await world.makeStaff({ role: "every", officeId: 1n, personKey: "EMP-4471" });
  colleague = await world.makeStaff({ role: "every", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  member = await world.makeMember({ savings: 1_000_00n, officeId: 1n });
});
afterAll(() => world.close());

const belongsTo = (who: TestStaff, membershipNo: string | null) => ({
  kind: "staff_membership" as const,
  payload: { username: who.username, membershipNo },
});
const say = async (who: TestStaff, membershipNo: string | null) =>
  approve(otherAdmin, await asked(admin, belongsTo(who, membershipNo)));
const changeMobile = (of: TestMember) => ({
  kind: "change_mobile" as const,
  payload: { memberGuid: of.guid, mobileNumber: "+639175550143" },
});
const codeOf = (answer: { status: boolean; code?: string | undefined }) =>
  answer.status ? "ok" : answer.code;

/** What a person of the staff can do to a member alone, and how each was answered. */
async function actsOn(of: TestMember, who: TestStaff) {
  const params = { memberGuid: of.guid };
  const reason = "Asked for by phone";
  const accountNumber = of.accountNumbers.savings ?? "";
  const key = { idempotencyKey: newKey() };
  return {
    sessions: codeOf(await who.call(endMemberSessions, { params })),
    note: codeOf(await who.call(writeMemberNote, { params, body: { body: "Called twice" } })),
    card: codeOf(await who.call(lockMemberCard, { params, body: { reason } })),
    cash: codeOf(
      await who.call(takeCashDeposit, { body: { accountNumber, amount: "50.00" } }, key),
    ),
    freeze: codeOf(await who.call(freezeMember, { params, body: { channel: "office", reason } })),
  };
}
const inBooks = async () =>
  (
    await world.app.db
      .selectFrom("posting")
      .select((row) => row.fn.countAll<bigint>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

test("S396 whoever works here and is a member does nothing to their own membership, by no account, and colleagues do", async () => {
  await openDrawer(world, teller, [{ denomination: 1000_00, pieces: 5 }], 1n);
  await openDrawer(world, colleague, [{ denomination: 1000_00, pieces: 5 }], 1n);
  const open = await asked(supervisor, changeMobile(member));
  await say(teller, member.membershipNo);
  const second = await world.makeStaff({
    role: "every",
    officeId: null,
    personKey: teller.personKey,
  });

  const before = await inBooks();
  for (const own of [teller, second]) {
    // oxlint-disable-next-line no-await-in-loop -- one person's acts, one after the other
    expect(await actsOn(member, own)).toMatchObject({
      sessions: "own_membership",
      note: "own_membership",
      card: "own_membership",
      freeze: "own_membership",
    });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(codeOf(await decide(own, open))).toBe("request_about_you");
  }
  expect(await actsOn(member, teller)).toMatchObject({ cash: "own_membership" });
  expect(await inBooks()).toBe(before);
  expect((await look(teller, open)).verdict).toBe("about_you");
  expect(await world.app.db.selectFrom("member_note").selectAll().execute()).toEqual([]);
  // Looking is not refused, and is written down.
  expect(await teller.call(getMemberFile, { params: { memberGuid: member.guid } })).toMatchObject({
    status: true,
  });
  expect(codeOf(await decide(colleague, open, "reject"))).toBe("ok");
  expect(codeOf(await ask(teller, changeMobile(member)))).toBe("request_about_you");

  const other = await world.makeMember({ savings: 0n, officeId: 1n });
  for (const [of, who] of [
    [other, teller],
    [member, colleague],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await actsOn(of, who)).toEqual({
      sessions: "ok",
      note: "ok",
      card: "ok",
      cash: "ok",
      freeze: "ok",
    });
  }
});

test("S396 two others say whose membership it is, each number is one person's, and it can end", async () => {
  const mine = await world.makeMember({ savings: 0n, officeId: 1n });
  expect(codeOf(await ask(admin, belongsTo(admin, mine.membershipNo)))).toBe("request_about_you");
  expect(codeOf(await ask(teller, belongsTo(colleague, mine.membershipNo)))).toBe("ok");
  const [open] = await world.app.db
    .selectFrom("staff_request")
    .select("id")
    .where("subject", "=", `staff:${colleague.username}`)
    .execute();
  expect(codeOf(await decide(colleague, open?.id ?? ""))).toBe("request_about_you");
  await approve(otherAdmin, open?.id ?? "");
  expect(codeOf(await ask(admin, belongsTo(supervisor, mine.membershipNo)))).toBe(
    "staff_membership_taken",
  );
  expect(codeOf(await ask(admin, belongsTo(supervisor, "4000202100000019")))).toBe(
    "invalid_parameters",
  );
  const another = await world.makeMember({ officeId: 1n });
  expect(
    await admin.call(getStaffAccounts, { query: { search: colleague.username } }),
  ).toMatchObject({ result: { rows: [{ membershipNo: mine.membershipNo }] } });
  expect(codeOf(await ask(colleague, changeMobile(mine)))).toBe("request_about_you");
  await say(colleague, null);
  expect(codeOf(await ask(colleague, changeMobile(mine)))).toBe("ok");
  await say(colleague, another.membershipNo);
  await say(supervisor, mine.membershipNo);
});

/** What the trail and requests name that is no one member's; everything else has its line in members_of_object. */
const NOBODYS = new Set(
  "asked_proof bank business_day cash_drawer cash_move card_batch document earning_run feature holiday import inward_return_file issuer_event interest_day job key kit list loan_batch maintenance message_template office payee_check payroll_file pesonet_batch pesonet_file proof recipient remittance request session setting settlement staff staff_device staff_password staff_session statements tel".split(
    " ",
  ),
);

test("S396 everything that the trail or a request names is some member's by a rule, or is known to be nobody's", () => {
  const server = new URL("../../../", import.meta.url);
  const files = readdirSync(server, { recursive: true, encoding: "utf8" });
  const named = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) =>
      Array.from(
        readFileSync(new URL(file, server), "utf8").matchAll(
          /(?:object: |subject: |=> )`([a-z_]+):\$/g,
        ),
        ([, kind = ""]) => kind,
      ),
    );
  const rule = readFileSync(new URL("../sql/own_membership.sql", import.meta.url), "utf8");
  const cases = Array.from(rule.matchAll(/^ +when (.*) then$/gm), ([, kinds = ""]) => kinds);
  const ruled = new Set(cases.flatMap((kinds) => kinds.replaceAll("'", "").split(", ")));
  // One rule for each source of exceptions: 'exception order'.
  ruled.add("exception");
  const unknown = [...new Set(named)].filter((kind) => !ruled.has(kind) && !NOBODYS.has(kind));
  expect(unknown).toEqual([]);
  expect([...NOBODYS].filter((kind) => ruled.has(kind))).toEqual([]);
});
