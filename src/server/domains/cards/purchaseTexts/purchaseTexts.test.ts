import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setPurchaseTexts } from "#contract/cardSettings.ts";
import { getCardDetails } from "#contract/members.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeIssuerBench } from "#test/support/issuerBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let issuer: ReturnType<typeof makeIssuerBench>;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  issuer = makeIssuerBench(world);
});

beforeEach(async () => {
  member = await world.makeMember({ card: { balance: 20_000_00n } });
  browser = await world.signIn(member);
});

afterAll(() => world.close());

const textsOf = async () =>
  (await world.textsTo(member.mobileNumber ?? "")).filter((text) => /paid|withdrawn/.test(text));

const setFrom = (text_from: unknown) =>
  world.callRaw(setPurchaseTexts, { params: { guid: member.guid }, body: { text_from } }, browser);

async function textFrom() {
  const answer = await world.call(getCardDetails, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result.purchaseTextFrom;
}

const buy = (amount: string, more: object = {}) =>
  issuer.send(issuer.purchase(member, amount, more));

test("S158 a purchase of 1,000.00 or more is told by text, a smaller one in the portal alone", async () => {
  expect(await textFrom()).toBe(1_000_00n);
  await buy("999.99");
  expect(await textsOf()).toEqual([]);
  await buy("1000.00", { merchant: "WWW.TINDAHAN.COM.PH" });
  const { last_four } = await world.app.db
    .selectFrom("card")
    .select("last_four")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  const [text, ...more] = await textsOf();
  expect(more).toEqual([]);
  expect(text).toMatch(
    /PHP 1,000\.00 paid at WWW TINDAHAN COM PH with card \.\.\.\S*, Nov 21, 2026, 10:00 AM\. Not you\? Call \(02\) 8555-0142 at once\.$/,
  );
  expect(text).toContain(`...${last_four ?? ""},`);
});

test("S158 no text of ours names a number to call but our own, whatever a merchant is called", async () => {
  await buy("1000.00", { merchant: "REFUND (0917) 123-45-67 STORE 2045" });
  const [text = ""] = await textsOf();
  expect(text).toContain("paid at REFUND STORE 2045 with card");
});

test("S158 a withdrawal is told as well", async () => {
  const lines = (amount: string) => [
    { tranDate: "2026-11-21T02:00:00.000Z", amount, tranDesc: "ATM Withdrawal" },
  ];
  await buy("5000.00", {
    kind: "withdrawal",
    merchant: "ATM QUIAPO",
    transactions: lines("-5000.00"),
  });
  expect(await textsOf()).toEqual([
    expect.stringContaining("PHP 5,000.00 withdrawn at ATM QUIAPO"),
  ]);
});

test("S158 approved and settled, told ten times, declined: one text for each purchase", async () => {
  const reference = `PO-${randomUUID().slice(0, 18)}`;
  const of = {
    accountNumber: member.cardAccountNo,
    merchant: "GASOLINAHAN",
    reference,
    occurredAt: "2026-11-21T02:00:00.000Z",
  };
  const approved = { ...of, type: "card.authorized", eventId: randomUUID(), amount: "3000.00" };
  const bill = { ...of, type: "card.settled", eventId: randomUUID(), held: "3000.00" };
  for (let time = 0; time < 5; time += 1) expect(await issuer.send(approved)).toBe(200);
  for (let time = 0; time < 5; time += 1) await issuer.send({ ...bill, settled: "2500.00" });
  const { occurredAt: _, reference: _2, ...declined } = of;
  await issuer.send({
    ...declined,
    type: "card.authorization",
    eventId: randomUUID(),
    kind: "purchase",
    outcome: "declined",
    amount: "9000.00",
    reason: "wrong_cvv",
  });
  const event = issuer.purchase(member, "1500.00");
  await Promise.all(Array.from({ length: 5 }, () => issuer.send(event)));
  const texts = await textsOf();
  expect(texts.toSorted()).toEqual([
    expect.stringContaining("PHP 1,500.00 paid at KAPE AT PANDESAL CAFE"),
    expect.stringContaining("PHP 3,000.00 paid at GASOLINAHAN"),
  ]);
});

test("S158 the member sets the amount, every purchase or none; it is told, audited and theirs alone", async () => {
  const other = await world.makeMember({ card: { balance: 20_000_00n } });
  expect(await setFrom("0")).toMatchObject({ httpStatus: 200 });
  expect(await textFrom()).toBe(0n);
  await buy("0.50");
  expect(await textsOf()).toHaveLength(1);
  expect(await setFrom("2500.00")).toMatchObject({ httpStatus: 200 });
  await buy("2499.99");
  expect(await textsOf()).toHaveLength(1);
  expect(await setFrom(null)).toMatchObject({ httpStatus: 200 });
  expect(await setFrom(null)).toMatchObject({ httpStatus: 200 });
  expect(await textFrom()).toBeNull();
  await buy("9000.00");
  expect(await textsOf()).toHaveLength(1);
  await issuer.send(issuer.purchase(other, "1000.00"));
  expect((await world.textsTo(other.mobileNumber ?? ""))[0]).toContain("PHP 1,000.00 paid at");

  const changed = (await world.textsTo(member.mobileNumber ?? "")).filter((text) =>
    text.includes("Not you?"),
  );
  expect(changed.filter((text) => /text you for (every )?card purchase/.test(text))).toEqual([
    expect.stringContaining("no longer text you for card purchases and withdrawals."),
    expect.stringContaining("from PHP 2,500.00 on"),
    expect.stringContaining("we text you for every card purchase and withdrawal."),
  ]);
  const trail = await world.app.db
    .selectFrom("audit_event")
    .select("detail")
    .where("action", "=", "purchase_texts_set")
    .where("object", "=", `member:${member.guid}`)
    .orderBy("id")
    .execute();
  expect(trail.map(({ detail }) => detail)).toEqual([
    { textFrom: "0.00" },
    { textFrom: "2500.00" },
    { textFrom: null },
  ]);
});

test.each(["", "-1", "05", "1,000.00", "1000.001", "1000000000000.00", "off", {}, true])(
  "S158 %j is no amount from which texts are sent",
  async (wrong) => {
    expect(await setFrom(wrong)).toMatchObject({
      httpStatus: 422,
      body: { errors: [{ param: "text_from" }] },
    });
    expect(await textFrom()).toBe(1_000_00n);
  },
);

test.each([-1n, 100_000_000_000n])("S158 the database takes no %s", async (wrong) => {
  await expect(
    world.app.db
      .updateTable("member")
      .set({ purchase_text_from_centavos: wrong })
      .where("id", "=", member.id)
      .execute(),
  ).rejects.toMatchObject({ constraint: "member_purchase_text_from" });
});
