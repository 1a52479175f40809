import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { hasValidCheckDigit } from "#common/checkDigit.ts";
import { activateCard, activatePersoCard, retryPersoCard } from "#contract/cardApplication.ts";
import { getPinKey } from "#contract/cardSettings.ts";
import { getProfile } from "#contract/members.ts";
import { sealPin } from "#contract/pinBlock.ts";
import { panMac } from "#server/domains/cards/state/panMac.ts";
import { sweepCardOrders } from "#server/domains/cards/orders/sweepCardOrders.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { type Holder, makeCardHolders } from "#test/support/cardHolders.ts";
import { dumpDatabase } from "#test/support/dumpDatabase.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { sweepActivations } from "./sweepActivations.ts";

let world: World;
/** A process that gives the issuer little time, to lose answers with. */
let hasty: Awaited<ReturnType<World["makeTwin"]>>;
let bench: ReturnType<typeof makeCardBench>;
type Holders = ReturnType<typeof makeCardHolders>;
let holders: Holders;

beforeAll(async () => {
  // Patient, as a busy machine is slow; silence is tried on a twin that is not.
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "30000" });
  hasty = await world.makeTwin({ ISSUER_TIMEOUT_MS: 500 });
  bench = makeCardBench(world);
  await bench.listen();
  holders = makeCardHolders(world, bench);
});
beforeEach(() => bench.issuerDoes("ok"));
afterAll(() => world.close());

const own = ({ member }: { member: TestMember }) => ({ params: { guid: member.guid } });
const holder = () => holders.holder();
const persoHolder = (options?: { isFirst: boolean }) => holders.persoHolder(options);
const statusOf = (member: TestMember) => holders.statusOf(member);
const enter: Holders["enter"] = (...typing) => holders.enter(...typing);

/** An activation whose answer does not come; the issuer answers again afterwards. */
async function lose(who: Holder, number: string, goWrong: () => Promise<void>): Promise<void> {
  holders.typed.add(number);
  const { result: key } = await bench.ok(world.call(getPinKey, own(who), who.browser));
  const atm_pin = await sealPin({ key, purpose: "new", accountNo: "", pin: "907060" });
  await goWrong();
  const body = { visa_card_no: number, atm_pin };
  const answer = await hasty.call(activateCard, { ...own(who), body }, who.browser);
  expect(answer).toMatchObject({ status: false, httpStatus: 503, code: "activation_unknown" });
  await bench.issuerDoes("ok");
}

test("S083 a new card has at the issuer the withdrawal limit that it has with us", async () => {
  const who = await holder();
  await bench.ok(enter(activateCard, who, who.number));
  await sweepCardOrders(world.app);
  const { token, withdrawal_limit_centavos: limit } = await world.app.db
    .selectFrom("card")
    .select(["token", "withdrawal_limit_centavos"])
    .where("member_id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  const there = await world.app.issuer.cardState(token ?? "");
  expect(there).toMatchObject({ kind: "card", withdrawalLimit: limit });
});

test("T22 the number and a PIN take the default card into use; a retry after a lost answer changes nothing", async () => {
  const who = await holder();
  const spaced = who.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
  expect(await enter(activateCard, who, spaced)).toMatchObject({
    status: true,
    message: "Card successfully activated!",
  });
  expect(await statusOf(who.member)).toEqual(["active", "not_applied"]);
  const profile = await bench.ok(world.call(getProfile, own(who), who.browser));
  expect(profile.result).toMatchObject({
    cardStatus: 1,
    card_number: `XXXX XXXX XXXX ${who.number.slice(-4)}`,
    serialNo: expect.stringMatching(/^K\d+$/),
    accountNo: expect.stringMatching(/^\d{12}$/),
    card_balance: "0.00",
  });
  const before = await bench.events(who.member);
  expect(await enter(activateCard, who, who.number, "640917")).toMatchObject({
    status: true,
    message: expect.stringContaining("The ATM PIN that counts is the one you chose on "),
  });
  expect(await bench.events(who.member)).toEqual(before);
  expect(before.at(-1)).toBe(`activate_card member ${who.member.guid}`);
  const { stage } = await bench.application(who.reference);
  expect(stage).toBe("fulfilled");
});

test("S081 no number, an unknown one and somebody else's are refused alike, five times a day", async () => {
  const who = await holder();
  const other = await holder();
  const wrong = [
    "4000009910000003",
    "4000009910000002",
    other.number,
    sameEnding(who.number),
    "4242424242424242",
  ];
  for (const number of wrong) {
    expect(await enter(activateCard, who, number)).toMatchObject({
      status: false,
      httpStatus: 422,
      message: `Invalid ${brand.cardDisplayName}`,
      errors: [{ param: "visa_card_no", msg: `Invalid ${brand.cardDisplayName}` }],
    });
  }
  expect(await enter(activateCard, who, who.number)).toMatchObject({
    status: false,
    code: "activation_limit",
    httpStatus: 429,
  });
  expect(await statusOf(who.member)).toEqual(["for_pickup", "not_applied"]);
  world.passSeconds(24 * 3600);
  const browser = await world.signIn(who.member);
  await bench.ok(enter(activateCard, { ...who, browser }, who.number));
});

test("S081 a card in use does not tell its number either: five guesses a day, and each is in the trail", async () => {
  const who = await holder();
  await bench.ok(enter(activateCard, who, who.number));
  for (const guess of Array.from({ length: 5 }, () => sameEnding(who.number))) {
    expect(await enter(activateCard, who, guess)).toMatchObject({
      status: false,
      code: "card_state",
    });
  }
  expect(await enter(activateCard, who, who.number)).toMatchObject({
    status: false,
    code: "activation_limit",
  });
  const audited = await world.app.db
    .selectFrom("audit_event")
    .select("object")
    .where("actor", "=", who.member.guid)
    .where("action", "=", "activate_card_failed")
    .execute();
  expect(audited).toEqual(Array.from({ length: 5 }, () => ({ object: expect.any(String) })));
  world.passSeconds(24 * 3600);
  const browser = await world.signIn(who.member);
  const again = { ...who, browser };
  // What was right is no guess, however often it is asked.
  for (let time = 0; time < 6; time += 1) await bench.ok(enter(activateCard, again, who.number));
});

/** Another number with a right check digit and the same last four digits. */
function sameEnding(number: string): string {
  const others = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, "0"));
  const found = others
    .map((digits) => `40000099${digits}${number.slice(-4)}`)
    .find((other) => other !== number && hasValidCheckDigit(other));
  return found ?? "";
}

test("S081 twenty guesses at once: at most five are looked at", async () => {
  const who = await holder();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => enter(activateCard, who, "4000009910000002")),
  );
  const codes = all.map((answer) => (answer.status ? "yes" : answer.code));
  expect(codes.filter((code) => code === "invalid_card")).toHaveLength(5);
  expect(codes.filter((code) => code === "activation_limit")).toHaveLength(15);
});

test("a PIN that is easy to guess is the issuer's to refuse, and the next one does", async () => {
  const who = await holder();
  expect(await enter(activateCard, who, who.number, "111111")).toMatchObject({
    status: false,
    httpStatus: 422,
    errors: [{ param: "atm_pin" }],
  });
  await bench.ok(enter(activateCard, who, who.number));
});

test.each([
  ["down", {}],
  ["timeout", { effect: "lost" }],
  ["error", { effect: "kept" }],
])(
  "an issuer that is %s %j: unavailable, and the same number works later, once",
  async (mode, more) => {
    const who = await holder();
    await lose(who, who.number, () => bench.issuerDoes(mode, more));
    expect(await statusOf(who.member)).toEqual(["for_pickup", "not_applied"]);
    await bench.ok(enter(activateCard, who, who.number));
    expect(
      (await bench.events(who.member)).filter((each) => each.startsWith("activate")),
    ).toHaveLength(1);
  },
);

test("an answer that was lost is found by the job, in the member's name", async () => {
  const who = await holder();
  await lose(who, who.number, () => bench.issuerDoes("error", { effect: "kept" }));
  world.passSeconds(31);
  await sweepActivations(world.app);
  expect(await statusOf(who.member)).toEqual(["active", "not_applied"]);
  expect((await bench.events(who.member)).at(-1)).toBe(`activate_card member ${who.member.guid}`);
  // The page asks once more and hears yes.
  await bench.ok(enter(activateCard, who, who.number));
});

test.each([
  ["never reached the issuer", "lost"],
  ["was done by the issuer", "kept"],
])("S081 a right number %s: a wrong one with its ending is refused after it", async (_, effect) => {
  const who = await holder();
  await lose(who, who.number, () => bench.issuerDoes("error", { effect }));
  expect(await enter(activateCard, who, sameEnding(who.number))).toMatchObject({
    status: false,
    code: "invalid_card",
  });
  await bench.ok(enter(activateCard, who, who.number));
  expect(await statusOf(who.member)).toEqual(["active", "not_applied"]);
  const { pan_mac: known } = await world.app.db
    .selectFrom("card")
    .select("pan_mac")
    .where("member_id", "=", who.member.id)
    .executeTakeFirstOrThrow();
  expect(known).toEqual(panMac(world.app.secrets, who.number));
});

test("S081 a right and a wrong number with the same ending at once: each has its own answer", async () => {
  const who = await holder();
  const [right, wrong] = await Promise.all([
    enter(activateCard, who, who.number),
    enter(activateCard, who, sameEnding(who.number)),
  ]);
  expect(wrong).toMatchObject({ status: false });
  expect(right).toMatchObject({ status: true });
  expect(await statusOf(who.member)).toEqual(["active", "not_applied"]);
  await bench.ok(enter(activateCard, who, who.number));
});

test("T23 a personalized card takes the place of the default one and keeps its account", async () => {
  const who = await persoHolder();
  await bench.ok(enter(activatePersoCard, who, who.number));
  expect(await statusOf(who.member)).toEqual(["active", "active"]);
  const profile = await bench.ok(world.call(getProfile, own(who), who.browser));
  expect(profile.result).toMatchObject({
    accountNo: who.member.cardAccountNo,
    card_number: `XXXX XXXX XXXX ${who.number.slice(-4)}`,
  });
  await bench.ok(enter(activatePersoCard, who, who.number));
});

test("T23 a first personalized card opens the account, and both states become active", async () => {
  const who = await persoHolder({ isFirst: true });
  expect(await statusOf(who.member)).toEqual(["not_applied", "for_activation"]);
  await bench.ok(enter(activatePersoCard, who, who.number));
  expect(await statusOf(who.member)).toEqual(["active", "active"]);
});

test("T24 a failed activation offers Retry: it works when the issuer does, and after three leaves it to an office", async () => {
  const [lucky, unlucky] = [await persoHolder(), await persoHolder()];
  await bench.issuerDoes("reject");
  for (const who of [lucky, unlucky]) {
    expect(await enter(activatePersoCard, who, who.number)).toMatchObject({
      status: false,
      message: "Unable to process your card at this time. Please click “Retry”",
    });
    expect(await statusOf(who.member)).toEqual(["active", "failed"]);
  }
  const retry = (who: Holder) => world.call(retryPersoCard, own(who), who.browser);
  for (const code of ["activation_failed", "activation_failed", "activation_at_office"]) {
    expect(await retry(unlucky)).toMatchObject({ status: false, code });
  }
  expect(await retry(lucky)).toMatchObject({ status: false, code: "activation_failed" });
  await bench.issuerDoes("ok");
  expect(await retry(lucky)).toMatchObject({
    status: true,
    message: "Card successfully activated!",
  });
  await bench.ok(retry(lucky));
  expect(await statusOf(lucky.member)).toEqual(["active", "active"]);
  expect(await retry(unlucky)).toMatchObject({ status: false, code: "activation_at_office" });
});

test("S075 no number of a card is in the database, however it was typed", async () => {
  const dump = await dumpDatabase(world.database.adminUrl);
  expect(holders.typed.size).toBeGreaterThan(5);
  const text = [...dump.values()].join("\n");
  for (const number of holders.typed) expect(text).not.toContain(number.replaceAll(" ", ""));
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
