import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { reportLostCard } from "#contract/cardLoss.ts";
import { resolveException } from "#contract/staff/jobs.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { atIssuer, settingsOf } from "#test/support/cardUse.ts";
import { makeCardHolders } from "#test/support/cardHolders.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, asked } from "#test/support/requestActs.ts";
import { askStopsAgain, nextAsking } from "./askStopsAgain.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let holders: ReturnType<typeof makeCardHolders>;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "1500" });
  bench = makeCardBench(world);
  holders = makeCardHolders(world, bench);
  await bench.listen();
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

type Who = { member: TestMember; browser: Browser };

async function enter(language: "en" | "fil" = "en"): Promise<Who> {
  const member = await world.makeMember({ officeId: 1n, card: { balance: 100_00n } });
  await bench.makeCustomer(member);
  await world.app.db.updateTable("member").set({ language }).where("id", "=", member.id).execute();
  return { member, browser: await world.signIn(member) };
}

const report = (who: Who) =>
  world.call(reportLostCard, { ...holders.own(who), body: { cause: "lost" } }, who.browser);

/** As they see it when they come back: no session outlasts these hours. */
const lossOf = async ({ member }: Who) =>
  (await settingsOf(world, member, await world.signIn(member))).loss;

async function exceptionsAbout({ member }: Who): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("card_order_exception as x")
    .innerJoin("card_order as o", "o.id", "x.order_id")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("x.id")
    .where("c.member_id", "=", member.id)
    .where("x.resolved_at", "is", null)
    .execute();
  return rows.map(({ id }) => `order-${id}`);
}

/** How often the member was told each of what became of the stop, in the portal. */
async function told({ member }: Who): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .where("kind", "in", ["card_stop_refused", "card_stopped"])
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

const textsTo = async ({ member }: Who) => (await world.textsTo(member.mobileNumber ?? "")).join();

/** The worker, some minutes later; answers how many stops it asked for again. */
async function workAfter(minutes: number): Promise<number> {
  world.passSeconds(minutes * 60);
  // Of two workers one asks.
  const [one, other] = await Promise.all([askStopsAgain(world.app), askStopsAgain(world.app)]);
  await sweepCardOrders(world.app);
  return one + other;
}

test("S361 the issuer is asked again by itself with a growing wait until it stops the card, and the member hears of the refusal once and of the stop", async () => {
  const who = await enter();
  await bench.issuerDoes("reject");
  await report(who);
  expect(await told(who)).toEqual(["card_stop_refused"]);
  expect(await textsTo(who)).toContain("refused to stop your lost card");
  const [exception, ...others] = await exceptionsAbout(who);
  expect(others).toEqual([]);
  // 5, 20 and 80 minutes after it, then each hour.
  expect(await workAfter(4)).toBe(0);
  expect(await workAfter(2)).toBe(1);
  expect(await workAfter(0)).toBe(0);
  expect(await lossOf(who)).toMatchObject({ isConfirmed: false, isRefused: true });
  expect(await workAfter(10)).toBe(0);
  expect(await workAfter(5)).toBe(1);
  expect(await workAfter(58)).toBe(0);
  expect(await workAfter(2)).toBe(1);
  // The same stands for people all the while, and the member hears nothing anew.
  expect(await exceptionsAbout(who)).toEqual([exception]);
  expect(await told(who)).toEqual(["card_stop_refused"]);

  await bench.issuerDoes("down");
  expect(await workAfter(60)).toBe(1);
  expect(await lossOf(who)).toMatchObject({ isConfirmed: false, isRefused: true });
  await bench.issuerDoes("ok");
  expect(await workAfter(30)).toBe(0);
  expect(await atIssuer(world, who.member)).toMatchObject({ state: "deactivated" });
  expect(await lossOf(who)).toMatchObject({ isConfirmed: true, isRefused: false });
  expect(await exceptionsAbout(who)).toEqual([]);
  const resolved = await world.app.db
    .selectFrom("card_order_exception")
    .select(["resolved_by", "resolution"])
    .where("id", "=", BigInt((exception ?? "").slice("order-".length)))
    .execute();
  expect(resolved).toEqual([
    { resolved_by: "issuer", resolution: "The issuer has stopped the card." },
  ]);
  expect(await told(who)).toEqual(["card_stop_refused", "card_stopped"]);
  expect(await textsTo(who)).toContain("blocked for good now");
  expect(await workAfter(600)).toBe(0);
});

test("S361 the member is told in the language they read, and whoever waited only for an answer hears of the stop alone", async () => {
  const who = await enter("fil");
  await bench.issuerDoes("reject");
  await report(who);
  expect(await textsTo(who)).toContain("tumanggi ang card issuer");
  await bench.issuerDoes("ok");
  expect(await workAfter(5)).toBe(1);
  expect(await textsTo(who)).toContain("naka-block na nang tuluyan");

  const patient = await enter("fil");
  await bench.issuerDoes("down");
  await report(patient);
  await bench.issuerDoes("ok");
  await workAfter(2);
  expect(await told(patient)).toEqual(["card_stopped"]);

  const quick = await enter();
  await report(quick);
  expect(await told(quick)).toEqual([]);
});

test("S361 what people have resolved is not asked again, nor is a refusal of more than a day", async () => {
  const who = await enter();
  await bench.issuerDoes("reject");
  await report(who);
  const [id] = await exceptionsAbout(who);
  const staff = await world.makeStaff({ role: "supervisor" });
  const body = { id: id ?? "", resolution: "The issuer stopped it when we called." };
  expect(await staff.call(resolveException, { body })).toMatchObject({ status: true });
  expect(await workAfter(10)).toBe(0);

  const other = await enter();
  await report(other);
  expect(await workAfter(24 * 60 + 1)).toBe(1);
  expect(await workAfter(60)).toBe(0);
  expect(await exceptionsAbout(other)).toHaveLength(1);
});

/** Two of the staff take a card that was found into use again. */
async function reactivate({ member }: Who) {
  const [one, other] = [
    await world.makeStaff({ role: "supervisor" }),
    await world.makeStaff({ role: "supervisor" }),
  ];
  const payload = { memberGuid: member.guid };
  await approve(other, await asked(one, { kind: "reactivate_card", payload }));
  return other;
}

test.each([
  ["with", true],
  ["without", false],
])(
  "S375 a card that was found and is lost again is asked for anew, %s the exception of its first loss resolved",
  async (_, isResolved) => {
    const who = await enter();
    await bench.issuerDoes("reject");
    await report(who);
    const [first = ""] = await exceptionsAbout(who);
    world.passSeconds(60);
    const checker = await reactivate(who);
    await bench.issuerDoes("ok");
    expect(await workAfter(60)).toBe(0);
    expect(await exceptionsAbout(who)).toEqual([]);
    const id = BigInt(first.slice("order-".length));
    const { rows } = await world.app.pool.query(
      "select resolved_by, resolution from card_order_exception where id = $1",
      [id],
    );
    expect(rows).toEqual([
      { resolved_by: checker.username, resolution: "The card is in use again." },
    ]);
    // As one that nobody resolved stands from before.
    if (!isResolved) {
      await world.app.db
        .updateTable("card_order_exception")
        .set({ resolved_at: null, resolved_by: null, resolution: null })
        .where("id", "=", id)
        .execute();
    }
    world.passSeconds(2 * 24 * 60 * 60);
    await bench.issuerDoes("reject");
    who.browser = await world.signIn(who.member);
    await report(who);
    const [second, ...others] = (await exceptionsAbout(who)).filter((one) => one !== first);
    expect([second, others]).toEqual([expect.any(String), []]);
    expect(await told(who)).toEqual(["card_stop_refused", "card_stop_refused"]);
    expect(await workAfter(4)).toBe(0);
    expect(await workAfter(2)).toBe(1);
    expect(await workAfter(15)).toBe(1);
    await bench.issuerDoes("ok");
    expect(await workAfter(60)).toBe(1);
    expect(await atIssuer(world, who.member)).toMatchObject({ state: "deactivated" });
    expect(await exceptionsAbout(who)).toEqual([]);
    expect(await told(who)).toEqual(["card_stop_refused", "card_stop_refused", "card_stopped"]);
  },
);

test("S361 after the first refusal it is asked at 5, 20 and 80 minutes and each hour of the first day", () => {
  const since = new Date("2026-11-05T02:00:00Z");
  const after = (minutes: number) => new Date(since.getTime() + minutes * 60_000);
  const times: number[] = [];
  let next = nextAsking(since, since);
  while (next !== undefined) {
    times.push((next.getTime() - since.getTime()) / 60_000);
    next = nextAsking(since, next);
  }
  expect(times.slice(0, 6)).toEqual([5, 20, 80, 140, 200, 260]);
  expect(times.at(-1)).toBe(1400);
  // Whoever was away asks once for all that passed.
  expect(nextAsking(since, after(90))).toEqual(after(140));
});
