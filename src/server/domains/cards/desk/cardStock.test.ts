import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countCardKits,
  destroyCardKit,
  exportCardKits,
  getCardKit,
  getCardStock,
  listCardKits,
  receiveCardKits,
  sendDeliveryList,
  takeBackCardKit,
  transferCardKit,
} from "#contract/staff/cardStock.ts";
import type { CardKind } from "#contract/staff/cards.ts";
import type { StaffCaller } from "#server/platform/app.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import { makeApplication, makeKit } from "#test/support/makeApplication.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";
import { announceKits } from "./announceKits.ts";

let world: World;
/** At branch 1. */
let officer: TestStaff;
let teller: TestStaff;
/** At branch 2. */
let elsewhere: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  await ensureOffice(world.app.db, 2n);
  officer = await makeStaffAt("card_officer", 1n);
  teller = await makeStaffAt("teller", 1n);
  elsewhere = await makeStaffAt("card_officer", 2n);
});
afterAll(() => world.close());

const makeStaffAt = (role: "card_officer" | "teller", officeId: bigint) =>
  world.makeStaff({ role, officeId });

const HEAD = "serial,token,last_four,expires_on,reference";
const line = (serial: string, reference = "", token = `tok-${serial}`) =>
  `${serial},${token},1234,2031-12-31,${reference}`;

async function announce(
  rows: readonly string[],
  { batch, kind = "generic", head = HEAD }: { batch: string; kind?: CardKind; head?: string },
) {
  const { httpStatus, body } = await officer.callRaw(sendDeliveryList, {
    params: { branchId: "1" },
    query: { batch, kind },
    body: [head, ...rows].join("\r\n"),
  });
  // By the contract.
  const { lines = [] } = (body["result"] ?? {}) as { lines?: { finding: string }[] };
  return { httpStatus, code: body["code"], findings: lines.map(({ finding }) => finding) };
}

async function receive(staff: TestStaff, serials: string[], branchId = "1") {
  const answer = await staff.call(receiveCardKits, { params: { branchId }, body: { serials } });
  if (!answer.status) throw new Error(answer.message);
  return answer.result.lines.map(({ finding }) => finding);
}

const stateOf = async (serial: string) =>
  (
    await world.app.db
      .selectFrom("card_kit")
      .select(["state", "office_id"])
      .where("serial", "=", serial)
      .executeTakeFirst()
  )?.state;

test("a delivery list names every wrong and double line, and sent again adds nothing", async () => {
  const rows = [line("DL-0001"), line("DL-0001", "", "other"), "DL 2,t,12,x,", line("DL-0003")];
  expect(await announce(rows, { batch: "D-1" })).toMatchObject({
    findings: ["added", "double", "wrong", "added"],
  });
  expect(await announce(rows, { batch: "D-1" })).toMatchObject({
    findings: ["matched", "double", "wrong", "matched"],
  });
  expect(await announce([line("DL-0003")], { batch: "D-2" })).toMatchObject({
    findings: ["known"],
  });
  expect(await announce([line("DL-0003", "", "forged")], { batch: "D-1" })).toMatchObject({
    findings: ["wrong"],
  });
  expect(await announce([line("P-1")], { batch: "D-1", kind: "personalized" })).toMatchObject({
    code: "delivery_batch_taken",
  });
});

test("S161 S162 a delivery list that a spreadsheet shortened is told in words, and what cannot be seen is dropped", async () => {
  const answer = await officer.callRaw(sendDeliveryList, {
    params: { branchId: "1" },
    query: { batch: "D-9", kind: "generic" },
    body: [
      "\ufeffserial,\u200btoken,last_four,expires_on,reference",
      "DX-0001,6.21205E+15,1234,2031-12-31,",
      "1.2E+10,6.21205E+15,1E+03,2031-12-31,",
      "DX\u200b-0002,\u202atok-DX-0002\u202c,12\u00ad34,2031-12-31\ufeff,\u200b",
      "1E10,7E5,1234,2031-12-31,",
    ].join("\r\n"),
  });
  expect(answer.body).toMatchObject({
    result: {
      lines: [
        { line: 2, serial: "DX-0001", finding: "shortened_number", detail: "token" },
        { line: 3, finding: "shortened_number", detail: "serial, token, last_four" },
        { line: 4, serial: "DX-0002", finding: "added", detail: "" },
        // Short codes of the issuer's own, not the form that spreadsheets write.
        { line: 5, serial: "1E10", finding: "added", detail: "" },
      ],
    },
  });
  const kit = await world.app.db
    .selectFrom("card_kit")
    .select(["token", "last_four"])
    .where("serial", "=", "DX-0002")
    .executeTakeFirst();
  expect(kit).toEqual({ token: "tok-DX-0002", last_four: "1234" });
});

test("what is no list is refused with its reason", async () => {
  expect(await announce([], { batch: "D-3" })).toMatchObject({ code: "delivery_empty" });
  expect(await announce(["x"], { batch: "D-3", head: "serial" })).toMatchObject({
    code: "delivery_header",
  });
  expect(await announce(['"DL', "x"], { batch: "D-3" })).toMatchObject({
    code: "delivery_unreadable",
  });
  expect(await announce(["x".repeat(1_100_000)], { batch: "D-3" })).toMatchObject({
    httpStatus: 422,
  });
});

test("a kit is received once, at its branch, by its serial; the record says who did", async () => {
  await announce([line("RC-0001"), line("RC-0002")], { batch: "R-1" });
  expect(await receive(elsewhere, ["RC-0001"], "2")).toEqual(["other_branch"]);
  expect(await receive(teller, ["RC-0001", "RC-0001", "RC-9999"])).toEqual([
    "received",
    "double",
    "not_announced",
  ]);
  expect(await receive(teller, ["RC-0001"])).toEqual(["known"]);
  expect(await stateOf("RC-0001")).toBe("in_stock");
  const { kitId } = await kitOf("RC-0001");
  const answer = await officer.call(getCardKit, { params: { kitId } });
  expect(answer).toMatchObject({
    result: { state: "in_stock", batch: "R-1", events: [{ who: teller.username }] },
  });
});

test("who waits for a kit gets one of a delivery as it is received, the longest waiting first, and is told where", async () => {
  await ensureOffice(world.app.db, 2n);
  const [first, second] = [
    await world.makeMember({ officeId: 1n, card: { status: "processing" } }),
    await world.makeMember({ officeId: 1n, card: { status: "processing" } }),
  ];
  const waiting = await makeApplication(world.app, first, { stage: "approved" });
  world.passSeconds(60);
  await makeApplication(world.app, second, { stage: "approved" });
  await world.app.db
    .updateTable("card_kit")
    .set({ state: "destroyed" })
    .where("state", "=", "in_stock")
    .where("office_id", "=", 1n)
    .execute();
  await announce([line("WK-0001")], { batch: "W-1" });
  expect(await receive(teller, ["WK-0001"])).toEqual(["received"]);
  const { kitId } = await kitOf("WK-0001");
  expect(await officer.call(getCardKit, { params: { kitId } })).toMatchObject({
    result: { state: "reserved", reference: waiting.reference },
  });
  const cards = await world.app.db
    .selectFrom("card")
    .select("status")
    .where("member_id", "in", [first.id, second.id])
    .orderBy("member_id")
    .execute();
  expect(cards).toEqual([{ status: "for_pickup" }, { status: "processing" }]);
  const told = await world.app.db
    .selectFrom("notification")
    .select(["member_id", "kind"])
    .where("member_id", "in", [first.id, second.id])
    .execute();
  expect(told).toEqual([{ member_id: first.id, kind: "card_waits" }]);
  await announce([line("WK-0002")], { batch: "W-1" });
  expect(await receive(teller, ["WK-0002"])).toEqual(["received"]);
  expect(await stateOf("WK-0002")).toBe("reserved");
});

async function kitOf(serial: string) {
  const { id } = await world.app.db
    .selectFrom("card_kit")
    .select("id")
    .where("serial", "=", serial)
    .executeTakeFirstOrThrow();
  return { kitId: String(id) };
}

test("a personalized card is announced for its order, and received it is for pick-up: the member is told where", async () => {
  const member = await world.makeMember({
    officeId: 1n,
    card: { persoStatus: "processing" },
  });
  const order = await makeApplication(world.app, member, {
    kind: "personalized",
    stage: "approved",
  });
  const rows = [line("PC-0001", order.reference), line("PC-0002", "CA-NOBODYS")];
  expect(await announce(rows, { batch: "P-1", kind: "personalized" })).toMatchObject({
    findings: ["added", "no_order"],
  });
  expect(await receive(teller, ["PC-0001"])).toEqual(["received"]);
  const card = await world.app.db
    .selectFrom("card")
    .select(["perso_status", "perso_serial_no"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(card).toEqual({ perso_status: "for_pickup", perso_serial_no: "PC-0001" });
  expect(await stateOf("PC-0001")).toBe("reserved");
  const told = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .execute();
  expect(told).toEqual([{ kind: "card_on_its_way" }, { kind: "card_waits" }]);
});

test("a branch with few kits warns, and a clerk sees the own branch only", async () => {
  await ensureOffice(world.app.db, 3n);
  const third = await makeStaffAt("card_officer", 3n);
  for (const _ of Array.from({ length: 4 })) await makeKit(world.app, { officeId: 3n });
  const before = await third.call(getCardStock, {});
  expect(before).toMatchObject({
    results: [{ branchId: "3", inStock: 4, minimum: 5, isLow: true }],
  });
  await makeKit(world.app, { officeId: 3n });
  expect(await third.call(getCardStock, {})).toMatchObject({ results: [{ isLow: false }] });
  const list = await third.call(listCardKits, { query: {} });
  expect(list).toMatchObject({ result: { total: { count: 5 } } });
  const { text: file } = await third.callRaw(exportCardKits, { query: {} });
  expect(file.trim().split("\r\n")).toHaveLength(6);
});

test("a kit goes to another branch, which receives it", async () => {
  const { kitId, serial } = await makeKit(world.app);
  const body = { branchId: "2", reason: "They have none left" };
  const sent = await officer.call(transferCardKit, { params: { kitId }, body });
  expect(sent.status).toBe(true);
  expect(await stateOf(serial)).toBe("announced");
  expect(await officer.call(transferCardKit, { params: { kitId }, body })).toMatchObject({
    code: "not_found",
  });
  expect(await receive(elsewhere, [serial], "2")).toEqual(["received"]);
});

test("what is set aside for a member is neither destroyed nor taken back while they may come for it", async () => {
  const member = await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } });
  const reason = { reason: "Cut up" };
  const wanted = await makeApplication(world.app, member, { stage: "approved", kit: "reserved" });
  const params = { kitId: wanted.kitId };
  for (const call of [destroyCardKit, takeBackCardKit] as const) {
    expect(await officer.call(call, { params, body: reason })).toMatchObject({ code: "kit_state" });
  }
  const other = await world.makeMember({ officeId: 1n, card: { status: "not_applied" } });
  const unclaimed = await makeApplication(world.app, other, {
    stage: "unclaimed",
    kit: "reserved",
  });
  const back = await officer.call(takeBackCardKit, {
    params: { kitId: unclaimed.kitId },
    body: reason,
  });
  expect(back.status).toBe(true);
  expect(await stateOf(unclaimed.serial)).toBe("in_stock");
  const destroyed = await officer.call(destroyCardKit, {
    params: { kitId: unclaimed.kitId },
    body: reason,
  });
  expect(destroyed.status).toBe(true);
  expect(await stateOf(unclaimed.serial)).toBe("destroyed");
});

test("a count names what is missing and what is too much, and is kept", async () => {
  await ensureOffice(world.app.db, 4n);
  const fourth = await makeStaffAt("teller", 4n);
  const [first, second] = [
    await makeKit(world.app, { officeId: 4n }),
    await makeKit(world.app, { officeId: 4n }),
  ];
  const foreign = await makeKit(world.app, { officeId: 1n });
  const answer = await fourth.call(countCardKits, {
    params: { branchId: "4" },
    body: { serials: [first.serial, foreign.serial, "NOBODYS-1"] },
  });
  expect(answer).toMatchObject({
    result: {
      expected: 2,
      found: 1,
      missing: [second.serial],
      unexpected: [{ finding: "other_branch" }, { finding: "not_announced" }],
    },
  });
  const kept = await world.app.db
    .selectFrom("card_stock_count")
    .select(["counted_by", "missing"])
    .where("office_id", "=", 4n)
    .execute();
  expect(kept).toEqual([{ counted_by: fourth.username, missing: [second.serial] }]);
});

test("S062 a card number is neither serial nor token, from a list or from the issuer", async () => {
  const number = "4000009910000143";
  const sent = await announce(
    [line("4000009910000077"), line("4000-0099-1000-0077"), line("KN-0002", "", number)],
    { batch: "KB-NUMBERS" },
  );
  expect(sent.findings).toEqual(["wrong", "wrong", "wrong"]);
  const told = await announceKits(
    world.app,
    // Of a caller, only these are written down.
    { username: officer.username, correlationId: "test" } as StaffCaller,
    {
      branchId: "1",
      batch: "KB-TOLD",
      kind: "generic",
      lines: [
        {
          line: 1,
          serial: "KN-0003",
          token: number,
          lastFour: "0143",
          expiresOn: "2031-12-31",
          reference: "",
          wrong: [],
          shortened: [],
        },
      ],
    },
  );
  expect(told.lines).toMatchObject([{ finding: "wrong", detail: "token" }]);
  const dump = [...(await dumpDatabase(world.database.adminUrl))];
  expect(dump.filter(([, text]) => /4000-?0099-?1000/.test(text))).toEqual([]);
});
