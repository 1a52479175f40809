import { afterAll, beforeAll, expect, test } from "vitest";
import { requestPersoCard } from "#contract/cardApplication.ts";
import { getNotifications } from "#contract/notifications.ts";
import { getCardApplication } from "#contract/staff/cards.ts";
import { receiveCardKits, sendDeliveryList } from "#contract/staff/cardStock.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, asked, decide, look } from "#test/support/requestActs.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let officer: TestStaff;
let supervisor: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  bench = makeCardBench(world);
  await bench.listen();
  officer = await world.makeStaff({ role: "card_officer", officeId: 1n });
  supervisor = await world.makeStaff({ role: "supervisor", officeId: 1n });
});
afterAll(() => world.close());

type Orderer = { member: TestMember; browser: Browser; reference: string; token: string };

/** A member whose personalized card is to come to branch 1, whichever is their own. */
async function orderer(officeId: bigint): Promise<Orderer> {
  const member = await world.makeMember({ officeId, storage: 200_00n });
  await bench.makeCustomer(member);
  const browser = await world.signIn(member);
  const reference = await order({ member, browser });
  const { token } = await bench.application(reference);
  return { member, browser, reference, token: token ?? "" };
}

async function order({ member, browser }: Pick<Orderer, "member" | "browser">): Promise<string> {
  const call = { params: { guid: member.guid }, body: { office_id: 1 } };
  const made = await bench.ok(world.call(requestPersoCard, call, browser));
  await bench.work();
  return made.result.transactionId;
}

/** The list of the delivery that never comes: the plastic is announced by it. */
async function announce({ reference, token }: Orderer, serial: string): Promise<void> {
  await officer.callRaw(sendDeliveryList, {
    params: { branchId: "1" },
    query: { batch: `D-${serial}`, kind: "personalized" },
    body: `serial,token,last_four,expires_on,reference\r\n${serial},${token},1234,2031-11-30,${reference}`,
  });
  expect(await bench.stageOf(reference)).toBe("produced");
}

const notMade = ({ member }: Orderer, cause: "lost_in_post" | "not_produced") => ({
  kind: "card_not_made" as const,
  payload: { memberGuid: member.guid, cause },
});

async function statusOf(member: TestMember): Promise<string> {
  const card = await world.app.db
    .selectFrom("card")
    .select(["status", "perso_status"])
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return `${card.status} ${card.perso_status}`;
}

async function told({ member, browser }: Orderer): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  return answer.status ? Object.values(answer.results).map(({ message }) => message) : [];
}

test("K09 a card lost on its way: two people end its order, the fee is back by the mirror of its entry, and the member may ask again", async () => {
  const who = await orderer(2n);
  await announce(who, "P0000000031");
  const { id } = await bench.application(who.reference);
  const read = { params: { applicationId: String(id) } };
  expect(await officer.call(getCardApplication, read)).toMatchObject({
    result: { may: { notMade: true } },
  });
  expect(await bench.fundsOf(who.member)).toBe("storage 50.00");

  const request = await asked(officer, notMade(who, "lost_in_post"));
  expect(await look(supervisor, request)).toMatchObject({
    before: { application: who.reference, cardStatus: "processing", feeReturned: "" },
    after: { cardStatus: "not_applied", cause: "lost_in_post", feeReturned: "PHP 150.00" },
  });
  expect(await decide(officer, request)).toMatchObject({ code: "request_is_own" });
  expect(await statusOf(who.member)).toBe("active processing");
  await approve(supervisor, request);

  expect(await statusOf(who.member)).toBe("active not_applied");
  expect(await bench.fundsOf(who.member)).toBe("storage 200.00");
  const ended = await bench.application(who.reference);
  expect(ended).toMatchObject({ stage: "failed", reason: "lost_in_post" });
  const { reversal_of: mirrorOf } = await world.app.db
    .selectFrom("journal_entry")
    .select("reversal_of")
    .where("id", "=", ended.fee_return_entry_id ?? 0n)
    .executeTakeFirstOrThrow();
  expect(mirrorOf).toBe(ended.fee_entry_id);
  expect(await bench.events(who.member)).toContain(
    `production_failed staff ${supervisor.username}`,
  );
  expect(await told(who)).toContainEqual(
    expect.stringMatching(/did not arrive at its office\. The card fee of ₱150\.00 is back/),
  );

  // What comes after all is handed to nobody, and no word of the maker brings it back.
  const scan = { params: { branchId: "1" }, body: { serials: ["P0000000031"] } };
  expect(await officer.call(receiveCardKits, scan)).toMatchObject({
    result: { lines: [{ finding: "known", detail: "missing" }] },
  });
  expect(await bench.send(bench.produced(who.reference, who.token))).toBe(200);
  expect(await statusOf(who.member)).toBe("active not_applied");
  const again = await order(who);
  expect(await bench.application(again)).toMatchObject({ stage: "approved" });
  expect(await bench.fundsOf(who.member)).toBe("storage 50.00");
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("K09 a card that could not be made is ended before anything was announced; what an office has received is not", async () => {
  const failed = await orderer(1n);
  await approve(supervisor, await asked(officer, notMade(failed, "not_produced")));
  expect(await statusOf(failed.member)).toBe("active not_applied");
  expect(await told(failed)).toContainEqual(expect.stringContaining("could not be made"));
  expect(await ask(officer, notMade(failed, "not_produced"))).toMatchObject({
    code: "request_does_not_apply",
  });

  const received = await orderer(2n);
  await announce(received, "P0000000032");
  const request = await asked(officer, notMade(received, "lost_in_post"));
  const scan = { params: { branchId: "1" }, body: { serials: ["P0000000032"] } };
  await officer.call(receiveCardKits, scan);
  expect(await decide(supervisor, request)).toMatchObject({ code: "request_stale" });
  expect(await statusOf(received.member)).toBe("active for_pickup");
  expect(await bench.fundsOf(received.member)).toBe("storage 50.00");
});
