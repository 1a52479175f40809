import { afterAll, beforeAll, expect, test } from "vitest";
import {
  exportAuditEvents,
  getAuditChain,
  getAuditEvent,
  listAuditEvents,
} from "#contract/staff/audit.ts";
import { audit, type AuditEvent } from "#server/platform/audit/writeAudit.ts";
import { recordView } from "#server/platform/audit/recordView.ts";
import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { watchTrail } from "#server/platform/audit/watchTrail.ts";
import { transact } from "#server/db/db.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let auditor: TestStaff;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember();
  auditor = await world.makeStaff({ role: "auditor", username: "the.auditor" });
});
afterAll(() => world.close());

const write = (event: Partial<AuditEvent>) =>
  transact(world.app.db, (tx) =>
    audit(tx, {
      at: world.app.now(),
      actorKind: "system",
      actor: "test",
      action: "key_cancel",
      object: "test",
      correlationId: "test",
      ...event,
    }),
  );

async function list(query: Record<string, string>) {
  const answer = await auditor.call(listAuditEvents, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}
const actorsOf = async (query: Record<string, string>) =>
  (await list(query)).rows.map(({ actor }) => actor);

test("S133 an auditor of any branch reads who looked at a member of another, and what the member did", async () => {
  const looker = { username: "a.reyes", correlationId: "look-1" };
  await recordView(world.app, looker, member.guid, "profile");
  await write({ actorKind: "member", actor: member.guid, action: "login", object: "session:1" });
  await recordView(world.app, looker, crypto.randomUUID(), "profile");
  for (const who of [member.guid, member.membershipNo]) {
    expect(await actorsOf({ member: who })).toEqual([member.guid, "a.reyes"]);
  }
  expect(await actorsOf({ member: member.guid, action: "look_at_member" })).toEqual(["a.reyes"]);
  expect(await actorsOf({ member: "0000000000000000" })).toEqual([]);
});

test("S133 each filter leaves what it says, days count in Manila, pages follow each other", async () => {
  const at = (text: string) => new Date(text);
  await write({ actor: "early", action: "edit_bank", at: at("2026-10-31T15:59:59.999Z") });
  await write({ actor: "first", action: "edit_bank", at: at("2026-10-31T16:00:00Z") });
  await write({
    actor: "last",
    action: "edit_bank",
    at: at("2026-11-01T15:59:59Z"),
    object: "o:1",
  });
  await write({ actor: "late", action: "edit_bank", at: at("2026-11-01T16:00:00Z") });
  expect((await list({ action: "DIT_BAN" })).rows).toHaveLength(4);
  expect((await list({ action: "ed_t_bank" })).rows).toEqual([]);
  const filtered = { action: "edit_bank" };
  expect(await actorsOf(filtered)).toEqual(["late", "last", "first", "early"]);
  expect(await actorsOf({ ...filtered, from: "2026-11-01", to: "2026-11-01" })).toEqual([
    "last",
    "first",
  ]);
  expect(await actorsOf({ ...filtered, sort: "at", object: "o:1" })).toEqual(["last"]);
  expect(await actorsOf({ ...filtered, actor: "late", actorKind: "system" })).toEqual(["late"]);
  expect(await actorsOf({ ...filtered, actorKind: "staff" })).toEqual([]);
  expect(await actorsOf({ correlationId: "look-1" })).toEqual(["a.reyes", "a.reyes"]);
  const first = await list({ ...filtered, limit: "3" });
  expect(first.total).toEqual({ count: 4, isMore: false });
  const next = await list({ ...filtered, limit: "3", after: first.next ?? "" });
  expect(next.rows.map(({ actor }) => actor)).toEqual(["early"]);
});

test("S134 an event is shown with its figures, and its seal once it has one", async () => {
  await write({ action: "key_use", detail: { amount: 5, reason: null } });
  const [row] = (await list({ action: "key_use" })).rows;
  const params = { eventId: row?.id ?? "" };
  const before = await auditor.call(getAuditEvent, { params });
  expect(before).toMatchObject({
    result: { ...row, detail: { amount: 5, reason: null }, seal: null },
  });
  await sealTrail(world.app);
  const after = await auditor.call(getAuditEvent, { params });
  expect(after).toMatchObject({ result: { seal: { position: expect.stringMatching(/^\d+$/) } } });
  const unknown = await auditor.call(getAuditEvent, { params: { eventId: "999999" } });
  expect(unknown).toMatchObject({ status: false, code: "not_found" });
});

test("S134 the chains' ends, the last signed heads and the last verification are shown", async () => {
  await sealTrail(world.app, "now");
  await watchTrail(world.app);
  const answer = await auditor.call(getAuditChain, {});
  if (!answer.status) throw new Error(answer.message);
  const { audit: chain, ledger, verification } = answer.result;
  expect(Number(chain.position)).toBeGreaterThan(5);
  expect(chain.signed?.position).toBe(chain.position);
  expect(ledger.signed?.position).toBe(ledger.position);
  expect(verification).toEqual({ at: expect.any(String), findings: 0, named: [] });
});

test("S133 the file has what the list has, and that it was taken is in the trail", async () => {
  await write({ actor: "=cmd|calc", action: "key_drop", detail: { figure: 7 } });
  const answer = await auditor.callRaw(exportAuditEvents, { query: { action: "key_drop" } });
  expect(answer.httpStatus).toBe(200);
  const [head, line, ...rest] = answer.text.split("\r\n");
  expect(head).toBe("\uFEFFid,at,actor_kind,actor,action,object,correlation_id,detail");
  expect(line).toMatch(/,system,'=cmd\|calc,key_drop,test,test,"{""figure"":7}"$/);
  expect(rest).toEqual([""]);
  const taken = await list({ actor: "the.auditor", object: "list:audit" });
  expect(taken.rows.map(({ action }) => action)).toEqual(["list_export_sent", "list_exported"]);
});

test("S134 whose role does not have it reads nothing of the trail", async () => {
  const teller = await world.makeStaff({ role: ["teller", "card_officer", "administrator"] });
  const officer = await world.makeStaff({ role: "fraud_officer" });
  for (const endpoint of [listAuditEvents, exportAuditEvents, getAuditChain]) {
    expect(await teller.callRaw(endpoint, {})).toMatchObject({ body: { code: "not_your_role" } });
  }
  expect(await officer.callRaw(listAuditEvents, {})).toMatchObject({ httpStatus: 200 });
  expect(await officer.callRaw(exportAuditEvents, {})).toMatchObject({
    body: { code: "not_your_role" },
  });
});

test("S133 a supervisor reads what the branch's people did and what was done to its members", async () => {
  const supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
  const here = await world.makeStaff({ role: "teller", officeId: 1n, username: "teller.here" });
  const there = await world.makeStaff({ role: "teller", officeId: 2n, username: "teller.there" });
  const [mine, theirs] = [
    await world.makeMember({ officeId: 1n }),
    await world.makeMember({ officeId: 2n }),
  ];
  const action = "key_prepare";
  const seen = [
    { actorKind: "staff", actor: here.username, object: "list:any" },
    { actorKind: "member", actor: mine.guid, object: "session:1" },
    { actorKind: "staff", actor: there.username, object: `member:${mine.guid}` },
  ] as const;
  const hidden = [
    { actorKind: "staff", actor: there.username, object: `member:${theirs.guid}` },
    { actorKind: "member", actor: theirs.guid, object: "session:2" },
    { actorKind: "visitor", actor: here.username, object: "member:not-a-guid" },
    { actorKind: "system", actor: "job", object: "transfer:1" },
  ] as const;
  for (const event of [...seen, ...hidden]) await write({ action, ...event });
  const listOf = async (staff: TestStaff, query: Record<string, string>) => {
    const answer = await staff.call(listAuditEvents, { query: { action, ...query } });
    if (!answer.status) throw new Error(answer.message);
    return answer.result.rows;
  };
  const rows = await listOf(supervisor, { sort: "at" });
  expect(rows.map(({ actor, object }) => [actor, object])).toEqual(
    seen.map(({ actor, object }) => [actor, object]),
  );
  const every = await listOf(auditor, {});
  expect(every).toHaveLength(seen.length + hidden.length);
  const office = await world.app.db
    .selectFrom("office")
    .select("branch_name")
    .where("id", "=", 1n)
    .executeTakeFirstOrThrow();
  expect(await listOf(auditor, { branch: office.branch_name, sort: "at" })).toEqual(rows);
  const allowed = new Set(rows.map(({ id }) => id));
  for (const { id: eventId } of every) {
    const answer = await supervisor.call(getAuditEvent, { params: { eventId } });
    expect(answer.status).toBe(allowed.has(eventId));
  }
});
