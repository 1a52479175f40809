import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  STAFF_ACTIONS,
  STAFF_ROLES,
  type StaffAction,
  type StaffObject,
  type StaffRole,
} from "#contract/staff/actions.ts";
import { getRoleTable } from "#contract/staff/session.ts";
import { asAdmin } from "#test/support/testDb.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import { makeApplication, makeKit } from "#test/support/makeApplication.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { addLoan, addLoanApplication } from "#test/support/addLoan.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";
import { asked } from "#test/support/requestActs.ts";

const OWN = 1n;
const OTHER = 2n;

/** How a thing of each kind is made in a branch, and named in a path. A new kind needs its line. */
const objects: Record<StaffObject, (officeId: bigint) => Promise<Record<string, string>>> = {
  // With a device, a session and a passkey of theirs, which some paths name besides.
  member: async (officeId) => {
    const { id, guid } = await world.makeMember({ officeId });
    const passkeyId = await keepPasskey(id);
    // Of a schedule any number does: what is asked of it comes before it is looked for.
    return { memberGuid: guid, ...(await openSession(id)), passkeyId, scheduleId: "1" };
  },
  staff: async (officeId) => {
    const { id } = await makeStaff(world, { role: "teller", officeId });
    return { staffId: String(id) };
  },
  request: async (officeId) => {
    maker ??= await makeStaff(world, { role: "every", officeId: null });
    const { guid } = await world.makeMember({ officeId, card: { adminLocked: true } });
    const request = { kind: "lift_admin_lock" as const, payload: { memberGuid: guid } };
    return { requestId: await asked(maker, request) };
  },
  card_application: async (officeId) => {
    const member = await world.makeMember({ officeId });
    return { applicationId: (await makeApplication(world.app, member, { officeId })).id };
  },
  kit: async (officeId) => ({ kitId: (await makeKit(world.app, { officeId })).kitId }),
  transfer: async (officeId) => ({ refNo: await aTransfer(officeId) }),
  transfer_case: async (officeId) => ({ caseNo: await aCase(officeId) }),
  loan_application: async (officeId) => ({
    applicationNo: await addLoanApplication(world, await world.makeMember({ officeId })),
  }),
  loan: async (officeId) => ({
    loanNo: await addLoan(world, await world.makeMember({ officeId, savings: 0n })),
  }),
  branch: async (officeId) => {
    await ensureOffice(world.app.db, officeId);
    return { branchId: String(officeId) };
  },
};
let maker: TestStaff | undefined;

const kept = new Map<string, Promise<Record<string, string>>>();

/** One thing of a kind and branch for all calls that leave it as it is. */
function keptObject(object: StaffObject, officeId: bigint): Promise<Record<string, string>> {
  const key = `${object} ${officeId}`;
  const made = kept.get(key) ?? objects[object](officeId);
  kept.set(key, made);
  return made;
}

/** Parameters of staff paths that name what belongs to no branch, each for its reason. */
const OF_NO_BRANCH: Record<string, string> = {
  importGuid: "A file may hold members of every branch.",
  viewId: "A saved view is its maker's own; the query says so.",
  passkeyId:
    "A passkey of staff is its owner's own, and a member's is found by the member; the queries say so.",
  eventId: "One trail for all branches; the query cuts it down to the reader's own.",
  entryId: "the books are the association's",
  ledgerAccountId: "the books are the association's",
  breakId: "the books are the association's",
  bankId: "every branch's members send to the same banks",
  officeId: "offices are kept by administrators, who work for all",
  channel: "the texts of all members",
  jobId: "the queue is the bank's",
  fileId: "An employer's people belong to every branch.",
  deductionId: "An employer's people belong to every branch.",
  remittanceId: "An employer's people belong to every branch.",
  runId: "A run has the accounts of every branch.",
  receiptNo:
    "a branch's receipts are its own; printReceipt asks for the branch of the one that is named",
  moveId:
    "what moves in a branch is its own; decideMove asks for the branch of the one that is named",
  withdrawalId:
    "A withdrawal that a member is asked about is its teller's own; the queries say so.",
  batchId: "A file of orders holds those of every branch: its roles have it for all of them.",
};

/** The parameters that name a thing of a branch. */
const OF_A_BRANCH: Record<StaffObject, string> = {
  member: "memberGuid",
  staff: "staffId",
  request: "requestId",
  card_application: "applicationId",
  kit: "kitId",
  transfer: "refNo",
  transfer_case: "caseNo",
  loan_application: "applicationNo",
  loan: "loanNo",
  branch: "branchId",
};

let lastTransfer = 0;
async function aTransfer(officeId: bigint): Promise<string> {
  const member = await world.makeMember({ officeId });
  lastTransfer += 1;
  return addTransfer(world, member, {
    refNo: `OT261121-${String(lastTransfer).padStart(10, "0")}`,
  });
}

async function aCase(officeId: bigint): Promise<string> {
  const refNo = await aTransfer(officeId);
  const at = world.app.now();
  const { case_no: caseNo } = await world.app.db
    .insertInto("transfer_case")
    .columns(["case_no", "ref_no", "member_id", "reason", "is_late", "reported_at", "respond_by"])
    .expression((eb) =>
      eb
        .selectFrom("transfer")
        .select((of) => [
          of.val(`TC261121-${refNo.slice(-10)}`).as("case_no"),
          "ref_no",
          "member_id",
          of.val("other").as("reason"),
          of.val(false).as("is_late"),
          of.val(at).as("reported_at"),
          of.val(new Date(at.getTime() + 1)).as("respond_by"),
        ])
        .where("ref_no", "=", refNo),
    )
    .returning("case_no")
    .executeTakeFirstOrThrow();
  return caseNo;
}

async function openSession(memberId: bigint): Promise<{ deviceId: string; sessionId: string }> {
  const { app } = world;
  const at = app.now();
  const deviceId = app.random.uuid();
  const device = { id: deviceId, member_id: memberId, first_seen_at: at, last_seen_at: at };
  await app.db
    .insertInto("device")
    .values({ ...device, secret_hash: app.random.bytes(32) })
    .execute();
  const { id } = await app.db
    .insertInto("session")
    .values({
      member_id: memberId,
      device_id: deviceId,
      token_hash: app.random.bytes(32),
      cookie_hash: app.random.bytes(32),
      started_at: at,
      last_active_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { deviceId, sessionId: String(id) };
}

async function keepPasskey(memberId: bigint): Promise<string> {
  const { app } = world;
  const { id } = await app.db
    .insertInto("passkey")
    .values({
      id: app.random.uuid(),
      member_id: memberId,
      credential_id: app.random.bytes(32),
      public_key: app.random.bytes(77),
      aaguid: app.random.uuid(),
      name: "Phone",
      may_be_synced: false,
      is_synced: false,
      created_at: app.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** These end or replace the session they are made in. */
const OWN_SESSION = ["staffLogout", "staffRefresh", "changeStaffPassword"];

const staffCalls = api.filter(({ access }) => access === "staff");

let world: World;
let table: Map<string, "own" | "all">;
beforeAll(async () => {
  world = await makeWorld();
  const { rows } = await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query<{ role: StaffRole; action: StaffAction; scope: "own" | "all" }>(
      "select role, action, scope from role_action",
    ),
  );
  table = new Map(rows.map(({ role, action, scope }) => [`${role} ${action}`, scope]));
});
afterAll(() => world.close());

const parametersOf = ({ path }: Endpoint) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

describe("S130 every staff route names its action and the branch of what it touches", () => {
  test("the routes of the staff are those below /staff/, and each names an action", () => {
    expect(staffCalls.length).toBeGreaterThan(5);
    const strange = api.filter(({ path, access, action }) =>
      access === "staff"
        ? !path.startsWith("/staff/") || action === undefined || !STAFF_ACTIONS.includes(action)
        : action !== undefined || (path.startsWith("/staff/") && access !== "public"),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
  });

  test("what a path names belongs to a branch that is checked, or to none", () => {
    for (const endpoint of staffCalls) {
      const checked = endpoint.object === undefined ? [] : [OF_A_BRANCH[endpoint.object]];
      const first = parametersOf(endpoint).slice(0, 1);
      for (const parameter of first) {
        expect([endpoint.name, [...checked, ...Object.keys(OF_NO_BRANCH)]]).toEqual([
          endpoint.name,
          expect.arrayContaining([parameter]),
        ]);
      }
    }
  });

  test("every action of a route is somebody's", () => {
    for (const { name, action } of staffCalls) {
      const holders = STAFF_ROLES.filter((role) => table.has(`${role} ${action}`));
      expect([name, holders]).not.toEqual([name, []]);
    }
  });
});

/** Without a body, as these calls come, what needs one ends at its first field. */
const mayChange = ({ method, body }: Endpoint): boolean =>
  method !== "GET" && (body === undefined || body.safeParse({}).success);

/** What the gate before a call says: 'open' is whatever comes after it. */
async function gateOf(
  staff: TestStaff,
  endpoint: Endpoint,
  named: Record<string, string>,
): Promise<"open" | "not_your_role" | "not_found"> {
  const rest = parametersOf(endpoint).filter((name) => !(name in named));
  const params = { ...Object.fromEntries(rest.map((name) => [name, "1"])), ...named };
  const { body, httpStatus } = await staff.callRaw(endpoint, { params });
  expect([endpoint.name, httpStatus]).not.toEqual([endpoint.name, 401]);
  expect(httpStatus).toBeLessThan(500);
  const { code } = body;
  if (code === "not_your_role") return code;
  // Behind an open gate another part of the path may still name nothing;
  // but the "1" of a document or picture is none in form, and is refused as that.
  const isGate = rest.every((name) => ["documentId", "picture"].includes(name));
  return code === "not_found" && isGate ? code : "open";
}

describe.each([...STAFF_ROLES, "nobody"] as const)(
  "S130 what a %s may do is what the table says",
  (role) => {
    const make = () => makeStaff(world, { role: role === "nobody" ? [] : role, officeId: OWN });
    let one: TestStaff;
    beforeAll(async () => {
      one = await make();
    });

    test.each(staffCalls.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s",
      async (_name, endpoint) => {
        const staff = OWN_SESSION.includes(endpoint.name) ? await make() : one;
        const scope = table.get(`${role} ${endpoint.action}`);
        const { object } = endpoint;
        // What may come through the gate may change what it finds there.
        const objectFor = async (said: string, of: StaffObject, officeId: bigint) =>
          said === "open" && mayChange(endpoint) ? objects[of](officeId) : keptObject(of, officeId);
        // Who has lost every role can still leave.
        const isFree = ["staffLogout", "staffRefresh"].includes(endpoint.name);
        const inOwn = scope || isFree ? "open" : "not_your_role";
        const own = object === undefined ? {} : await objectFor(inOwn, object, OWN);
        expect(await gateOf(staff, endpoint, own)).toBe(inOwn);
        // What is no branch's is the same everywhere.
        if (object === undefined) return;
        const inOther = scope === "own" ? "not_found" : inOwn;
        const other = await objectFor(inOther, object, OTHER);
        expect(await gateOf(staff, endpoint, other)).toBe(inOther);
      },
    );
  },
);

test("S130 a role held for every branch reaches them all, one held for two reaches both", async () => {
  const everywhere = await makeStaff(world, { role: "supervisor", officeId: null });
  const inTwo = await makeStaff(world, { role: "supervisor", officeId: OWN });
  await world.app.db
    .insertInto("staff_role")
    .values({
      staff_id: inTwo.id,
      role: "supervisor",
      office_id: OTHER,
      granted_at: world.app.now(),
    })
    .execute();
  const ofStaff = staffCalls.filter(({ object }) => object === "staff");
  expect(ofStaff.length).toBeGreaterThan(0);
  for (const endpoint of ofStaff) {
    for (const officeId of [OWN, OTHER, 3n]) {
      const named = await objects.staff(officeId);
      expect(await gateOf(everywhere, endpoint, named)).toBe("open");
      expect(await gateOf(inTwo, endpoint, named)).toBe(officeId === 3n ? "not_found" : "open");
    }
  }
});

test("S130 the table on the screen is the table that is enforced", async () => {
  const auditor = await makeStaff(world, { role: "auditor", officeId: null });
  const shown = await auditor.call(getRoleTable, {});
  if (!shown.status) throw new Error(shown.message);
  const cells = shown.results.flatMap(({ action, roles }) =>
    roles.map(({ role, scope }) => [`${role} ${action}`, scope] as const),
  );
  expect(new Map(cells)).toEqual(table);
});

describe("S069 the two kinds of session never meet", () => {
  let member: TestMember;
  let browser: Browser;
  let staff: TestStaff;
  beforeAll(async () => {
    member = await world.makeMember({ officeId: OWN, savings: 100_00n });
    browser = await world.signIn(member);
    staff = await makeStaff(world, { role: "every", officeId: null });
  });

  test.each(staffCalls.map((endpoint) => [endpoint.name, endpoint] as const))(
    "S069 a member's token does not open %s, whatever cookie comes with it",
    async (_name, endpoint) => {
      const cookies = new Map(browser.cookies);
      cookies.set("staff", cookies.get("sid") ?? "");
      for (const tried of [browser, { ...browser, cookies }]) {
        const { httpStatus, body } = await world.callRaw(
          endpoint,
          goodCall(endpoint, member),
          tried,
        );
        expect({ httpStatus, code: body["code"] }).toEqual({
          httpStatus: 401,
          code: "invalid_token",
        });
      }
    },
  );

  const memberCalls = api.filter(({ access }) => access === "member");
  test.each(memberCalls.map((endpoint) => [endpoint.name, endpoint] as const))(
    "S069 S065 a staff token does not open %s, whatever cookie comes with it",
    async (_name, endpoint) => {
      const cookies = new Map(staff.browser.cookies);
      cookies.set("sid", cookies.get("staff") ?? "");
      for (const tried of [staff.browser, { ...staff.browser, cookies }]) {
        const { httpStatus, body } = await world.callRaw(
          endpoint,
          goodCall(endpoint, member),
          tried,
          { idempotencyKey: "12345678-of-the-staff" },
        );
        expect({ httpStatus, code: body["code"] }).toEqual({
          httpStatus: 401,
          code: "invalid_token",
        });
      }
    },
  );
});
