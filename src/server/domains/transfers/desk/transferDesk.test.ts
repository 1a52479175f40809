import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getExceptions,
  handOverException,
  resolveException,
  takeException,
} from "#contract/staff/jobs.ts";
import { getTransferFile, inquireTransfer, listOpenTransfers } from "#contract/staff/transfers.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { addTransfer } from "#test/support/addTransfer.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";
import { fault, transfer } from "#test/support/transferActs.ts";

let world: World;
let member: TestMember;
let teller: TestStaff;
let supervisor: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember({ officeId: 1n, savings: 5_000_00n, card: {} });
  teller = await world.makeStaff({ role: "teller" });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: null });
});
afterAll(() => world.close());

const hoursFromNow = (hours: number) => new Date(world.app.now().getTime() + hours * 3_600_000);

const refsOf = async (query: Record<string, string>) => {
  const answer = await teller.call(listOpenTransfers, { query });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.rows.map(({ refNo }) => refNo);
};

async function fileOf(refNo: string, staff = teller) {
  const answer = await staff.call(getTransferFile, { params: { refNo } });
  if (!answer.status) throw new Error(`${answer.code} ${answer.message}`);
  return answer.result;
}

test("transfers of all kinds stand in one queue, by rail, age and the time the money must be back", async () => {
  await addTransfer(world, member, { refNo: "OT261121-1" });
  await addTransfer(world, member, {
    refNo: "IP261121-1",
    kind: "instapay",
    acceptedAt: hoursFromNow(-0.9),
    refundDueAt: hoursFromNow(0.1),
    fee: 10_00n,
  });
  await addTransfer(world, member, {
    refNo: "IP261121-2",
    kind: "instapay",
    acceptedAt: hoursFromNow(-2),
    refundDueAt: hoursFromNow(-1),
  });
  await addTransfer(world, member, {
    refNo: "PN261121-1",
    kind: "pesonet",
    acceptedAt: hoursFromNow(-30),
  });
  await addTransfer(world, member, { refNo: "IP261121-9", kind: "instapay", state: "credited" });

  expect(await refsOf({})).toEqual(["PN261121-1", "IP261121-2", "IP261121-1", "OT261121-1"]);
  expect(await refsOf({ kind: "instapay" })).toEqual(["IP261121-2", "IP261121-1"]);
  expect(await refsOf({ age: "hour" })).toEqual(["PN261121-1", "IP261121-2"]);
  expect(await refsOf({ due: "overdue" })).toEqual(["IP261121-2"]);
  expect(await refsOf({ due: "hour", sort: "due" })).toEqual(["IP261121-2", "IP261121-1"]);
  expect(await refsOf({ sort: "due" })).toEqual(
    expect.arrayContaining(["IP261121-2", "IP261121-1", "OT261121-1", "PN261121-1"]),
  );
  expect(await fileOf("IP261121-1")).toMatchObject({
    kind: "instapay",
    amount: 100_00n,
    fee: 10_00n,
    toTail: "2671",
    rail: { bankName: expect.any(String), issuerLeg: "asked" },
  });
});

test("a message of a rail is shown with the last digits of its accounts", async () => {
  await world.app.db
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "out",
      type: "pacs.008",
      message_id: "IP261121-1",
      ref_no: "IP261121-1",
      body: "<Tx><EndToEndId>IP261121-0000000001</EndToEndId><DbtrAcct><Id>990112345006</Id></DbtrAcct><CdtrAcct><Id><Othr><Id>109450542671</Id></Othr></Id></CdtrAcct></Tx>",
      at: world.app.now(),
    })
    .execute();
  const { messages } = await fileOf("IP261121-1");
  expect(messages).toMatchObject([{ type: "pacs.008", direction: "out" }]);
  expect(messages[0]?.body).toContain("IP261121-0000000001");
  expect(messages[0]?.body).toContain("••••••5006");
  expect(messages[0]?.body).not.toMatch(/990112345006|109450542671/);
});

test("asking again brings the answer of a silent issuer at once, once, and is on record", async () => {
  const browser = await world.signIn(member);
  await fault(world, "timeout");
  const refNo = await transfer(world, member, browser, { amount: 250_00n });
  await drainJobs(world.app);
  await fault(world, "ok");
  expect(await fileOf(refNo)).toMatchObject({ state: "unknown", may: { inquire: true } });
  expect(await teller.call(inquireTransfer, { params: { refNo } })).toMatchObject({ status: true });
  await sweepTransfers(world.app);
  const file = await fileOf(refNo);
  expect(file).toMatchObject({ state: "credited", nextInquiryAt: null, may: { inquire: false } });
  expect(file.steps.map(({ state }) => state)).toEqual(["sent", "unknown", "credited"]);
  expect(file.entries.map(({ step }) => step)).toEqual(["accept", "complete"]);
  expect(await teller.call(inquireTransfer, { params: { refNo } })).toMatchObject({
    code: "transfer_ended",
  });
  expect(await trail(world, `transfer:${refNo}`)).toContain(`${teller.username}: inquire_transfer`);
});

test("an exception has an owner: taken, handed to a colleague who may, resolved", async () => {
  const { id } = await world.app.db
    .insertInto("transfer_exception")
    .values({ ref_no: "IP261121-2", kind: "unanswered", detail: "{}", at: world.app.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const body = { id: `transfer-${id}` };
  const ofOwner = async (owner: "mine" | "none" | "others") => {
    const answer = await supervisor.call(getExceptions, { query: { state: "open", owner } });
    return answer.status ? answer.result.rows.map((row) => [row.id, row.owner]) : answer.code;
  };
  expect(await refsOf({ exception: "open" })).toEqual(["IP261121-2"]);
  expect(await ofOwner("none")).toEqual([[body.id, null]]);
  expect(await supervisor.call(takeException, { body })).toMatchObject({ status: true });
  expect(await ofOwner("mine")).toEqual([[body.id, supervisor.username]]);
  const colleague = await world.makeStaff({ role: "supervisor", officeId: 2n });
  const to = (username: string) =>
    supervisor.call(handOverException, { body: { ...body, to: username } });
  expect(await to(teller.username)).toMatchObject({ code: "exception_owner_unknown" });
  expect(await to(colleague.username)).toMatchObject({ status: true });
  expect(await ofOwner("others")).toEqual([[body.id, colleague.username]]);
  expect((await fileOf("IP261121-2")).exceptions).toMatchObject([{ owner: colleague.username }]);
  const resolution = "The bank says by letter that it was credited.";
  await supervisor.call(resolveException, { body: { ...body, resolution } });
  expect(await supervisor.call(takeException, { body })).toMatchObject({
    code: "exception_resolved",
  });
  expect(await supervisor.call(takeException, { body: { id: "transfer-99999" } })).toMatchObject({
    code: "not_found",
  });
});
