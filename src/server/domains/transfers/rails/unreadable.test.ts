import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getTransferFile } from "#contract/staff/transfers.ts";
import { getExceptions, resolveException } from "#contract/staff/jobs.ts";
import {
  CLOCK_STOPPING_EXCEPTIONS,
  type Told,
  withOdd,
} from "#test/support/clockStoppingMessages.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, statusXml, tellUs } from "#test/support/railWorld.ts";
import { asked, decide } from "#test/support/requestActs.ts";
import { assertBooksHold, moneyOf } from "#test/support/transferActs.ts";
import { receiveStatusReport } from "./receiveStatusReport.ts";

const CARD = 40_000_00n;
const AMOUNT = 12_34n;
const TOTAL = AMOUNT + rails.FEE;
/** Asked for the last time. */
const LAST_SECONDS = 3_540;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500" });
  member = await world.makeMember({ officeId: 1n, card: { balance: CARD } });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

/** What the switch calls a transfer. */
const reference = "IPX/1795.6";

/** Sent, and nobody knows how they ended. */
async function sent(count = 1): Promise<Told[]> {
  const all: Told[] = [];
  for (let number = 0; number < count; number += 1) {
    const told = { amount: AMOUNT, account: ACCOUNTS.neverKnown };
    all.push({
      ...told,
      refNo: await rails.orderByRows(world, member, { kind: "instapay", ...told }),
    });
    await drainJobs(world.app);
  }
  return all;
}

async function sentOne(): Promise<Told> {
  const [one] = await sent();
  if (one === undefined) throw new Error("nothing was sent");
  return one;
}

async function untilTheLast(): Promise<void> {
  world.passSeconds(LAST_SECONDS);
  await rails.sweepRails(world);
}

/** When a transfer whose refund was held up for a moment is looked at again. */
async function soon(): Promise<void> {
  world.passSeconds(11);
  await rails.sweepRails(world);
}

const rowOf = (told: Told) => rails.transferRow(world, told.refNo);

async function expectStopped(told: Told): Promise<void> {
  expect(await rowOf(told)).toMatchObject({ going_back: null, issuer_leg: "taken" });
  expect((await rowOf(told)).clock_stopped_at).not.toBeNull();
  expect(await rails.exceptionsOf(world, told.refNo)).toContain("unreadable");
}

test("S147 what cannot be read stops the clock of the transfer that it names, and is for a person", async () => {
  const all = await sent(CLOCK_STOPPING_EXCEPTIONS.length);
  const [other] = await sent();
  for (const [place, [what, message]] of CLOCK_STOPPING_EXCEPTIONS.entries()) {
    const told = all[place] ?? { refNo: "", amount: 0n, account: "" };
    for (let times = 0; times < 2; times += 1) {
      expect([what, await tellUs(world, message(told))]).toEqual([what, 200]);
    }
  }
  await untilTheLast();
  world.passSeconds(24 * 3_600);
  await rails.sweepRails(world);
  for (const [place, [what]] of CLOCK_STOPPING_EXCEPTIONS.entries()) {
    const told = all[place] ?? { refNo: "", amount: 0n, account: "" };
    const { going_back: back, clock_stopped_at: stopped } = await rowOf(told);
    expect([what, back, stopped !== null]).toEqual([what, null, true]);
    expect([what, await rails.exceptionsOf(world, told.refNo)]).toEqual([
      what,
      ["unreadable", "unanswered"],
    ]);
  }
  // Nobody said anything of this one.
  expect(other && (await rowOf(other)).state).toBe("returned");
});

test("S147 what the switch called a transfer before names it in a message that cannot be read", async () => {
  const [told, other] = [await sentOne(), await sentOne()];
  const known = statusXml("PDNG", told).replace(
    "</TxSts>",
    `</TxSts><ClrSysRef>${reference}</ClrSysRef>`,
  );
  expect(await tellUs(world, known)).toBe(200);
  expect(await tellUs(world, `<Odd><ClrSysRef>${reference}</ClrSysRef></Odd>`)).toBe(200);
  await untilTheLast();
  await expectStopped(told);
  expect((await rowOf(other)).state).toBe("returned");
});

test("S147 what names no transfer lets none go back by the clock until a person has looked", async () => {
  const told = await sentOne();
  expect(await tellUs(world, "<Odd/>")).toBe(200);
  await untilTheLast();
  await expectBackAfterALook(told, "unreadable-");
});

/** It stays on its way until a person has looked at what came under this reference. */
async function expectBackAfterALook(told: Told, reference: string): Promise<void> {
  expect((await rowOf(told)).going_back).toBeNull();
  const supervisor = await staff("supervisor");
  const { result } = await ok(supervisor.call(getExceptions, { query: { state: "open" } }));
  const id = result.rows.find(({ reference: of }) => of.startsWith(reference))?.id ?? "";
  const resolution = "A test of the switch's operator.";
  await ok(supervisor.call(resolveException, { body: { id, resolution } }));
  world.passSeconds(3_600);
  await rails.sweepRails(world);
  expect((await rowOf(told)).state).toBe("returned");
}

test.each([(refNo: string) => refNo.toLowerCase(), (refNo: string) => refNo.replace("-", "")])(
  "S147 a credit of a reference that is not ours (%#) lets none go back by the clock until a person has looked; a rejection does",
  async (spelt) => {
    const told = await sentOne();
    const refNo = spelt(told.refNo);
    expect(await tellUs(world, statusXml("ACSC", { ...told, refNo }))).toBe(200);
    await untilTheLast();
    await expectBackAfterALook(told, refNo);

    const other = await sentOne();
    const rejected = { ...other, refNo: spelt(other.refNo), reason: "AC03" };
    expect(await tellUs(world, statusXml("RJCT", rejected))).toBe(200);
    await untilTheLast();
    expect((await rowOf(other)).state).toBe("returned");
  },
);

async function ok<T extends { status: boolean }>(
  answer: Promise<T>,
): Promise<Extract<T, { status: true }>> {
  const given = await answer;
  if (!given.status) throw new Error(JSON.stringify(given));
  return given as Extract<T, { status: true }>;
}

/** The switch answers questions so. */
async function withAnswers(answer: (body: string) => Buffer | undefined, act: () => Promise<void>) {
  const real = world.app.instapay.exchange;
  world.app.instapay.exchange = async (body, until) => {
    const bytes = answer(body);
    return bytes === undefined ? real(body, until) : { kind: "reply", bytes };
  };
  try {
    await act();
  } finally {
    world.app.instapay.exchange = real;
  }
}

test("S147 an answer to an inquiry that cannot be read, or is about another transfer, is no silence", async () => {
  const [odd, other, about] = await sent(3);
  if (odd === undefined || other === undefined || about === undefined) throw new Error("none");
  const answers = new Map([
    [odd.refNo, Buffer.from("<Odd/>")],
    [other.refNo, Buffer.from(statusXml("PDNG", about))],
  ]);
  await withAnswers(
    (body) => {
      const refNo = [...answers.keys()].find((one) => body.includes(one));
      return refNo === undefined ? undefined : answers.get(refNo);
    },
    async () => {
      await untilTheLast();
      // While an answer is being read nothing is refunded by the clock, and they are read side by side.
      await soon();
    },
  );
  await expectStopped(odd);
  await expectStopped(other);
  expect((await rowOf(about)).state).toBe("returned");
});

test("S147 a message that is just being read holds up the refund of others for some seconds, not past its hour", async () => {
  const told = await sentOne();
  const { id } = await world.app.db
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "in",
      type: "pacs.002",
      message_id: "being-read",
      body: "<Document/>",
      at: world.app.now(),
      outcome: "received",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await untilTheLast();
  expect((await rowOf(told)).state).not.toBe("returned");
  await world.app.db
    .updateTable("rail_message")
    .set({ outcome: "booked" })
    .where("id", "=", id)
    .execute();
  await soon();
  expect((await rowOf(told)).state).toBe("returned");
});

test("S147 an answer that is not signed as agreed, and names the transfer, is no silence; a page that names none is", async () => {
  const [named, page, long] = await sent(3);
  if (named === undefined || page === undefined || long === undefined) throw new Error("none");
  const real = world.app.instapay.exchange;
  world.app.instapay.exchange = async (body, until) => {
    const reason = "the answer is not signed by the rail";
    if (body.includes(named.refNo)) {
      return { kind: "unproven", reason, bytes: Buffer.from(statusXml("ACSC", named)) };
    }
    if (body.includes(page.refNo))
      return { kind: "unproven", reason, bytes: Buffer.from("<html>") };
    if (body.includes(long.refNo))
      return { kind: "unproven", reason: "too long", bytes: undefined };
    return real(body, until);
  };
  await untilTheLast();
  world.app.instapay.exchange = real;
  await expectStopped(named);
  await expectStopped(long);
  expect((await rowOf(page)).state).toBe("returned");
});

test("S147 another amount, account or bank stops the clock too; the switch's next clear word ends it", async () => {
  const [amount, account, bank] = await sent(3);
  if (amount === undefined || account === undefined || bank === undefined) throw new Error("none");
  await tellUs(world, statusXml("ACSC", { ...amount, amount: AMOUNT + 1n }));
  await tellUs(world, statusXml("ACSC", { ...account, account: "000000000000" }));
  await tellUs(world, statusXml("ACSC", bank).replace("BNORPHMMXXX", "BOPIPHMM"));
  await untilTheLast();
  for (const told of [amount, account, bank]) {
    expect((await rowOf(told)).going_back).toBeNull();
    expect((await rowOf(told)).clock_stopped_at).not.toBeNull();
  }
  await tellUs(world, statusXml("ACSC", amount));
  await tellUs(world, statusXml("RJCT", { ...account, reason: "AC03" }));
  await rails.sweepRails(world);
  expect((await rowOf(amount)).state).toBe("credited");
  expect((await rowOf(account)).state).toBe("returned");
});

test("S147 what was about to go back by the clock waits, and what people decided to refund does not", async () => {
  const [byClock, byPeople] = await sent(2);
  if (byClock === undefined || byPeople === undefined) throw new Error("none");
  for (const [told, via] of [
    [byClock, "timer"],
    [byPeople, "staff"],
  ] as const) {
    await receiveStatusReport(world.app, {
      rail: "instapay",
      refNo: told.refNo,
      status: "refund",
      source: "test",
      via,
      correlationId: "test",
    });
    await tellUs(world, withOdd(statusXml("ACSC", told)));
  }
  await rails.sweepRails(world);
  expect(await rowOf(byClock)).toMatchObject({ going_back: "from_hold", put_back_until: null });
  expect((await rowOf(byPeople)).state).toBe("returned");
  const before = await moneyOf(world, member);
  await confirm(byClock);
  await rails.sweepRails(world);
  expect(await rowOf(byClock)).toMatchObject({ state: "credited", going_back: null });
  expect(await moneyOf(world, member)).toMatchObject({ issuer: before.issuer });
});

/** Signed in at this moment of the test's clock. */
const staff = (role: "teller" | "supervisor"): Promise<TestStaff> => world.makeStaff({ role });

async function confirm(told: Told): Promise<void> {
  const [teller, supervisor] = [await staff("teller"), await staff("supervisor")];
  const requestId = await asked(teller, {
    kind: "confirm_credit",
    payload: { refNo: told.refNo },
  });
  expect(await decide(supervisor, requestId)).toMatchObject({ status: true });
}

async function fileOf({ refNo }: Told) {
  const teller = await staff("teller");
  return (await ok(teller.call(getTransferFile, { params: { refNo } }))).result;
}

test("S147 two people end it as credited or give it back, once; until then no note closes what they were asked", async () => {
  const [credited, refunded] = await sent(2);
  if (credited === undefined || refunded === undefined) throw new Error("none");
  const before = await moneyOf(world, member);
  for (const told of [credited, refunded]) await tellUs(world, withOdd(statusXml("ACSC", told)));
  await untilTheLast();
  const [teller, supervisor] = [await staff("teller"), await staff("supervisor")];
  const [exception] = (await fileOf(credited)).exceptions;
  const body = { id: exception?.id ?? "", resolution: "They said it was credited." };
  expect(await supervisor.call(resolveException, { body })).toMatchObject({
    code: "exception_undecided",
  });
  expect(await fileOf(credited)).toMatchObject({
    rail: { clockStoppedAt: expect.any(String) },
    may: { confirmCredit: true, refund: true },
  });

  const refund = { kind: "refund_transfer", payload: { refNo: credited.refNo } } as const;
  const late = await asked(teller, refund);
  await confirm(credited);
  expect(await decide(supervisor, late)).toMatchObject({ status: false });
  const back = await asked(teller, { ...refund, payload: { refNo: refunded.refNo } });
  expect(await decide(supervisor, back)).toMatchObject({ status: true });
  await rails.sweepRails(world);

  expect(await fileOf(credited)).toMatchObject({
    state: "credited",
    rail: { clockStoppedAt: null },
    may: { confirmCredit: false, refund: false },
  });
  expect(await fileOf(refunded)).toMatchObject({ state: "returned" });
  for (const told of [credited, refunded]) {
    const [puzzle] = (await fileOf(told)).exceptions;
    expect(puzzle).toMatchObject({
      kind: "unreadable",
      resolution: expect.stringMatching(/Two people/),
    });
  }
  expect((await moneyOf(world, member)).card).toBe((before.card ?? 0n) + TOTAL);
  expect(await rails.moneyOfTransfer(world, credited.refNo)).toMatchObject({ "1520": -AMOUNT });
  expect(await rails.moneyOfTransfer(world, refunded.refNo)).toEqual({});
  // The switch says it at last, and says it again.
  for (const told of [credited, credited, refunded]) await tellUs(world, statusXml("ACSC", told));
  expect((await rowOf(credited)).state).toBe("credited");
  expect(await rails.exceptionsOf(world, refunded.refNo)).toContain("credited_after_return");
});

test("S147 what is not signed stops no clock", async () => {
  const told = await sentOne();
  const xml = withOdd(statusXml("ACSC", told));
  const signature = createHmac("sha256", "another").update(xml).digest("hex");
  expect(await tellUs(world, xml, { signature })).toBe(401);
  await untilTheLast();
  expect((await rowOf(told)).state).toBe("returned");
});
