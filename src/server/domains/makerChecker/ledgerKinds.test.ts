import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getJournalEntry } from "#contract/staff/ledger.ts";
import { getBalances } from "#contract/members.ts";
import { getNotifications } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { releaseHolds } from "#server/domains/cases/releaseHolds.ts";
import type { Browser } from "#test/support/browser.ts";
import type { MemberOptions, TestMember } from "#test/support/makeMember.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve, ask, type Draft, asked, decide, look, trail } from "#test/support/requestActs.ts";

let world: World;
let maker: TestStaff;
let checker: TestStaff;
let nobody: TestStaff;

beforeAll(async () => {
  world = await makeWorld();
  maker = await makeStaff(world, { role: "supervisor", officeId: null });
  checker = await makeStaff(world, { role: "supervisor", officeId: null });
  nobody = await makeStaff(world, { role: "auditor", officeId: null });
});
afterAll(() => world.close());

const newMember = (options: MemberOptions = {}) => world.makeMember({ officeId: 1n, ...options });

/** Makes and approves. */
async function done(request: Draft): Promise<string> {
  const requestId = await asked(maker, request);
  await approve(checker, requestId);
  return requestId;
}

async function noticesOf(member: TestMember, browser: Browser): Promise<string[]> {
  const answer = await world.call(getNotifications, { params: { guid: member.guid } }, browser);
  return answer.status ? Object.values(answer.results).map(({ message }) => message) : [];
}

/** What is available on an account, in centavos, as the member sees it. */
async function available(member: TestMember, browser: Browser, type: "savings" | "storage") {
  const answer = await world.call(getBalances, { params: { guid: member.guid } }, browser);
  if (!answer.status) throw new Error(`balances: ${answer.code}`);
  const account = answer.result.find((one) => one.type === type);
  return { outstanding: account?.outstandingBalance, withdrawable: account?.withdrawableBalance };
}

describe("S131 the books by hand", () => {
  const control = (code: string, side: "D" | "C", amount: string, book = "ASSOC") => ({
    book,
    code,
    side,
    amount,
  });
  const savings = (member: TestMember, side: "D" | "C", amount: string) => ({
    ...control("2010", side, amount),
    subledger: member.accountNumbers.savings,
  });
  const entry = (reference: string, lines: unknown[]): Draft => ({
    kind: "manual_journal",
    payload: { reference, narrative: "Correction", lines },
  });

  test("an entry moves exactly what it says, and its mirror moves it back", async () => {
    const member = await newMember({ savings: 500_00n });
    const browser = await world.signIn(member);
    const id = await done(
      entry("ADJ-0001", [control("5310", "D", "100.25"), savings(member, "C", "100.25")]),
    );
    expect(await look(nobody, id)).toMatchObject({
      before: { narrative: "", "line.01": "", "line.02": "" },
      after: { narrative: "Correction", "line.01": "ASSOC 5310 · D PHP 100.25" },
    });
    expect(await available(member, browser, "savings")).toMatchObject({ withdrawable: 600_25n });
    const booked = await world.app.db
      .selectFrom("journal_entry")
      .select(["id", "actor"])
      .where("reference", "=", "ADJ-0001")
      .executeTakeFirstOrThrow();
    expect(booked.actor).toBe(`${maker.username}, ${checker.username}`);
    expect(await noticesOf(member, browser)).toContainEqual(expect.stringContaining("₱100.25"));

    const entryId = String(booked.id);
    expect(await nobody.call(getJournalEntry, { params: { entryId } })).toMatchObject({
      result: {
        request: { id, narrative: "Correction", reason: "The member came to the counter" },
      },
    });

    const reversal: Draft = {
      kind: "journal_reversal",
      payload: { entryId: String(booked.id) },
    };
    const mirror = await look(nobody, await done(reversal));
    expect(mirror.before["line.01"]).toBe("ASSOC 5310 · D PHP 100.25");
    expect(mirror.after["line.01"]).toBe("ASSOC 5310 · C PHP 100.25");
    expect(await available(member, browser, "savings")).toMatchObject({ withdrawable: 500_00n });
    expect(await ask(maker, reversal)).toMatchObject({ code: "request_does_not_apply" });
    expect(await checkInvariants(world.app.db)).toEqual([]);
  });

  test("money on a card is not made by hand: the issuer would know nothing of it", async () => {
    const member = await newMember({ card: { balance: 0n } });
    const account = await world.app.db
      .selectFrom("card")
      .innerJoin("member", "member.id", "card.member_id")
      .select("account_no")
      .where("guid", "=", member.guid)
      .executeTakeFirstOrThrow();
    const card = { ...control("2510", "C", "5000.00", "CARD"), subledger: account.account_no };
    expect(
      await ask(maker, entry("ADJ-0009", [control("1520", "D", "5000.00", "CARD"), card])),
    ).toMatchObject({ code: "journal_of_card_account" });
  });

  test("no member goes below zero: the request ends as failed and nothing is booked", async () => {
    const member = await newMember({ savings: 50_00n });
    const browser = await world.signIn(member);
    const requestId = await asked(
      maker,
      entry("ADJ-0002", [savings(member, "D", "50.01"), control("1010", "C", "50.01")]),
    );
    expect(await decide(checker, requestId)).toMatchObject({ code: "member_funds_missing" });
    expect(await look(checker, requestId)).toMatchObject({ state: "failed" });
    expect(await available(member, browser, "savings")).toMatchObject({ withdrawable: 50_00n });
    expect(await trail(world, `request:${requestId}`)).toContain(
      `${checker.username}: request_failed`,
    );
    const booked = await world.app.db
      .selectFrom("journal_entry")
      .select("id")
      .where("reference", "=", "ADJ-0002")
      .execute();
    expect(booked).toEqual([]);
  });

  test.each([
    [
      "debits that are not the credits",
      [control("5310", "D", "1.00"), control("1010", "C", "1.01")],
      "journal_not_balanced",
    ],
    [
      "two books that balance only together",
      [control("1010", "D", "1.00"), control("2590", "C", "1.00", "CARD")],
      "journal_not_balanced",
    ],
    [
      "a bridge with one end",
      [control("1120", "D", "1.00"), control("1010", "C", "1.00")],
      "journal_not_balanced",
    ],
    [
      "an account that nobody has",
      [control("9999", "D", "1.00"), control("1010", "C", "1.00")],
      "journal_account_unknown",
    ],
    ["nothing", [control("5310", "D", "0.00"), control("1010", "C", "0.00")], "invalid_parameters"],
  ])("an entry of %s is not even asked for", async (_what, lines, code) => {
    expect(await ask(maker, entry("ADJ-0003", lines))).toMatchObject({
      status: false,
      code,
    });
  });

  test("what a transfer booked is the transfer's to undo", async () => {
    const member = await newMember({ savings: 100_00n });
    const at = world.app.now();
    await world.app.db
      .insertInto("transfer")
      .values({
        ref_no: "OT-REVERSAL-1",
        kind: "own",
        member_id: member.id,
        card_id: 1n,
        source_account_id: 1n,
        source_account_number: "1",
        source_name: "Savings",
        destination_account_number: "1",
        amount_centavos: 1n,
        state: "accepted",
        load_month: "2026-11",
        accepted_at: at,
        next_inquiry_at: at,
        correlation_id: "test-reversal",
      })
      .execute();
    const account = (code: string) => ({ book: "ASSOC" as const, code, subledger: "" });
    const id = await transact(world.app.db, (tx) =>
      postJournalEntry(tx, {
        operation: "OWN_TOPUP",
        step: "accept",
        reference: "OT-REVERSAL-1",
        businessDate: "2026-11-21",
        bookedAt: at,
        actor: "test",
        lines: [
          { account: account("1010"), side: "D", amount: 1n },
          { account: account("2310"), side: "C", amount: 1n },
        ],
      }),
    );
    expect(
      await ask(maker, { kind: "journal_reversal", payload: { entryId: String(id) } }),
    ).toMatchObject({ code: "request_does_not_apply" });
  });
});

test("S131 disputed money is set aside, told to the member, released by two people or in time", async () => {
  const member = await newMember({ savings: 1_000_00n });
  const browser = await world.signIn(member);
  const hold = (caseReference: string, amount: string): Draft => ({
    kind: "disputed_funds_hold",
    payload: {
      memberGuid: member.guid,
      accountNumber: member.accountNumbers.savings,
      amount,
      caseReference,
      days: 30,
    },
  });
  await done(hold("CASE-1", "400.00"));
  expect(await available(member, browser, "savings")).toEqual({
    outstanding: 1_000_00n,
    withdrawable: 600_00n,
  });
  expect(await noticesOf(member, browser)).toContainEqual(expect.stringContaining("₱400.00"));
  expect(await ask(maker, hold("CASE-1", "1.00"))).toMatchObject({
    code: "request_does_not_apply",
  });
  const tooMuch = await asked(maker, hold("CASE-2", "600.01"));
  expect(await decide(checker, tooMuch)).toMatchObject({ code: "member_funds_missing" });

  const { id } = await world.app.db
    .selectFrom("ledger_hold")
    .select("id")
    .where("reference", "=", "CASE-1")
    .executeTakeFirstOrThrow();
  const release = { memberGuid: member.guid, holdId: String(id) };
  const another = await newMember();
  expect(
    await ask(maker, {
      kind: "disputed_funds_release",
      payload: { ...release, memberGuid: another.guid },
    }),
  ).toMatchObject({ code: "request_does_not_apply" });
  await done({ kind: "disputed_funds_release", payload: release });
  expect(await available(member, browser, "savings")).toMatchObject({ withdrawable: 1_000_00n });

  await done(hold("CASE-3", "250.00"));
  await releaseHolds(world.app);
  world.passSeconds(30 * 86_400 + 1);
  await releaseHolds(world.app);
  const { hold_centavos } = await world.app.db
    .selectFrom("ledger_account")
    .select("hold_centavos")
    .where("subledger", "=", member.accountNumbers.savings ?? "")
    .where("code", "=", "2010")
    .executeTakeFirstOrThrow();
  expect(hold_centavos).toBe(0n);
  expect(await trail(world, `member:${member.guid}`)).toContain(
    "releaseHolds: disputed_funds_released",
  );
  expect(await checkInvariants(world.app.db)).toEqual([]);
});
