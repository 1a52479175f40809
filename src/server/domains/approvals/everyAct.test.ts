import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toDecimal } from "#common/money.ts";
import { APPROVED_ACT_NAMES, type ApprovedAct } from "#contract/approvalPolicy.ts";
import { api } from "#contract/api.ts";
import { revealCvv, setWithdrawalLimit } from "#contract/cardSettings.ts";
import { acceptLoanOffer, getLoanOffer } from "#contract/loans.ts";
import { lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { setOwnLimit } from "#contract/ownLimits.ts";
import { removePasskey } from "#contract/passkeys.ts";
import { makeAuthenticator } from "#test/support/authenticator.ts";
import { askForCvv, newReveal } from "#test/support/cardUse.ts";
import { fileLoan, offerLoan } from "#test/support/loanActs.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/passkeyActs.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

/** A member with a card, savings and a passkey, past the pause that it began. */
async function enter() {
  const member = await world.makeMember({ savings: 9_000_00n, card: { balance: 5_000_00n } });
  const browser = await world.signIn(member);
  const { authenticator, id } = await acts.givePasskey(world, { member, browser });
  await acts.endPause(world, member);
  return { member, browser, authenticator, passkey: id };
}
type Who = Awaited<ReturnType<typeof enter>>;
type Intent = Parameters<typeof acts.approveByPasskey>[2];
type Prove = (intent: Intent) => Promise<{ pinId: string; pin: string }>;

const paramsOf = ({ member }: Who) => ({ guid: member.guid });

/** Does each act, and proves it the way that is given. */
const DOING: Record<ApprovedAct, (who: Who, prove: Prove) => Promise<{ status: boolean }>> = {
  async raise_limit({ browser }, prove) {
    const amount = "30000.00";
    const body = { transaction_limit: amount, ...(await prove({ kind: "raise_limit", amount })) };
    return world.call(setWithdrawalLimit, { body }, browser);
  },
  async reveal_cvv({ member, browser }, prove) {
    await askForCvv(world, member, browser);
    const { publicKey } = await newReveal();
    const body = { public_key: publicKey, ...(await prove({ kind: "reveal_cvv" })) };
    return world.call(revealCvv, { body }, browser);
  },
  async accept_loan({ member, browser }, prove) {
    const applicationNo = await fileLoan(world, member, browser, { loan_amount: 300_000 });
    await offerLoan(world.app, applicationNo, { principal: 300_000_00n, months: 36 });
    const params = { guid: member.guid, applicationNo };
    const offer = await world.call(getLoanOffer, { params }, browser);
    if (!offer.status) throw new Error(offer.message);
    const { version, principal, months, netProceeds } = offer.result;
    const proof = await prove({
      kind: "accept_loan",
      applicationNo,
      version: String(version),
      principal: toDecimal(principal),
      months: String(months),
      netProceeds: toDecimal(netProceeds),
    });
    return world.call(acceptLoanOffer, { params, body: { version, ...proof } }, browser);
  },
  async raise_own_limit(who, prove) {
    const params = paramsOf(who);
    const wish = { limit: "pesonet", span: "day" as const, amount: "300.00" };
    await world.call(setOwnLimit, { params, body: wish }, who.browser);
    const higher = { ...wish, amount: "500.00" };
    const body = { ...higher, ...(await prove({ kind: "raise_own_limit", ...higher })) };
    return world.call(setOwnLimit, { params, body }, who.browser);
  },
  async release_lock(who, prove) {
    const params = paramsOf(who);
    const money = { accountNumber: who.member.accountNumbers.savings ?? "", amount: "100.00" };
    const idempotencyKey = "every-act-lock";
    await world.call(lockMoney, { params, body: money }, who.browser, { idempotencyKey });
    const body = { ...money, ...(await prove({ kind: "release_lock", ...money })) };
    return world.call(releaseLock, { params, body }, who.browser);
  },
  async add_passkey(who, prove) {
    const made = { authenticator: makeAuthenticator(), name: "Second" };
    return acts.tryToAdd(world, who, await prove({ kind: "add_passkey" }), made);
  },
  async remove_passkey(who, prove) {
    const params = { ...paramsOf(who), id: who.passkey };
    const body = await prove({ kind: "remove_passkey", passkey: who.passkey });
    return world.call(removePasskey, { params, body }, who.browser);
  },
};

test.each(APPROVED_ACT_NAMES)(
  "S191 %s is approved by a passkey, and no code is sent",
  async (act) => {
    const who = await enter();
    const codes = async () =>
      (await world.textsTo(who.member.mobileNumber ?? "")).filter((text) => /^\d{6} /.test(text));
    const before = await codes();
    const answer = await DOING[act](who, (intent) => acts.approveByPasskey(world, who, intent));
    expect(answer).toMatchObject({ status: true });
    expect(await codes()).toEqual(before);
  },
);

test.each(APPROVED_ACT_NAMES)(
  "S193 %s is done by no proof once it became an office's",
  async (act) => {
    const who = await enter();
    const choose = (needs: string | null) =>
      sql`update approval_policy set chosen = ${needs} where act = ${act}`.execute(world.app.db);
    const answer = await DOING[act](who, async (intent) => {
      const proof = await acts.approveByPasskey(world, who, intent);
      await choose("office");
      return proof;
    });
    await choose(null);
    expect(answer).toMatchObject({ httpStatus: 409, code: "office_needed" });
  },
);

test("S193 every call that spends a proof is described as one that may want another", () => {
  const spending = api.filter(
    ({ refusals }) =>
      refusals?.some((code) => code === "otp_incorrect") &&
      refusals.some((code) => code.startsWith("otp_not_for_this")),
  );
  expect(spending.length).toBeGreaterThan(APPROVED_ACT_NAMES.length);
  for (const { name, refusals } of spending) {
    expect([name, refusals]).toEqual([
      name,
      expect.arrayContaining(["passkey_needed", "office_needed"]),
    ]);
  }
});
