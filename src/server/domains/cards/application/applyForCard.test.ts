import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  getCardApplications,
  getCardRequestDetails,
  getOffices,
  getPersoCardRequestDetails,
  requestCard,
  requestPersoCard,
  withdrawCardApplication,
} from "#contract/cardApplication.ts";
import { getProfile } from "#contract/members.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  bench = makeCardBench(world);
  await bench.listen();
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

type Applicant = { member: TestMember; browser: Browser };

/** A member of branch 1 whose file lacks nothing, and who has no card. */
async function applicant(options: MemberOptions = {}): Promise<Applicant> {
  const member = await world.makeMember({ card: null, officeId: 1n, storage: 500_00n, ...options });
  await bench.completeFile(member);
  return { member, browser: await world.signIn(member) };
}

const own = ({ member }: Applicant) => ({ params: { guid: member.guid } });
const apply = (who: Applicant) => world.call(requestCard, own(who), who.browser);
const order = (who: Applicant, officeId = 1) =>
  world.call(requestPersoCard, { ...own(who), body: { office_id: officeId } }, who.browser);

async function statuses(who: Applicant): Promise<[number, number]> {
  const profile = await world.call(getProfile, own(who), who.browser);
  if (!profile.status) throw new Error(profile.message);
  return [profile.result.cardStatus, profile.result.persoCardStatus];
}

test("T18 W08 the details are the member's own, and errors names what is missing", async () => {
  const who = await applicant();
  const full = await world.call(getCardRequestDetails, own(who), who.browser);
  expect(full).toMatchObject({
    status: true,
    result: {
      cardFee: 0n,
      firstName: "Juana",
      dateOfBirth: "19900215",
      idType: "Philippine Passport",
    },
    errors: [],
  });
  const perso = await world.call(getPersoCardRequestDetails, own(who), who.browser);
  expect(perso).toMatchObject({
    result: { cardFee: 150_00n, cardEstimatedReleaseDate: "2026-12-07" },
  });

  const bare = await world.makeMember({ card: null });
  const lacking = { member: bare, browser: await world.signIn(bare) };
  const short = await world.call(getCardRequestDetails, own(lacking), lacking.browser);
  if (!short.status) throw new Error(short.message);
  const missing = (short.errors ?? []).map(({ param }) => param);
  expect(missing).toContain("emailAddress");
  expect(missing).toContain("imageSelfie");
  expect(missing).not.toContain("middleName");
  expect(await apply(lacking)).toMatchObject({
    status: false,
    httpStatus: 422,
    message: "Invalid parameters",
    errors: expect.arrayContaining([{ param: "idNumber", msg: "Missing from our records" }]),
  });
  expect(await statuses(lacking)).toEqual([0, 0]);
});

test("T20 the default card: sent, approved by the issuer's event, a kit of the branch, ready for pick-up", async () => {
  const who = await applicant();
  await bench.stock({ officeId: 1n, count: 1 });
  const made = await apply(who);
  if (!made.status) throw new Error(made.message);
  expect(await statuses(who)).toEqual([4, 0]);
  await bench.work();
  await bench.decide(made.result.transactionId, "approved");
  await world.sandbox.tellEvents();
  expect(await statuses(who)).toEqual([10, 0]);
  const answer = await bench.ok(world.call(getCardApplications, own(who), who.browser));
  const approved = { kind: "generic", stage: "approved", officeName: "Branch 1" };
  expect(answer.result).toMatchObject([{ ...approved, pickUpBy: "2027-01-20" }]);
  expect(answer.fees).toEqual({ generic: 0n, personalized: 150_00n });
  expect(await bench.events(who.member)).toEqual([
    `request_card member ${who.member.guid}`,
    "approve issuer issuer",
  ]);
  expect((await world.textsTo(who.member.mobileNumber ?? ""))[0]).toContain("is ready at");
});

test("T20 without a kit the card stays in process until one arrives; the issuer is asked where no event came", async () => {
  const who = await applicant({ officeId: 7n });
  const made = await bench.ok(apply(who));
  await bench.work();
  await bench.decide(made.result.transactionId, "approved", { isTold: false });
  world.passSeconds(120);
  await bench.work();
  expect(await statuses(who)).toEqual([4, 0]);
  await bench.stock({ officeId: 7n, count: 1 });
  await bench.work();
  expect(await statuses(who)).toEqual([10, 0]);
  expect(await bench.events(who.member)).toContain("approve job reserve_kits");
});

test("T20 whose office hands out no cards, or who has none, fetches it at the head office and sees so", async () => {
  const able = (id: bigint, has_card_pickup: boolean, is_active = true) =>
    world.app.db
      .updateTable("office")
      .set({ has_card_pickup, is_active })
      .where("id", "=", id)
      .execute();
  const shown = async (who: Applicant) => {
    const { result } = await bench.ok(world.call(getCardApplications, own(who), who.browser));
    return result.map(({ officeName }) => officeName);
  };
  for (const officeId of [20n, 21n, 22n]) await ensureOffice(world.app.db, officeId);
  await able(20n, false);
  await able(21n, true, false);
  const early = [
    await applicant({ officeId: 20n }),
    await applicant({ officeId: 21n }),
    await applicant(),
  ];
  await world.app.db
    .updateTable("member")
    .set({ office_id: null })
    .where("id", "=", early[2]?.member.id ?? 0n)
    .execute();
  // Its office hands out cards now, and no more when the issuer has decided.
  const late = await applicant({ officeId: 22n });
  for (const who of [...early, late]) {
    const made = await bench.ok(apply(who));
    expect(await shown(who)).toEqual([who === late ? "Branch 22" : "Branch 1"]);
    await bench.work();
    await bench.decide(made.result.transactionId, "approved");
  }
  await world.sandbox.tellEvents();
  expect(await statuses(late)).toEqual([4, 0]);
  await able(22n, false);
  await bench.stock({ officeId: 1n, count: 4 });
  await bench.work();
  for (const who of [...early, late]) {
    expect(await statuses(who)).toEqual([10, 0]);
    expect(await shown(who)).toEqual(["Branch 1"]);
  }
});

test("T20 a rejected applicant is told why, has the fee back, and may apply again", async () => {
  const who = await applicant();
  const first = await bench.ok(order(who));
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
  await bench.work();
  await bench.decide(first.result.transactionId, "rejected");
  await world.sandbox.tellEvents();
  expect(await statuses(who)).toEqual([0, 0]);
  expect(await bench.fundsOf(who.member)).toBe("storage 500.00");
  expect(await world.textsTo(who.member.mobileNumber ?? "")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/was not approved\. PHP 150\.00 is back in your account\./),
    ]),
  );
  const second = await bench.ok(apply(who));
  await bench.work();
  await bench.decide(second.result.transactionId, "rejected");
  await world.sandbox.tellEvents();
  expect(await statuses(who)).toEqual([12, 0]);
  const third = await bench.ok(apply(who));
  expect(third.result.transactionId).not.toBe(second.result.transactionId);
  expect(await statuses(who)).toEqual([4, 0]);
});

test("S062 T20 of the issuer's words no card number is kept, and the member hears none of them", async () => {
  const who = await applicant();
  const made = await bench.ok(apply(who));
  await bench.work();
  const reference = made.result.transactionId;
  const { issuer_transaction_id: transactionId } = await bench.application(reference);
  const reason = "Watch list: 4000 0099 1000 0002, stolen card 4000009910000002";
  const told = { type: "customer.investigated", senderRefId: reference, outcome: "rejected" };
  expect(await bench.send({ ...told, eventId: randomUUID(), transactionId, reason })).toBe(200);
  const merchant = "PAID WITH 4000-0099-1000-0002";
  const declined = { type: "card.authorization", eventId: randomUUID(), kind: "purchase" };
  const about = { accountNumber: "999999999999", outcome: "declined", merchant, amount: "1.00" };
  expect(await bench.send({ ...declined, ...about })).toBe(200);

  const dump = [...(await dumpDatabase(world.database.adminUrl))];
  expect(dump.filter(([, text]) => /4000[ -]?0099[ -]?1000/.test(text))).toEqual([]);
  const { result } = await bench.ok(world.call(getCardApplications, own(who), who.browser));
  expect(result[0]?.reason).not.toMatch(/watch|stolen/i);
  const heard = await world.app.db
    .selectFrom("notification")
    .select("params")
    .where("member_id", "=", who.member.id)
    .where("kind", "=", "card_rejected")
    .execute();
  expect(JSON.stringify(heard)).not.toMatch(/watch|stolen/i);
  expect(heard).toHaveLength(1);
});

test("T20 S085 details that change after a lost answer leave neither application nor order waiting", async () => {
  const who = await applicant();
  await bench.issuerDoes("timeout", { effect: "kept" });
  const reference = (await bench.ok(order(who))).result.transactionId;
  await bench.work();
  expect(await bench.stageOf(reference)).toBe("sent");
  const change = (details: { line_1: string } | { last_name: string }) =>
    world.app.db.updateTable("member").set(details).where("id", "=", who.member.id).execute();
  await change({ line_1: "2 Luna Street" });
  await bench.issuerDoes("ok");
  world.passSeconds(1200);
  await bench.work();
  expect(await bench.stageOf(reference)).toBe("review");

  await bench.decide(reference, "approved");
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(reference)).toBe("approved");
  await bench.issuerDoes("timeout", { effect: "kept" });
  await bench.work();
  await change({ last_name: "Santos" });
  await bench.issuerDoes("ok");
  world.passSeconds(1200);
  await bench.work();
  expect((await bench.application(reference)).token).not.toBeNull();
});

test("S085 ten applications at once are one application, one fee and one order at the issuer", async () => {
  const who = await applicant();
  const all = await Promise.all(Array.from({ length: 10 }, () => order(who)));
  const ids = all.map((answer) => (answer.status ? answer.result.transactionId : answer.message));
  expect(new Set(ids).size).toBe(1);
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
  await bench.work();
  // A retry after a lost answer.
  const again = await bench.ok(order(who));
  expect(again.result.transactionId).toBe(ids[0]);
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
});

test.each([
  ["storage first", { storage: 150_00n, savings: 900_00n }, "savings 900.00, storage 0.00"],
  [
    "savings where storage is short",
    { storage: 149_99n, savings: 150_00n },
    "savings 0.00, storage 149.99",
  ],
])("the fee is taken from %s", async (_name, accounts, after) => {
  const who = await applicant(accounts);
  await bench.ok(order(who));
  expect(await bench.fundsOf(who.member)).toBe(after);
});

test("a fee that neither account covers is a field error, and nothing happens", async () => {
  const who = await applicant({ storage: 149_99n, savings: 149_99n });
  expect(await order(who)).toMatchObject({
    status: false,
    httpStatus: 422,
    code: "card_fee_not_covered",
    errors: [{ param: "cardFee", msg: expect.stringContaining("₱150.00") }],
  });
  expect(await statuses(who)).toEqual([0, 0]);
  expect(await bench.fundsOf(who.member)).toBe("savings 149.99, storage 149.99");
});

test("T21 an upgrade keeps the card, goes to the office chosen, and only to one of the list", async () => {
  const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
  await bench.makeCustomer(member);
  const who = { member, browser: await world.signIn(member) };
  expect(await order(who, 999)).toMatchObject({ status: false, code: "pickup_office_unknown" });
  const made = await bench.ok(order(who));
  expect(await statuses(who)).toEqual([1, 4]);
  await bench.work();
  await bench.produce(made.result.transactionId);
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(made.result.transactionId)).toBe("produced");
  expect(await statuses(who)).toEqual([1, 4]);
});

test("T21 a card that could not be made gives the fee back", async () => {
  const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
  await bench.makeCustomer(member);
  const who = { member, browser: await world.signIn(member) };
  const made = await bench.ok(order(who));
  await bench.work();
  await bench.produce(made.result.transactionId, { isFailed: true });
  await world.sandbox.tellEvents();
  expect(await statuses(who)).toEqual([1, 0]);
  expect(await bench.fundsOf(member)).toBe("storage 200.00");
});

test("an application is withdrawn until it is approved", async () => {
  const who = await applicant();
  const withdraw = () => world.call(withdrawCardApplication, own(who), who.browser);
  expect(await withdraw()).toMatchObject({ status: false, code: "card_state" });
  const made = await bench.ok(apply(who));
  await bench.work();
  await bench.ok(withdraw());
  await bench.ok(withdraw());
  expect(await statuses(who)).toEqual([0, 0]);
  // The issuer's word comes too late.
  await bench.decide(made.result.transactionId, "approved");
  await bench.work();
  expect(await statuses(who)).toEqual([0, 0]);
  const second = await bench.ok(apply(who));
  await bench.work();
  await bench.decide(second.result.transactionId, "approved");
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(second.result.transactionId)).toBe("approved");
  expect(await withdraw()).toMatchObject({ status: false, code: "card_state" });
});

test.each([
  ["down", {}],
  ["error", { effect: "kept" }],
  ["timeout", { effect: "kept" }],
  ["timeout", { effect: "lost" }],
])("an issuer that is %s %j delays an application and doubles nothing", async (mode, more) => {
  const who = await applicant();
  await bench.issuerDoes(mode, more);
  const made = await bench.ok(order(who));
  await bench.work();
  expect(await statuses(who)).toEqual([0, 4]);
  expect(await bench.stageOf(made.result.transactionId)).toBe("sent");
  await bench.issuerDoes("ok");
  world.passSeconds(120);
  await bench.work();
  expect(await bench.stageOf(made.result.transactionId)).toBe("review");
  expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
});

test("events that come twice or too early change nothing twice", async () => {
  const who = await applicant();
  const made = await bench.ok(order(who));
  await bench.work();
  await bench.issuerDoes("duplicate");
  await bench.decide(made.result.transactionId, "approved");
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(made.result.transactionId)).toBe("approved");
  await bench.issuerDoes("ok");
  await bench.work();
  await bench.produce(made.result.transactionId);
  await world.sandbox.tellEvents();
  expect(await bench.stageOf(made.result.transactionId)).toBe("produced");
  const told = bench.produced(made.result.transactionId, "tok-other");
  expect(await bench.send(told)).toBe(200);
  expect(await bench.stageOf(made.result.transactionId)).toBe("produced");
});

test("in maintenance nobody applies, and is told what the staff wrote", async () => {
  const who = await applicant();
  await bench.maintenance("generic", "Back on Monday.");
  expect(await apply(who)).toMatchObject({
    status: false,
    httpStatus: 503,
    message: "Back on Monday.",
  });
  await bench.maintenance("generic", undefined);
  await bench.ok(apply(who));
});

test("T30 the offices, by page and filter", async () => {
  const who = await applicant({ officeId: 12n });
  const list = async (query: object) => {
    const answer = await bench.ok(world.call(getOffices, { query }, who.browser));
    return answer.results.rows;
  };
  const all = await list({ status: "1", page: "1", LIMIT: "100000" });
  expect(all.length).toBeGreaterThan(1);
  expect(Object.keys(all[0] ?? {})).toEqual([
    "office_id",
    "branch_name",
    "line_1",
    "barangay",
    "municipality_city",
    "state_province",
  ]);
  expect(await list({ status: "1", page: "2", LIMIT: "1" })).toEqual([all[1]]);
  expect(await list({ branch_name: "bRANCH 12" })).toMatchObject([{ office_id: 12 }]);
  expect(await list({ branch_name: "%" })).toEqual([]);
});

test("after all of it the ledger keeps every promise", async () => {
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
