import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { forgotPassword, forgotUsername, setPassword, setUsername } from "#contract/signUp.ts";
import { saveRecipient } from "#contract/recipients.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, type Draft, asked } from "#test/support/requestActs.ts";
import * as acts from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const KNOWN = acts.toBank("instapay", "10.00");
const NEW = acts.toBank("instapay", "10.00", { account: "001234567890" });
const PAUSED = {
  httpStatus: 409,
  code: "payee_paused",
  message: expect.stringMatching(/^You can pay new payees from \w+ \d+, 2026, \d+:\d\d [AP]M\./),
};

/** A member who has paid somebody before, on the first device. */
async function enter() {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 1_000_00n } });
  const browser = await world.signIn(member);
  await acts.send(world, member, browser, KNOWN);
  await drainJobs(world.app);
  return { member, browser };
}

type Entered = Awaited<ReturnType<typeof enter>>;

const ask = ({ member, browser }: Entered, sending: acts.Sending) =>
  acts.askFor(world, member, browser, sending);

async function setupOf({ browser }: Entered) {
  const answer = await world.call(getTransferSetup, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

async function done(request: Draft): Promise<void> {
  // Signed in now: the days that pass here end every session.
  const somebody = () => makeStaff(world, { role: "supervisor", officeId: null });
  const [maker, checker] = [await somebody(), await somebody()];
  await approve(checker, await asked(maker, request));
}

async function signInAgain({ member, browser }: Entered, as: Partial<TestMember> = {}) {
  const now = { ...member, ...as };
  return { member: now, browser: await world.signIn(now, { ...browser, token: undefined }) };
}

/** The browser in which the member proved by code who they are. */
async function proven(member: TestMember, what: "username" | "password") {
  const browser = newBrowser();
  const answer =
    what === "username"
      ? await world.call(
          forgotUsername,
          { body: { [memberNumberField]: member.membershipNo } },
          browser,
        )
      : await world.call(forgotPassword, { body: { identifier: member.username } }, browser);
  if (!answer.status) throw new Error(answer.message);
  const { guid: memberGuid, pinId } = answer.result;
  const pin = await world.codeFor(member);
  await world.call(verifyOtp, { body: { memberGuid, pinId, pin } }, browser);
  return { browser, memberGuid };
}

const changes: [string, (who: Entered) => Promise<Entered>][] = [
  [
    "the staff changed the mobile number",
    async (who) => {
      const mobileNumber = `+63918${who.member.membershipNo.slice(-7)}`;
      await done({
        kind: "change_mobile",
        payload: { memberGuid: who.member.guid, mobileNumber },
      });
      return signInAgain(who, { mobileNumber });
    },
  ],
  [
    "the staff changed the e-mail address",
    async (who) => {
      const payload = { memberGuid: who.member.guid, emailAddress: "other@example.com" };
      await done({ kind: "change_email", payload });
      return who;
    },
  ],
  [
    "the staff opened a closed access again",
    async (who) => {
      await world.app.db
        .updateTable("member")
        .set({ status: "suspended", access_closed_for: "staff" })
        .where("id", "=", who.member.id)
        .execute();
      await done({ kind: "reactivate_member", payload: { memberGuid: who.member.guid } });
      return signInAgain(who);
    },
  ],
  [
    "the username was recovered",
    async (who) => {
      const { browser, memberGuid } = await proven(who.member, "username");
      const username = `new.${who.member.username}`;
      const body = { memberGuid, new_username: username };
      expect(await world.call(setUsername, { body }, browser)).toMatchObject({ status: true });
      return signInAgain(who, { username });
    },
  ],
  [
    "the password was recovered",
    async (who) => {
      const { browser, memberGuid } = await proven(who.member, "password");
      const password = "a longer walk to Sagada";
      const body = { memberGuid, new_password: password, confirm_password: password };
      expect(await world.call(setPassword, { body }, browser)).toMatchObject({ status: true });
      return signInAgain(who, { password });
    },
  ],
  [
    "somebody signed in on another device",
    async ({ member }) => ({ member, browser: await world.signIn(member) }),
  ],
];

test.each(changes)(
  "S149 after %s new payees wait for a day, whoever was paid before does not, and both are foretold",
  async (_, change) => {
    const before = await enter();
    expect(await ask(before, acts.toBank("pesonet", "10.00"))).toMatchObject({ status: true });
    world.passSeconds(61);
    const who = await change(before);
    expect(await ask(who, NEW)).toMatchObject(PAUSED);
    expect(await ask(who, acts.toBank("pesonet", "11.00"))).toMatchObject({ status: true });
    const { payeePause } = await setupOf(who);
    expect(payeePause?.known).toEqual([{ bankId: "1", accountNumber: "109450542671" }]);
    const left = Date.parse(payeePause?.endsAt ?? "") - world.app.now().getTime();
    expect(left).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    world.passSeconds(Math.ceil(left / 1000) + 1);
    const later = await signInAgain(who);
    expect(await setupOf(later)).toMatchObject({ payeePause: null });
    expect(await ask(later, NEW)).toMatchObject({ status: true });
  },
);

test("S149 on the first device of an account there is nobody to take over from: new payees are paid at once", async () => {
  const member = await world.makeMember({ card: { balance: 1_000_00n } });
  const who = { member, browser: await world.signIn(member) };
  expect(await setupOf(who)).toMatchObject({ payeePause: null });
  await acts.send(world, member, who.browser, NEW);
  // Nor is the same device a new one.
  world.passSeconds(61);
  expect(await ask(await signInAgain(who), acts.toBank("pesonet", "1.00"))).toMatchObject({
    status: true,
  });
});

test.each(["instapay", "pesonet", "card"] as const)(
  "S149 %s: an order whose code was sent before the change is refused as it would be posted, and moves nothing",
  async (kind) => {
    const who = await enter();
    const receiver = await world.makeMember({ card: {} });
    const sending =
      kind === "card"
        ? acts.toCard(receiver, "10.00")
        : acts.toBank(kind, "10.00", { account: "001234567890" });
    const approval = await acts.approveSending(world, who.member, who.browser, sending);
    const payload = { memberGuid: who.member.guid, emailAddress: "other@example.com" };
    await done({ kind: "change_email", payload });
    const answer = await acts.orderSending(world, who.browser, sending, approval, `late-${kind}`);
    expect(answer).toMatchObject(PAUSED);
    const transfers = await world.app.db
      .selectFrom("transfer")
      .select("amount_centavos")
      .where("member_id", "=", who.member.id)
      .execute();
    expect(transfers).toHaveLength(1);
  },
);

test("S149 whom the member kept before the pause is paid; whom somebody keeps in it is not, also when it goes on", async () => {
  const who = await enter();
  const { guid } = who.member;
  const kept = [
    acts.toBank("instapay", "11.00", { account: "2011111111" }),
    acts.toBank("instapay", "12.00", { account: "2022222222" }),
  ] as const;
  const refNos = [];
  // On their way: no transfer has reached them so far.
  for (const sending of kept) {
    refNos.push(await acts.send(world, who.member, who.browser, sending));
    world.passSeconds(61);
  }
  const save = (refNo = "", { browser }: Entered = who) =>
    world.call(saveRecipient, { params: { guid }, body: { refNo, nickname: "" } }, browser);
  expect(await save(refNos[0])).toMatchObject({ status: true });
  const elsewhere = { member: who.member, browser: await world.signIn(who.member) };
  expect(await save(refNos[1], elsewhere)).toMatchObject({ status: true });
  world.passSeconds(3600);
  const again = { member: who.member, browser: await world.signIn(who.member) };
  expect(await ask(again, kept[0])).toMatchObject({ status: true });
  expect(await ask(again, kept[1])).toMatchObject(PAUSED);
});
