import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkBankPayee, checkCardPayee } from "#contract/payeeChecks.ts";
import { asAdmin } from "#test/support/testDb.ts";
import type { Browser } from "#test/support/browser.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { send, toBank, toCard } from "#test/support/sendActs.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500" });
  member = await world.makeMember({ card: { balance: 10_000_00n } });
  browser = await world.signIn(member);
});

afterEach(() => rails.railFault(world, "instapay", "ok"));

afterAll(() => world.close());

type Asked = { account: string; name?: string; bank?: string; isKnown?: boolean; by?: Browser };

async function ask({ account, name = "Ma. Luz Peña", bank = "1", isKnown, by = browser }: Asked) {
  const answer = await world.call(
    checkBankPayee,
    {
      body: {
        destination_bank: bank,
        destination_account_number: account,
        destination_account_name: name,
        ...(isKnown === undefined ? {} : { is_known: isKnown }),
      },
    },
    by,
  );
  return answer.status ? answer.result : answer.code;
}

async function askCard(account: string, by = browser) {
  const answer = await world.call(checkCardPayee, { body: { destination_account: account } }, by);
  return answer.status ? answer.result : answer.code;
}

const UNAVAILABLE = { answer: "unavailable", told: "" };

test("the other bank tells over the switch whether the account is in this name, and a name only masked", async () => {
  expect(await ask({ account: "1234567890" })).toEqual({ answer: "match", told: "" });
  expect(await ask({ account: "1234567801" })).toEqual({ answer: "none", told: "MA*** C***" });
  expect(await ask({ account: "1234567802" })).toEqual({
    answer: "close",
    told: "MA*** L*** P***",
  });
  expect(await ask({ account: "1234567803" })).toEqual({ answer: "none", told: "" });
  expect(await ask({ account: "1234567805" })).toEqual(UNAVAILABLE);
  // The bank compares letters and says no; the name that it tells is the same.
  expect(await ask({ account: "1234567808" })).toEqual({ answer: "match", told: "PENA, MA. LUZ" });
});

test.each(["down", "timeout", "error"])(
  "a switch that is %s is an honest 'not available', and keeps nobody from sending",
  async (mode) => {
    await rails.railFault(world, "instapay", mode);
    const account = `77000${mode.length}71`;
    expect(await ask({ account })).toEqual(UNAVAILABLE);
    await rails.railFault(world, "instapay", "ok");
    const refNo = await send(world, member, browser, toBank("instapay", "10", { account }));
    expect(refNo).not.toBe("");
    // Silence is not kept for long.
    world.passSeconds(61);
    expect(await ask({ account })).toEqual({ answer: "match", told: "" });
  },
);

test("S295 an answer that is not signed, about another account or at odds with itself is no answer", async () => {
  const said = (change: (xml: string) => string) => {
    const { verify } = world.app.instapay;
    world.app.instapay.verify = async (question) => {
      const bytes = await verify(question);
      return bytes && Buffer.from(change(bytes.toString("utf8")));
    };
    return () => {
      world.app.instapay.verify = verify;
    };
  };
  const changes: [string, (xml: string) => string][] = [
    ["880000000011", (xml) => xml.replaceAll("880000000011", "880000000012")],
    ["880000000021", (xml) => xml.replace("<Vrfctn>true", "<Vrfctn>false")],
    ["880000000031", (xml) => xml.replace(/<OrgnlId>[^<]+/, "<OrgnlId>NC1")],
    ["880000000041", (xml) => xml.replace("<?xml", "<!DOCTYPE a><?xml")],
    ["880000000051", () => ""],
    ["880000000001", (xml) => xml.replaceAll(/<Nm>[^<]*/g, `<Nm>${"A ".repeat(400)}A`)],
  ];
  for (const [account, change] of changes) {
    const undo = said(change);
    expect(await ask({ account }), account).toEqual(UNAVAILABLE);
    undo();
  }
});

test("a bank that takes no part in the switch is not asked, and one that is not on the list is refused", async () => {
  const { rows } = await world.app.pool.query<{ id: string }>(
    "select id from bank where instapay_bic is null or not takes_instapay limit 1",
  );
  expect(await ask({ account: "1234567890", bank: String(rows[0]?.id) })).toEqual(UNAVAILABLE);
  expect(await ask({ account: "1234567890", bank: "99999" })).toBe("bank_unknown");
});

test("S296 of a card account of ours the given name and an initial are told; of one that cannot receive as of a number that nobody has", async () => {
  const receiver = await world.makeMember({ card: {} });
  const named = (first: string) =>
    asAdmin(world.database.ownerUrl, (owner) =>
      owner.query("update member set first_name = $1, last_name = 'Cruz' where guid = $2", [
        first,
        receiver.guid,
      ]),
    );
  await named("Maria Clara");
  expect(await askCard(receiver.cardAccountNo ?? "")).toEqual({ answer: "told", told: "Maria C." });
  await named("Ma. Luz Clara");
  const stranger = await world.signIn(await world.makeMember({ card: {} }));
  expect(await askCard(receiver.cardAccountNo ?? "", stranger)).toEqual({
    answer: "told",
    told: "Ma. Luz C.",
  });
  const closed = await world.makeMember({ card: {} });
  await asAdmin(world.database.ownerUrl, (owner) =>
    forceCard(owner, closed.guid, { status: "deactivated" }),
  );
  for (const account of ["990199999999", closed.cardAccountNo ?? "", member.cardAccountNo ?? ""])
    expect(await askCard(account)).toEqual(UNAVAILABLE);
});

test("S297 what was answered stands with the order, with the member's knowing; the client can say nothing of it", async () => {
  const sender = await world.makeMember({ card: { balance: 10_000_00n } });
  const by = await world.signIn(sender);
  const account = "1234567801";
  await ask({ account, name: "Juan Dela Cruz", by });
  await ask({ account, name: "Juan Dela Cruz", isKnown: true, by });
  const known = await send(world, sender, by, toBank("instapay", "10", { account }));
  const unasked = await send(
    world,
    sender,
    by,
    toBank("instapay", "11", { account: "5554443371" }),
  );
  const receiver = await world.makeMember({ card: {} });
  await askCard(receiver.cardAccountNo ?? "", by);
  const inHouse = await send(world, sender, by, toCard(receiver, "12"));
  const { rows } = await world.app.pool.query(
    `select t.ref_no, p.answer, p.told, p.known_at is not null as is_known
     from transfer t left join payee_check p on p.id = t.payee_check_id where t.ref_no = any ($1)`,
    [[known, unasked, inHouse]],
  );
  const byRef = new Map(rows.map((row) => [row.ref_no, row]));
  expect(byRef.get(known)).toMatchObject({ answer: "none", told: "MA*** C***", is_known: true });
  expect(byRef.get(unasked)).toMatchObject({ answer: null });
  expect(byRef.get(inHouse)).toMatchObject({ answer: "told", told: "Juana R.", is_known: false });
  const audited = await world.app.pool.query(
    "select action, detail from audit_event where actor = $1 and action in ('payee_known') order by id",
    [sender.guid],
  );
  expect(audited.rows).toEqual([
    { action: "payee_known", detail: { bank: "1", account: "7801", answer: "none" } },
  ]);
  // An answer of yesterday is none for today's order.
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query("update payee_check set checked_at = checked_at - interval '1 hour'"),
  );
  const later = await send(world, sender, by, toBank("instapay", "13", { account }));
  const { rows: old } = await world.app.pool.query(
    "select payee_check_id from transfer where ref_no = $1",
    [later],
  );
  expect(old[0]?.payee_check_id).toBeNull();
});

test("S298 who asks about many accounts is stopped for the day, per session and per member; a known answer costs nothing", async () => {
  const curious = await world.makeMember({ card: {} });
  let by = await world.signIn(curious);
  const guess = (number: number, session: Browser) =>
    ask({ account: `30000000${String(number).padStart(2, "0")}71`, by: session });
  for (let number = 0; number < 40; number += 1)
    expect(await guess(number, by)).toEqual({ answer: "match", told: "" });
  expect(await guess(40, by)).toBe("too_many_requests");
  expect(await guess(7, by)).toEqual({ answer: "match", told: "" });
  by = await world.signIn(curious);
  for (let number = 40; number < 60; number += 1)
    expect(await guess(number, by)).toEqual({ answer: "match", told: "" });
  expect(await guess(60, by)).toBe("too_many_requests");
  for (let number = 0; number < 20; number += 1)
    expect(await askCard(`9901777777${String(number).padStart(2, "0")}`, by)).toEqual(UNAVAILABLE);
  expect(await askCard("990177777790", by)).toBe("too_many_requests");
});
