import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getCardRequestDetails, requestCard, requestPersoCard } from "#contract/cardApplication.ts";
import { sweepApplications } from "#server/domains/cards/production/advanceApplication.ts";
import type { Browser } from "#test/support/browser.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeCardHolders } from "#test/support/cardHolders.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let holders: ReturnType<typeof makeCardHolders>;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "5000" });
  bench = makeCardBench(world);
  holders = makeCardHolders(world, bench);
  await bench.listen();
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

type Applicant = { member: TestMember; browser: Browser };

const own = ({ member }: Applicant) => ({ params: { guid: member.guid } });
const applicant = () => holders.applicant();
const apply = (who: Applicant) => world.call(requestCard, own(who), who.browser);
const order = (who: Applicant) =>
  world.call(requestPersoCard, { ...own(who), body: { office_id: 1 } }, who.browser);

/** The personalized plastic that the issuer makes for an account. */
async function ordersOf(accountNo: string): Promise<object[]> {
  const answer = await fetch(`${world.sandbox.url}/sandbox/plastics?accountNo=${accountNo}`);
  // The sandbox's own answer.
  const all = (await answer.json()) as { kind: string }[];
  return all.filter(({ kind }) => kind === "personalized");
}

test("S085 ten orders at once, and a worker that looks many times: one order at the issuer, one fee", async () => {
  const member = await world.makeMember({ officeId: 1n, storage: 500_00n });
  await bench.makeCustomer(member);
  const who = { member, browser: await world.signIn(member) };
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(who)));
  expect(answers.filter(({ status }) => status)).toHaveLength(10);
  await Promise.all(Array.from({ length: 5 }, () => sweepApplications(world.app)));
  await bench.work();
  expect(await ordersOf(member.cardAccountNo ?? "")).toHaveLength(1);
  expect(await bench.fundsOf(member)).toBe("storage 350.00");
});

test.each([
  ["slow", { delaySeconds: 0.1 }],
  ["late", { delaySeconds: 60 }],
  ["out-of-order", { delaySeconds: 60 }],
])(
  "S085 T21 an application while the issuer is %s %j comes to one card and one fee",
  async (mode, more) => {
    const who = await applicant();
    await bench.issuerDoes(mode, more);
    const { transactionId: reference } = (await bench.ok(order(who))).result;
    await goOn();
    await bench.decide(reference, "approved");
    await goOn();
    expect(await bench.stageOf(reference)).toBe("approved");
    await bench.produce(reference);
    await goOn();
    expect(await bench.stageOf(reference)).toBe("produced");
    expect(await bench.fundsOf(who.member)).toBe("storage 350.00");
    expect(await bench.events(who.member)).toEqual([
      `request_perso_card member ${who.member.guid}`,
    ]);
    const { token, issuer_customer_id: customer } = await bench.application(reference);
    expect(customer).not.toBeNull();
    expect(await world.app.issuer.cardState(token ?? "")).toMatchObject({ state: "produced" });
  },
);

/** Ten minutes of the worker and of the issuer's events. */
async function goOn(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    world.passSeconds(120);
    // oxlint-disable-next-line no-await-in-loop -- one minute after the other
    await bench.work();
    // oxlint-disable-next-line no-await-in-loop -- the same
    await world.sandbox.tellEvents();
  }
}

test("T18 T20 reviews and applications of one member have a limit an hour, of which nobody else feels anything", async () => {
  const [who, other] = [await applicant(), await applicant()];
  const review = (one: Applicant) => world.call(getCardRequestDetails, own(one), one.browser);
  const answers = await Promise.all(Array.from({ length: 62 }, () => review(who)));
  expect(answers.filter(({ status }) => status)).toHaveLength(60);
  expect(await review(who)).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
  expect(await review(other)).toMatchObject({ status: true });
  const orders = await Promise.all(Array.from({ length: 31 }, () => apply(who)));
  const refused = orders.filter((answer) => !answer.status && answer.code === "too_many_requests");
  expect(refused).toHaveLength(1);
  expect(await apply(other)).toMatchObject({ status: true });
  world.passSeconds(3601);
  who.browser = await world.signIn(who.member);
  expect(await review(who)).toMatchObject({ status: true });
});
