import { sendOtp, verifyOtp } from "#contract/auth.ts";
import { getOwnLimits, type LimitSpan, type OwnLimits, setOwnLimit } from "#contract/ownLimits.ts";
import type { TransferKind } from "#contract/transferKinds.ts";
import type { Browser } from "./browser.ts";
import { approveWith } from "./cardUse.ts";
import type { World } from "./makeWorld.ts";
import { intentFor, orderSending } from "./sendActs.ts";

export type Wish = { limit: string; span: LimitSpan; amount: string };

/** A member who sets limits and orders, and what the two come to. */
export async function makeLimitBench(world: World) {
  const member = await world.makeMember({
    savings: 400_000_00n,
    card: { balance: 400_000_00n, cardType: "platinum" },
  });
  const receiver = await world.makeMember({ card: { cardType: "platinum" } });
  let browser = await world.signIn(member);

  async function limits(): Promise<OwnLimits> {
    const answer = await world.call(getOwnLimits, { params: { guid: member.guid } }, browser);
    if (!answer.status) throw new Error(answer.message);
    return answer.result;
  }

  /** Asks for a code for an order of this kind, and orders; answers 'ok' or why not. */
  async function ordered(kind: TransferKind, amount: string): Promise<string> {
    world.passSeconds(61);
    const intent = intentFor(kind, amount, { member, receiver });
    const sent = await world.call(sendOtp, { body: { memberGuid: member.guid, intent } }, browser);
    if (!sent.status) return String(sent.code);
    const { pinId } = sent.result;
    const approval = { pinId, pin: await world.codeFor(member) };
    await world.call(verifyOtp, { body: { memberGuid: member.guid, ...approval } }, browser);
    const key = `key-${pinId}`;
    const answer = await orderSending(world, browser, intent, approval, key);
    return answer.status ? "ok" : String(answer.code);
  }

  return {
    member,
    browser: () => browser,
    limits,
    ordered,
    of: async (kind: TransferKind) => {
      const found = (await limits()).kinds.find((one) => one.kind === kind);
      if (found === undefined) throw new Error(kind);
      return found;
    },
    set: (wish: Wish, code: { pinId?: string; pin?: string } = {}, by: Browser = browser) =>
      world.call(setOwnLimit, { params: { guid: member.guid }, body: { ...wish, ...code } }, by),
    approve: (wish: Wish) =>
      approveWith(world, member, browser, { kind: "raise_own_limit", ...wish }),
    /** Signed in again, as time goes on and ends sessions. */
    comeBack: async (seconds: number) => {
      world.passSeconds(seconds);
      browser = await world.signIn(member, browser);
    },
  };
}

export type LimitBench = Awaited<ReturnType<typeof makeLimitBench>>;
