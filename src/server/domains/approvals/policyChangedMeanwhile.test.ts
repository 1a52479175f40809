import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APPROVED_ACT_NAMES, transferAct } from "#contract/approvalPolicy.ts";
import { resendOtp, verifyOtp } from "#contract/auth.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import {
  type ApprovedIntent,
  DOING,
  enterWithPasskey,
  type WithPasskey,
} from "#test/support/approvedActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { givePasskey } from "#test/support/passkeyActs.ts";
import { askFor, intentFor, toBank } from "#test/support/sendActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());
beforeEach(() => sql`update approval_policy set chosen = null`.execute(world.app.db));

const choose = (act: string, needs: "code" | "passkey" | "office") =>
  sql`update approval_policy set chosen = ${needs} where act = ${act} and choices @> array[${needs}]`.execute(
    world.app.db,
  );

/** A code that is waited for, as the phone shows it. */
async function codeSentFor(who: Pick<WithPasskey, "member" | "browser">, intent: ApprovedIntent) {
  const sent = await askFor(world, who.member, who.browser, intent as never);
  if (!sent.status) throw new Error(`send: ${sent.code} ${sent.message}`);
  return { pinId: sent.result.pinId, pin: await world.codeFor(who.member) };
}

/** What becomes of a code that was sent before, by resending and by entering it; with how many texts went out. */
async function tryLater(
  { member, browser }: Pick<WithPasskey, "member" | "browser">,
  code: { pinId: string; pin: string },
) {
  world.passSeconds(61);
  const texts = (await world.textsTo(member.mobileNumber ?? "")).length;
  const { guid: memberGuid } = member;
  const body = { memberGuid, ...code };
  const resent = await world.call(resendOtp, { body: { memberGuid, pinId: code.pinId } }, browser);
  const entered = await world.call(verifyOtp, { body }, browser);
  const again = await world.call(verifyOtp, { body }, browser);
  const sent = (await world.textsTo(member.mobileNumber ?? "")).length - texts;
  return { resent, entered, again, sent };
}

const REFUSED = (code: "passkey_needed" | "office_needed") => ({
  resent: { httpStatus: 409, code },
  entered: { httpStatus: 409, code },
  // It is void from then on.
  again: { code: "otp_incorrect" },
  sent: 0,
});

test.each(TRANSFER_KIND_NAMES)(
  "S195 %s: a code that was sent before the policy took another proof is neither sent again nor taken",
  async (kind) => {
    const receiver = await world.makeMember({ savings: 100_00n, card: {} });
    for (const needs of ["passkey", "office"] as const) {
      await choose(transferAct(kind), "code");
      const who = await enterWithPasskey(world);
      const code = await codeSentFor(who, intentFor(kind, "100.00", { ...who, receiver }));
      await choose(transferAct(kind), needs);
      expect(await tryLater(who, code)).toMatchObject(REFUSED(`${needs}_needed`));
    }
  },
);

test.each(APPROVED_ACT_NAMES)(
  "S195 %s: a code that was sent before it became an office's is neither sent again nor taken",
  async (act) => {
    await choose(act, "code");
    const who = await enterWithPasskey(world);
    let outcome: Awaited<ReturnType<typeof tryLater>> | undefined;
    await DOING[act](world, who, async (intent) => {
      const code = await codeSentFor(who, intent);
      await choose(act, "office");
      outcome = await tryLater(who, code);
      return code;
    });
    expect(outcome).toMatchObject(REFUSED("office_needed"));
  },
);

test("S195 whoever has a passkey meanwhile is held to it, for an act and for a transfer", async () => {
  // As shipped a raise takes it of whoever has one.
  await sql`update approval_policy set chosen = 'passkey' where act = 'transfer_instapay' and has_passkey`.execute(
    world.app.db,
  );
  const intents: ApprovedIntent[] = [
    { kind: "raise_limit", amount: "30000.00" },
    toBank("instapay", "100.00"),
  ];
  for (const intent of intents) {
    const member = await world.makeMember({ card: { balance: 1_000_00n } });
    const who = { member, browser: await world.signIn(member) };
    const code = await codeSentFor(who, intent);
    await givePasskey(world, who);
    expect(await tryLater(who, code)).toMatchObject(REFUSED("passkey_needed"));
  }
});

test("S195 a wrong code is told as a wrong one, whatever the policy takes, and nothing is said of the right one", async () => {
  const who = await enterWithPasskey(world);
  const code = await codeSentFor(who, toBank("instapay", "100.00"));
  await choose(transferAct("instapay"), "passkey");
  const pin = code.pin === "123456" ? "123457" : "123456";
  const body = { memberGuid: who.member.guid, pinId: code.pinId, pin };
  expect(await world.call(verifyOtp, { body }, who.browser)).toMatchObject({
    code: "otp_incorrect",
  });
});

test("S195 where a code is still taken, it is sent again and taken", async () => {
  const who = await enterWithPasskey(world);
  const code = await codeSentFor(who, toBank("instapay", "100.00"));
  world.passSeconds(61);
  const { guid: memberGuid } = who.member;
  const again = { body: { memberGuid, pinId: code.pinId } };
  const resent = await world.call(resendOtp, again, who.browser);
  if (!resent.status) throw new Error(resent.message);
  const body = { memberGuid, pinId: resent.result.pinId, pin: await world.codeFor(who.member) };
  expect(await world.call(verifyOtp, { body }, who.browser)).toMatchObject({ status: true });
});
