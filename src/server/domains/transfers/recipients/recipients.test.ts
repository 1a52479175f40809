import { afterAll, beforeAll, expect, test } from "vitest";
import {
  forgetRecipient,
  getRecentPayees,
  getRecipients,
  renameRecipient,
  saveRecipient,
} from "#contract/recipients.ts";
import { getTransferReceipt } from "#contract/transferReceipts.ts";
import type { MemberOptions } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { send, toBank, toCard } from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

async function enter(options: MemberOptions = {}) {
  const member = await world.makeMember({ card: { balance: 10_000_00n }, ...options });
  const browser = await world.signIn(member);
  const { guid } = member;
  return {
    member,
    browser,
    guid,
    list: async () => {
      const answer = await world.call(getRecipients, { params: { guid } }, browser);
      if (!answer.status) throw new Error(answer.message);
      return answer.result;
    },
    recent: async () => {
      const answer = await world.call(getRecentPayees, { params: { guid } }, browser);
      if (!answer.status) throw new Error(answer.message);
      return answer.result;
    },
    save: (refNo: string, nickname = "") =>
      world.call(saveRecipient, { params: { guid }, body: { refNo, nickname } }, browser),
  };
}

test("a payee is kept once, under the member's name for them, with the transfer that was the latest", async () => {
  const sender = await enter();
  const first = await send(world, sender.member, sender.browser, toBank("instapay", "10"));
  expect(await sender.save(first)).toMatchObject({
    status: true,
    result: {
      kind: "instapay",
      bankId: "1",
      bankName: "BDO Unibank, Inc.",
      accountNumber: "109450542671",
      accountName: "Juan Dela Cruz",
      nickname: "",
    },
  });
  world.passSeconds(61);
  const again = await send(world, sender.member, sender.browser, toBank("instapay", "11"));
  expect(await sender.save(again, "  Kuya Juan ")).toMatchObject({
    result: { nickname: "Kuya Juan" },
  });
  world.passSeconds(61);
  const other = toBank("pesonet", "12", { account: "1234567890", name: "Ana Cruz" });
  await sender.save(await send(world, sender.member, sender.browser, other));
  expect((await sender.list()).map(({ accountName }) => accountName)).toEqual([
    "Ana Cruz",
    "Juan Dela Cruz",
  ]);
  // Whoever was sent to last comes first, saved or not since.
  world.passSeconds(61);
  await send(world, sender.member, sender.browser, toBank("instapay", "13"));
  expect((await sender.list()).map(({ accountName }) => accountName)).toEqual([
    "Juan Dela Cruz",
    "Ana Cruz",
  ]);
});

test("whoever was sent to is recent, saved or not: each account once, by the member's name, the latest first", async () => {
  const sender = await enter();
  const receiver = await enter();
  const to = async (order: Parameters<typeof send>[3]) => {
    world.passSeconds(61);
    return send(world, sender.member, sender.browser, order);
  };
  const juan = await to(toBank("instapay", "10"));
  await to(toBank("pesonet", "12", { account: "1234567890", name: "Ana Cruz" }));
  await to(toCard(receiver.member, "10"));
  const ofCard = { accountName: `EON ${receiver.member.cardAccountNo?.slice(-4)}`, bankId: null };
  const ana = { accountName: "Ana Cruz", kind: "pesonet", savedId: null };
  expect(await sender.recent()).toMatchObject([ofCard, ana, { accountName: "Juan Dela Cruz" }]);
  const saved = await sender.save(juan, "Kuya Juan");
  await to(toBank("pesonet", "11"));
  const kuya = { nickname: "Kuya Juan", savedId: saved.status && saved.result.id, kind: "pesonet" };
  expect(await sender.recent()).toMatchObject([kuya, ofCard, ana]);
  expect(await receiver.recent()).toEqual([]);
});

test("S305 of who was sent to the latest transfer is told, saved or not, over either rail, and none that came back", async () => {
  const sender = await enter();
  const to = async (order: Parameters<typeof send>[3]) => {
    world.passSeconds(61);
    return send(world, sender.member, sender.browser, order);
  };
  const first = await to(toBank("instapay", "10"));
  const [payee] = await sender.recent();
  const sentAt = payee?.lastUsedAt;
  expect(payee?.latest).toEqual({ refNo: first, amount: 10_00n, sentAt });
  await sender.save(first, "Kuya Juan");
  expect((await sender.recent())[0]).toMatchObject({ latest: { refNo: first } });
  const second = await to(toBank("pesonet", "12.50"));
  expect((await sender.recent())[0]?.latest).toMatchObject({ refNo: second, amount: 12_50n });
  await world.app.db
    .updateTable("transfer")
    .set({ state: "returned", returned_at: world.app.now(), next_inquiry_at: null })
    .where("ref_no", "=", second)
    .execute();
  expect((await sender.recent())[0]?.latest).toMatchObject({ refNo: first });
});

test("who was sent to and got nothing is not recent", async () => {
  const sender = await enter();
  const refNo = await send(world, sender.member, sender.browser, toBank("instapay", "10"));
  expect(await sender.recent()).toHaveLength(1);
  await world.app.db
    .updateTable("transfer")
    .set({ state: "returned", returned_at: world.app.now(), next_inquiry_at: null })
    .where("ref_no", "=", refNo)
    .execute();
  expect(await sender.recent()).toEqual([]);
});

test("of another member's card the number is kept and no name; a top-up has no payee", async () => {
  const sender = await enter({ savings: 1_000_00n });
  const receiver = await enter();
  const refNo = await send(world, sender.member, sender.browser, toCard(receiver.member, "10"));
  const tail = receiver.member.cardAccountNo?.slice(-4);
  expect(await sender.save(refNo)).toMatchObject({
    result: { kind: "card", bankId: null, accountName: `EON ${tail}` },
  });
  expect(await sender.save("OT261121-0000000001")).toMatchObject({ httpStatus: 404 });
});

test("S065 nobody keeps, renames, forgets or reads what is another member's", async () => {
  const sender = await enter();
  const stranger = await enter();
  const refNo = await send(world, sender.member, sender.browser, toBank("instapay", "10"));
  const kept = await sender.save(refNo);
  if (!kept.status) throw new Error(kept.message);
  const { id } = kept.result;

  expect(await stranger.save(refNo)).toMatchObject({ httpStatus: 404 });
  const params = { guid: stranger.guid, id };
  const renamed = await world.call(
    renameRecipient,
    { params, body: { nickname: "Mine" } },
    stranger.browser,
  );
  expect(renamed).toMatchObject({ httpStatus: 404 });
  await world.call(forgetRecipient, { params }, stranger.browser);
  expect(await sender.list()).toMatchObject([{ id, nickname: "" }]);
  expect(await stranger.list()).toEqual([]);

  const own = { guid: sender.guid, id };
  const body = { nickname: "Kuya" };
  expect(await world.call(renameRecipient, { params: own, body }, sender.browser)).toMatchObject({
    result: { nickname: "Kuya" },
  });
  expect(await world.call(forgetRecipient, { params: own }, sender.browser)).toMatchObject({
    status: true,
  });
  expect(await sender.list()).toEqual([]);
});

test.each(["x".repeat(41), "Kuya\u202eJuan", "a\nb"])(
  "S098 the name %j is refused at its field",
  async (nickname) => {
    const { save } = await enter();
    expect(await save("IP261121-0000000001", nickname)).toMatchObject({
      httpStatus: 422,
      errors: [{ param: "nickname" }],
    });
  },
);

test("at 50 recipients one must be forgotten first; who is kept already may still be named", async () => {
  const sender = await enter();
  const refNo = await send(world, sender.member, sender.browser, toBank("instapay", "10"));
  await sender.save(refNo);
  await world.app.db
    .insertInto("saved_recipient")
    .values(
      Array.from({ length: 49 }, (_, index) => ({
        id: world.app.random.uuid(),
        member_id: sender.member.id,
        kind: "card",
        bank_id: null,
        account_number: String(990_000_000_000 + index),
        account_name: "EON",
        saved_at: world.app.now(),
        last_used_at: world.app.now(),
      })),
    )
    .execute();
  world.passSeconds(61);
  const next = toBank("instapay", "11", { account: "555555555555" });
  const more = await send(world, sender.member, sender.browser, next);
  expect(await sender.save(more)).toMatchObject({ code: "recipients_full", httpStatus: 409 });
  expect(await sender.save(refNo, "Kuya")).toMatchObject({ result: { nickname: "Kuya" } });
});

test("S116 S117 T39 a receipt is its member's own PDF, named after the reference alone", async () => {
  const sender = await enter();
  const stranger = await enter();
  const refNo = await send(world, sender.member, sender.browser, toBank("instapay", "10"));
  const receipt = (who: typeof sender, guid = who.guid) =>
    world.callRaw(getTransferReceipt, { params: { guid, refNo } }, who.browser);
  const file = await receipt(sender);
  expect(file.httpStatus).toBe(200);
  expect(file.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="receipt-${refNo}.pdf"`,
    "x-content-type-options": "nosniff",
  });
  expect(file.text).toMatch(/^%PDF-1\.7/);
  expect((await receipt(stranger)).httpStatus).toBe(404);
  expect((await receipt(stranger, sender.guid)).httpStatus).toBe(404);
});
