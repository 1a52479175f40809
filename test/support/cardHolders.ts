import { expect } from "vitest";
import {
  type activateCard,
  type activatePersoCard,
  requestCard,
  requestPersoCard,
} from "#contract/cardApplication.ts";
import { getPinKey } from "#contract/cardSettings.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact } from "#server/db/db.ts";
import type { Browser } from "./browser.ts";
import type { makeCardBench } from "./cardBench.ts";
import type { MemberOptions, TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

/** A member with a plastic to activate: the number on it, its token and the application's reference. */
export type Holder = {
  member: TestMember;
  browser: Browser;
  number: string;
  token: string;
  reference: string;
};

/** As the issuer hands it out. */
type PinKey = { kid: string; pub: string };

/** Members whose card waits for its activation, and their typing of its number. */
export function makeCardHolders(world: World, bench: ReturnType<typeof makeCardBench>) {
  const own = ({ member }: { member: TestMember }) => ({ params: { guid: member.guid } });
  /** Every number that was typed. */
  const typed = new Set<string>();

  async function applicant(options: MemberOptions = {}) {
    const member = await world.makeMember({
      card: null,
      officeId: 1n,
      storage: 500_00n,
      ...options,
    });
    await bench.completeFile(member);
    return { member, browser: await world.signIn(member) };
  }

  /** A member whose default card waits at the office. */
  async function holder(): Promise<Holder> {
    const who = await applicant();
    await bench.stock({ officeId: 1n, count: 1 });
    const made = await bench.ok(world.call(requestCard, own(who), who.browser));
    const reference = made.result.transactionId;
    await bench.work();
    await bench.decide(reference, "approved");
    await world.sandbox.tellEvents();
    expect(await statusOf(who.member)).toEqual(["for_pickup", "not_applied"]);
    const { token } = await world.app.db
      .selectFrom("card_kit as k")
      .innerJoin("card_application as a", "a.id", "k.application_id")
      .select("k.token")
      .where("a.reference", "=", reference)
      .executeTakeFirstOrThrow();
    return { ...who, reference, token, number: await bench.numberOn(token) };
  }

  /** A member whose personalized card was handed over. */
  async function persoHolder({ isFirst = false } = {}): Promise<Holder> {
    const who = isFirst ? await applicant() : await upgrader();
    const body = { office_id: 1 };
    const made = await bench.ok(world.call(requestPersoCard, { ...own(who), body }, who.browser));
    const reference = made.result.transactionId;
    await bench.work();
    if (isFirst) await approve(reference);
    await bench.produce(reference);
    await world.sandbox.tellEvents();
    expect(await bench.stageOf(reference)).toBe("produced");
    return { ...who, reference, ...(await handOver(reference)) };
  }

  /** A personalized card that was made comes to the office, and into the member's hands. */
  async function handOver(reference: string): Promise<{ token: string; number: string }> {
    const { token, card_id: cardId, id } = await bench.application(reference);
    const actor = { kind: "staff", name: "card.demo" } as const;
    const at = world.app.now();
    await transact(world.app.db, async (tx) => {
      const move = { cardId, actor, reason: "", at, correlationId: "test" };
      await moveCard(tx, { ...move, event: "receive_perso_card" });
      await moveCard(tx, { ...move, event: "hand_over" });
      await tx
        .updateTable("card_kit")
        .set({ state: "released" })
        .where("application_id", "=", id)
        .execute();
    });
    return { token: token ?? "", number: await bench.numberOn(token ?? "") };
  }

  /** The issuer approves, and the card is ordered. */
  async function approve(reference: string): Promise<void> {
    await bench.decide(reference, "approved");
    await world.sandbox.tellEvents();
    expect(await bench.stageOf(reference)).toBe("approved");
    await bench.work();
  }

  async function upgrader() {
    const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
    await bench.makeCustomer(member);
    return { member, browser: await world.signIn(member) };
  }

  /** The status of the card and that of the personalized one. */
  async function statusOf(member: TestMember): Promise<[string, string]> {
    const card = await world.app.db
      .selectFrom("card")
      .select(["status", "perso_status"])
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    return [card.status, card.perso_status];
  }

  /** What the page of an activation seals a PIN for: the account that new plastic takes over; "" for a first card. */
  async function accountOf(member: TestMember): Promise<string> {
    const card = await world.app.db
      .selectFrom("card")
      .select("account_no")
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    return card.account_no ?? "";
  }

  /** Types a number and a PIN on the page of an activation. */
  async function enter(
    call: typeof activateCard | typeof activatePersoCard,
    who: { member: TestMember; browser: Browser },
    number: string,
    pin = "907060",
    key?: PinKey,
  ) {
    return enterWhile(call, who, number, { pin, key });
  }

  /** The issuer's key for PINs, for a page that has it already when the issuer goes away. */
  async function ownKey(who: { member: TestMember; browser: Browser }): Promise<PinKey> {
    const { result } = await bench.ok(world.call(getPinKey, own(who), who.browser));
    return result;
  }

  /** The same, while the issuer does its work and the answer is lost. */
  async function enterAndLose(
    call: typeof activateCard | typeof activatePersoCard,
    who: Holder,
  ): Promise<void> {
    const isLost = () => bench.issuerDoes("error", { effect: "kept" });
    const answer = await enterWhile(call, who, who.number, { meanwhile: isLost });
    await bench.issuerDoes("ok");
    expect(answer).toMatchObject({ status: false, code: "activation_unknown" });
  }

  /** The same, while the issuer hears of nothing. */
  async function enterInVain(
    call: typeof activateCard | typeof activatePersoCard,
    who: Holder,
  ): Promise<void> {
    const isDown = () => bench.issuerDoes("down");
    const answer = await enterWhile(call, who, who.number, { meanwhile: isDown });
    expect(answer).toMatchObject({ status: false, code: "activation_unknown" });
  }

  async function enterWhile(
    call: typeof activateCard | typeof activatePersoCard,
    who: { member: TestMember; browser: Browser },
    number: string,
    {
      pin = "907060",
      meanwhile,
      key: known,
    }: { pin?: string; meanwhile?: () => Promise<void>; key?: PinKey | undefined },
  ) {
    typed.add(number);
    const key = known ?? (await ownKey(who));
    const accountNo = await accountOf(who.member);
    const atm_pin = await sealPin({ key, purpose: "new", accountNo, pin });
    await meanwhile?.();
    return world.call(call, { ...own(who), body: { visa_card_no: number, atm_pin } }, who.browser);
  }

  return {
    own,
    typed,
    applicant,
    holder,
    persoHolder,
    handOver,
    statusOf,
    enter,
    enterAndLose,
    enterInVain,
    ownKey,
  };
}
