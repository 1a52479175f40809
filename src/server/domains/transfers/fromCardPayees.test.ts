import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { manilaMonth } from "#common/manila.ts";
import { carriedOtherwise, railText } from "#common/railText.ts";
import { fieldTexts } from "#contract/fields.ts";
import { payeeName } from "#contract/payees.ts";
import { getTransferSetup } from "#contract/transferSetup.ts";
import { anyText } from "#test/support/anyText.ts";
import type { Browser } from "#test/support/browser.ts";
import { forceCard } from "#test/support/forceCard.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import * as acts from "#test/support/sendActs.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  member = await world.makeMember({ card: { balance: 10_000_00n } });
  browser = await world.signIn(member);
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

const ask = (sending: acts.Sending) => acts.askFor(world, member, browser, sending);
const askName = (name: string) => ask(acts.toBank("instapay", "1.00", { name }));

test("S097 the own card is refused as such, every other card that cannot receive like a number that nobody has", async () => {
  const others = {
    unknown: "990199999999",
    closed: { status: "deactivated" },
    suspended: { status: "suspended" },
    locked: { admin_locked: true },
    waiting: { status: "for_activation" },
  };
  const nobodys = await ask({ kind: "card", destination_account: others.unknown, amount: "1.00" });
  expect(nobodys).toMatchObject({
    httpStatus: 422,
    code: "destination_unknown",
    errors: [{ param: "destination_account" }],
  });
  for (const state of [others.closed, others.suspended, others.locked, others.waiting]) {
    const other = await world.makeMember({ card: {} });
    await asAdmin(world.database.ownerUrl, (owner) => forceCard(owner, other.guid, state));
    expect(await ask(acts.toCard(other, "1.00"))).toEqual({
      ...nobodys,
      correlationId: expect.any(String),
    });
  }
  expect(await ask(acts.toCard(member, "1.00"))).toMatchObject({
    code: "destination_same",
    errors: [
      {
        param: "destination_account",
        msg: "Destination account should not be the same with source account",
      },
    ],
  });
});

test("S097 who tries many numbers that cannot be sent to is stopped for a day", async () => {
  const guesser = await world.makeMember({ card: { balance: 10_00n } });
  const other = await world.makeMember({ card: {} });
  const by = await world.signIn(guesser);
  const guess = (destination: string) =>
    acts.askFor(world, guesser, by, {
      kind: "card",
      destination_account: destination,
      amount: "1.00",
    });
  for (let number = 0; number < 20; number++) {
    expect(await guess(`9901888888${String(number).padStart(2, "0")}`)).toMatchObject({
      code: "destination_unknown",
    });
  }
  expect(await guess(other.cardAccountNo ?? "")).toMatchObject({
    httpStatus: 429,
    code: "too_many_requests",
  });
  // Other banks are none of it.
  expect(await acts.askFor(world, guesser, by, acts.toBank("instapay", "0.01"))).toMatchObject({
    httpStatus: 422,
  });
});

test("S097 who tries many numbers at the same moment learns no more than one after the other", async () => {
  const guesser = await world.makeMember({ card: { balance: 10_00n } });
  const by = await world.signIn(guesser);
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, number) =>
      acts.askFor(world, guesser, by, {
        kind: "card",
        destination_account: `9901777777${String(number).padStart(2, "0")}`,
        amount: "1.00",
      }),
    ),
  );
  const codes = answers.map((answer) => (answer.status ? "ok" : answer.code));
  expect(codes.filter((code) => code === "destination_unknown")).toHaveLength(20);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(12);
});

test("S097 an order that fails anyway is refused alike, whether the card is somebody's or nobody's", async () => {
  const other = await world.makeMember({ card: {} });
  const askBoth = async (who: TestMember, by: Browser, amount: string) => {
    const [somebodys, nobodys] = [
      await acts.askFor(world, who, by, acts.toCard(other, amount)),
      await acts.askFor(world, who, by, {
        kind: "card",
        destination_account: "990199999999",
        amount,
      }),
    ];
    expect(nobodys).toEqual({ ...somebodys, correlationId: expect.any(String) });
    return somebodys;
  };
  expect(await askBoth(member, browser, "50000.01")).toMatchObject({
    code: "over_transaction_limit",
  });
  const poor = await world.makeMember({ card: { balance: 10_00n } });
  expect(await askBoth(poor, await world.signIn(poor), "10.01")).toMatchObject({
    code: "insufficient_funds",
  });
});

test("S097 a receiver's limit cannot be felt for: each refusal counts, an order that is fine does not", async () => {
  const full = await world.makeMember({ card: { cardType: "blue" } });
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(
      `insert into card_load (card_id, month, loaded_centavos)
       select c.id, $2, t.monthly_load_limit_centavos - 500
       from card c join member m on m.id = c.member_id join card_tier t on t.card_type = c.card_type
       where m.guid = $1`,
      [full.guid, manilaMonth(world.app.now())],
    ),
  );
  const feeler = await world.makeMember({ card: { balance: 100_00n } });
  const by = await world.signIn(feeler);
  const feel = (amount: string) => acts.askFor(world, feeler, by, acts.toCard(full, amount));
  expect(await feel("5.00")).toMatchObject({ status: true });
  for (let time = 0; time < 20; time++) {
    expect(await feel("5.01")).toMatchObject({
      code: "destination_over_load_limit",
      message: expect.stringMatching(/Its limit starts again on \w{3} 1, \d{4}, 12:00\sAM\.$/),
    });
  }
  expect(await feel("5.01")).toMatchObject({ httpStatus: 429, code: "too_many_requests" });
});

test("S097 a card that its member locked can be sent to", async () => {
  const other = await world.makeMember({ card: { memberLocked: true } });
  const fresh = await world.makeMember({ card: { balance: 10_00n } });
  const by = await world.signIn(fresh);
  expect(await acts.askFor(world, fresh, by, acts.toCard(other, "1.00"))).toMatchObject({
    status: true,
  });
});

test("S097 an account number is twelve plain digits, also the own one in disguise", async () => {
  const own = member.cardAccountNo ?? "";
  const wide = own.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  for (const disguise of [` ${own}`, wide, own.slice(1), `${own}0`, `${own}\n`]) {
    expect(
      await ask({ kind: "card", destination_account: disguise, amount: "1.00" }),
    ).toMatchObject({
      httpStatus: 422,
      errors: [
        { param: "intent.destination_account", msg: "Account number should be 12 digits long" },
      ],
    });
  }
});

test("S162 the own card is known also with something unseen in its number", async () => {
  const own = member.cardAccountNo ?? "";
  expect(
    await ask({ kind: "card", destination_account: `\u202a${own}\u200b`, amount: "1.00" }),
  ).toMatchObject({ code: "destination_same" });
});

test("S111 a bank that is not on the rail's list is refused, whatever its number", async () => {
  const { rows } = await world.app.pool.query<{ id: string }>(
    "select id::text from bank where takes_pesonet and not takes_instapay limit 1",
  );
  const pesonetOnly = rows[0]?.id ?? "";
  for (const bank of ["999999999", pesonetOnly]) {
    expect(await ask(acts.toBank("instapay", "1.00", { bank }))).toMatchObject({
      code: "bank_unknown",
      errors: [{ param: "destination_bank", msg: "Choose a bank from the list." }],
    });
  }
  for (const bank of ["0", "-1", "1e3", "abc", "", "1; drop table bank", "1000000000"]) {
    expect(await ask(acts.toBank("instapay", "1.00", { bank }))).toMatchObject({
      errors: [{ param: "intent.destination_bank" }],
    });
  }
  await world.app.db.updateTable("bank").set({ is_active: false }).where("id", "=", 1n).execute();
  expect(await ask(acts.toBank("instapay", "1.00"))).toMatchObject({ code: "bank_unknown" });
  await world.app.db.updateTable("bank").set({ is_active: true }).where("id", "=", 1n).execute();
});

test("O04 S111 the lists are those of the rails, popular banks first, with what their numbers look like", async () => {
  const answer = await world.call(getTransferSetup, {}, browser);
  if (!answer.status) throw new Error(answer.message);
  const { instapayBankList, pesonetBankList } = answer.result;
  expect([instapayBankList.length, pesonetBankList.length]).toEqual([90, 124]);
  expect(instapayBankList[0]).toMatchObject({ isPopular: true });
  expect(instapayBankList.find(({ id }) => id === "1")).toEqual({
    id: "1",
    bankName: "BDO Unibank, Inc.",
    shortName: "BDO",
    minDigits: 10,
    maxDigits: 12,
    isPopular: true,
    bic: "BNORPHMMXXX",
  });
});

/** What a name may be, and what goes over the rail. */
const GOOD_NAMES: [string, string][] = [
  ["Juan Dela Cruz", "JUAN DELA CRUZ"],
  ["José Peña-Núñez Jr.", "JOSE PENA-NUNEZ JR."],
  ["  Maria   Clara ", "MARIA CLARA"],
  ["O’Brien & Søn", "O'BRIEN & SON"],
  ["Straße Œuvre", "STRASSE OEUVRE"],
  ["ＪＵＡＮ", "JUAN"],
  ["Sari-Sari Store No. 2", "SARI-SARI STORE NO. 2"],
  ["javascript:alert(1)", "JAVASCRIPT:ALERT(1)"],
  ["Robert') DROP TABLE transfer--", "ROBERT') DROP TABLE TRANSFER--"],
  ["N".repeat(140), "N".repeat(140)],
];
const BAD_NAMES: [string, string][] = [
  ["", "This field is required"],
  ["   ", "This field cannot be empty"],
  ["\t", "This field cannot be empty"],
  ["N".repeat(141), "This is too long"],
  ["Juan\nCruz", "This is not valid"],
  ["Juan\u001b[31m", "This is not valid"],
  ["Juan\u202eziurC", fieldTexts.invisible],
  ["Juan\u2066Cruz", fieldTexts.invisible],
  ["Ju\u200ban", fieldTexts.invisible],
  ["\ufeffJuan", fieldTexts.invisible],
  ["Juan\u2028Cruz", fieldTexts.invisible],
  ["王小明", "This is not valid"],
  ["Иван", "This is not valid"],
  ["Juаn", "This is not valid"],
  ["---", "This is not valid"],
  ["😀", "Leave out what banks cannot receive: 😀"],
  ["Ana 😀", "Leave out what banks cannot receive: 😀"],
  ["Sari-Sari Store #2 @Baguio #", "Leave out what banks cannot receive: # @"],
  ["<b>Ana</b>", "Leave out what banks cannot receive: < >"],
  ["{{7*7}} ${7*7}", "Leave out what banks cannot receive: { * } $"],
  ["Robert'); DROP TABLE transfer;--", "Leave out what banks cannot receive: ;"],
  ["=cmd|'/c calc'!A1", "Leave out what banks cannot receive: = | !"],
  ["ß".repeat(71), "This is too long"],
  ["Ana_Cruz", "Leave out what banks cannot receive: _"],
  ["★Ana★", "Leave out what banks cannot receive: ★"],
];

test.each(GOOD_NAMES)("S098 the name %j goes over the rail as %j", (name, carried) => {
  expect(railText(name)).toBe(carried);
});

test("S098 whatever a name is made of, what the rail carries is in its characters, or there is no name", () => {
  fc.assert(
    fc.property(anyText(200), (name) => {
      const carried = railText(name);
      expect(carried === undefined || /^[A-Z0-9 .,'/()&+:?-]{1,140}$/.test(carried)).toBe(true);
    }),
  );
});

test.each(BAD_NAMES)("S098 S157 the name %j is refused on its field: %s", async (name, msg) => {
  expect(await askName(name)).toMatchObject({
    httpStatus: 422,
    errors: [{ param: "intent.destination_account_name", msg }],
  });
});

test("S157 every letter and figure of a name that is taken goes out, and what goes out otherwise is told", () => {
  fc.assert(
    fc.property(anyText(60), (name) => {
      if (!payeeName.safeParse(name).success) return;
      const carried = railText(name) ?? "";
      expect(carriedOtherwise(name) ?? name.normalize("NFC").trim().toUpperCase()).toBe(carried);
      const signs = (text: string) =>
        text.normalize("NFKD").replaceAll(/[\p{L}\p{N}\p{M}\s]/gu, "");
      expect(signs(carried)).toHaveLength(signs(name).length);
    }),
  );
  expect(carriedOtherwise("Maria L. Cordero")).toBeUndefined();
  expect(carriedOtherwise("José Peña")).toBe("JOSE PENA");
});

test.each(["Juan\u0000", "Juan\ud800"])("S098 %j is no text at all", async (name) => {
  expect(await askName(name)).toMatchObject({ httpStatus: 400, code: "unreadable_call" });
});

test("S098 a name that looks like a program is kept as it was written", async () => {
  const name = "javascript:alert('José')";
  const refNo = await acts.send(world, member, browser, acts.toBank("instapay", "1.00", { name }));
  const row = await world.app.db
    .selectFrom("rail_transfer")
    .select(["account_name", "rail_account_name"])
    .where("ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    account_name: name,
    rail_account_name: "JAVASCRIPT:ALERT('JOSE')",
  });
});

test("O03 an account number at a bank is digits only", async () => {
  for (const account of ["12-34", "12 34", "１２３４", "1e5", "+63917"]) {
    expect(await ask(acts.toBank("pesonet", "1.00", { account }))).toMatchObject({
      errors: [
        {
          param: "intent.destination_account_number",
          msg: "This field should only contain numbers",
        },
      ],
    });
  }
  expect(await ask(acts.toBank("pesonet", "1.00", { account: "1".repeat(35) }))).toMatchObject({
    errors: [{ param: "intent.destination_account_number", msg: "This is too long" }],
  });
});

test.each([
  ["08:59:30", "2026-11-20T06:00:00.000Z"],
  ["09:00:00", "2026-11-20T10:00:00.000Z"],
  ["14:59:30", "2026-11-20T10:00:00.000Z"],
  ["15:00:00", "2026-11-23T06:00:00.000Z"],
] as const)(
  "S104 O08 ordered on a Friday at %s in Manila: credited by %s",
  async (time, creditBy) => {
    const at = new Date(`2026-11-20T${time}.000+08:00`);
    world.setTime(new Date(at.getTime() - 20_000));
    const who = await world.makeMember({ card: { balance: 100_00n } });
    const by = await world.signIn(who);
    const sending = acts.toBank("pesonet", "10.00");
    const approval = await acts.approveSending(world, who, by, sending);
    world.setTime(at);
    // A client's own clock and date headers change nothing.
    const answer = await acts.orderSending(world, by, sending, approval, "at-the-cut-off");
    expect(answer).toMatchObject({ result: { creditBy } });
  },
);

test("S104 a day that staff close today is not promised from then on", async () => {
  world.setTime(new Date("2026-11-19T20:00:00.000+08:00"));
  const who = await world.makeMember({ card: { balance: 100_00n } });
  const by = await world.signIn(who);
  await world.app.db
    .insertInto("holiday")
    .values({
      day: "2026-11-20",
      name: "Typhoon",
      type: "suspension",
      is_banking_day: false,
      is_observed: true,
      status: "proclaimed",
      basis: "",
    })
    .execute();
  const setup = await world.call(getTransferSetup, {}, by);
  if (!setup.status) throw new Error(setup.message);
  expect(setup.result.pesonetArrival.day).toBe("2026-11-23");
  expect(setup.result.otherDetails.pesonetReminders).toContain(
    "Friday, November 20 is no banking day (Typhoon).",
  );
  const sending = acts.toBank("pesonet", "10.00");
  const approval = await acts.approveSending(world, who, by, sending);
  expect(await acts.orderSending(world, by, sending, approval, "the-day-is-closed")).toMatchObject({
    result: { creditBy: "2026-11-23T06:00:00.000Z" },
  });
});
