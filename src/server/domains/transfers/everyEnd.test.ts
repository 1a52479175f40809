import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, manila } from "#test/support/railWorld.ts";
import { send, toCard } from "#test/support/sendActs.ts";
import * as acts from "#test/support/transferActs.ts";
import { refundByStaff } from "./rails/refundByStaff.ts";
import { receiveStatusReport } from "./rails/receiveStatusReport.ts";
import type { RailStatus } from "./rails/railStates.ts";
import { endIssuerTransfer } from "./settlement/endIssuerTransfer.ts";

const AMOUNT = 137_25n;

let world: World;
let day = 0;

beforeAll(async () => {
  world = await rails.makeRailWorld({ LOGIN_OTP: "off" });
});

afterEach(async () => {
  await rails.railFault(world, "issuer", "ok");
  await acts.assertBooksHold(world);
});

afterAll(() => world.close());

/** Banking days: each case has cycles of its own. */
const DAYS = [
  ..."01 02 03 07 09 10 14 15 16 17 21 22 23 28".split(" ").map((of) => `2026-12-${of}`),
  ..."04 05 06 07 11 12 13 14 18 19 20 21".split(" ").map((of) => `2027-01-${of}`),
];

/** 10:00 of the next of them. */
function nextMorning(): string {
  const on = DAYS[day] ?? "";
  day += 1;
  world.setTime(manila(`${on}T10:00:00`));
  return on;
}

async function at(time: string): Promise<void> {
  world.setTime(manila(time));
  await rails.pesonetTurn(world);
}

const kinds = ["instapay", "pesonet"] as const;
type Kind = (typeof kinds)[number];
type Sent = { kind: Kind; refNo: string; on: string };

const say = ({ kind: rail, refNo }: Sent, status: RailStatus, reasonCode?: string) =>
  receiveStatusReport(world.app, {
    rail,
    refNo,
    status,
    reasonCode,
    source: "a message",
    via: "file",
    correlationId: "test",
  });

async function passClock({ kind, on }: Sent): Promise<void> {
  const times =
    kind === "instapay" ? ["10:51:00", "10:59:00"] : ["16:00:00", "17:57:50", "17:59:00"];
  for (const time of times) await at(`${on}T${time}`);
}

async function decideByStaff({ refNo }: Sent): Promise<void> {
  const given = { refNo, staff: "desk", correlationId: "test", at: world.app.now() };
  await transact(world.app.db, (tx) => refundByStaff(tx, world.app, given));
  await rails.sweepRails(world);
}

/** How a transfer that was sent ends, what the member is told of it besides its beginning, and the last text. */
const ENDS: Record<
  string,
  { end: (sent: Sent) => Promise<unknown>; told: string[]; text: RegExp }
> = {
  credited: {
    end: (sent) => say(sent, "credit"),
    told: ["credited"],
    text: /: PHP 137\.25 to account ending 1643 arrived\. Ref/,
  },
  rejected: {
    end: async (sent) => {
      await say(sent, "reject", "AC01");
      await rails.sweepRails(world);
    },
    told: ["returned"],
    text: /PHP 137\.25 and a fee of 10\.00 \(147\.25 in all\) to account ending 1643 failed\. PHP 147\.25 is back (?:on your card|in acct \d{4})\./,
  },
  returned: {
    end: async (sent) => {
      await say(sent, "credit");
      await say(sent, "return", "AC04");
      await rails.sweepRails(world);
    },
    told: ["credited", "returned"],
    text: /failed\. PHP 147\.25 is back (?:on your card|in acct \d{4})\./,
  },
  "refunded by the clock": {
    end: passClock,
    told: ["unanswered"],
    text: /no answer on PHP 137\.25 and a fee of 10\.00 .*PHP 147\.25 is back (?:on your card|in acct \d{4})\./,
  },
  "refunded by staff": {
    end: async (sent) => {
      await say(sent, "hold", "DS06");
      await decideByStaff(sent);
    },
    told: ["unanswered"],
    text: /no answer on PHP 137\.25 .*PHP 147\.25 is back (?:on your card|in acct \d{4})\./,
  },
  "credited after its refund": {
    end: async (sent) => {
      await passClock(sent);
      await say(sent, "credit");
      await say(sent, "credit");
    },
    told: ["unanswered", "late"],
    text: /PHP 137\.25 to account \.\.\.1643 arrived after all, though it is back with you\./,
  },
};

/** What the member was told in the portal and on the phone, oldest first; without what is told in the portal alone. */
async function toldOf(member: TestMember) {
  const notices = await rails.noticesOf(world, member);
  const texts = await world.app.db
    .selectFrom("text_message")
    .select("purpose")
    .where("member_id", "=", member.id)
    .where("kind", "=", "notice")
    .where("purpose", "like", "%transfer%")
    .orderBy("created_at")
    .execute();
  const isAlone = (kind: string) => /_(?:held|in)$/.test(kind) || !kind.includes("transfer");
  return {
    inPortal: notices.filter((kind) => !isAlone(kind)),
    onPhone: texts.map(({ purpose }) => purpose),
  };
}

async function lastText(member: TestMember): Promise<string> {
  const [text = ""] = await world.textsTo(member.mobileNumber ?? "");
  return text;
}

async function order(kind: Kind, member: TestMember, from?: "savings"): Promise<Sent> {
  const on = nextMorning();
  const cycle = kind === "pesonet" ? { cycle: await rails.cycleNow(world) } : {};
  const account = ACCOUNTS.neverKnown;
  const refNo = await rails.orderByRows(world, member, {
    kind,
    amount: AMOUNT,
    account,
    ...cycle,
    ...(from !== undefined && { from }),
  });
  return { kind, refNo, on };
}

for (const kind of kinds) {
  for (const [name, { end, told, text }] of Object.entries(ENDS)) {
    test.each(["card", "savings"] as const)(
      `S155 S316 ${kind}, ${name}, from the %s: told on the phone and in the portal, as its beginning was`,
      async (source) => {
        const member = await world.makeMember({ savings: 1_000_00n, card: { balance: 1_000_00n } });
        const sent = await order(kind, member, source === "card" ? undefined : source);
        await drainJobs(world.app);
        if (kind === "pesonet") await at(`${sent.on}T15:00:00`);
        await end(sent);
        const all = ["transfer_out", ...told.map((one) => `transfer_out_${one}`)];
        expect(await toldOf(member)).toEqual({ inPortal: all, onPhone: all });
        expect(await lastText(member)).toMatch(text);
        expect(await lastText(member)).not.toContain(source === "card" ? "acct" : "card");
        expect(await lastText(member)).toContain(sent.refNo);
      },
    );
  }

  test(`S155 ${kind}, refused by the issuer: told on the phone and in the portal, in the member's language`, async () => {
    const member = await world.makeMember({ card: { balance: 1_000_00n } });
    const filipino = { language: "fil" };
    await world.app.db.updateTable("member").set(filipino).where("id", "=", member.id).execute();
    const { refNo } = await order(kind, member);
    await rails.railFault(world, "issuer", "reject");
    await drainJobs(world.app);
    const all = ["transfer_out", "transfer_out_not_sent"];
    expect(await toldOf(member)).toEqual({ inPortal: all, onPhone: all });
    expect(await lastText(member)).toContain(
      "hindi naipadala: PHP 137.25 at bayad na 10.00 (147.25 lahat) sa account ...1643. Magagamit ulit ang PHP 147.25.",
    );
    expect(await lastText(member)).toContain(refNo);
  });
}

test("S155 from card to card: credited, refused, and moved after it was refunded", async () => {
  const receiver = await world.makeMember({ card: { balance: 0n } });
  const done = { kind: "done", issuerReference: "UB-1" } as const;
  const refused = { kind: "refused", reason: "closed" } as const;
  for (const [statuses, ends, text] of [
    [[done], ["credited"], /: PHP 137\.25 to EON account ending \d{4} arrived\. Ref/],
    [[refused], ["returned"], /ending \d{4} failed\. It is available on your card again\. Ref/],
    [
      [refused, done, done],
      ["returned", "late"],
      /arrived after all, though it is back with you\./,
    ],
  ] as const) {
    const sender = await world.makeMember({ card: { balance: 1_000_00n } });
    const refNo = await send(world, sender, await world.signIn(sender), toCard(receiver, "137.25"));
    await rails.railFault(world, "issuer", "timeout", { effect: "lost" });
    await drainJobs(world.app);
    await rails.railFault(world, "issuer", "ok");
    for (const outcome of statuses)
      await endIssuerTransfer(world.app, {
        refNo,
        outcome,
        via: "callback",
        correlationId: "test",
      });
    const all = ["card_transfer_out", ...ends.map((end) => `card_transfer_${end}`)];
    expect(await toldOf(sender)).toEqual({ inPortal: all, onPhone: all });
    expect(await lastText(sender)).toMatch(text);
    expect(await lastText(sender)).not.toMatch(/fee/);
  }
});

test("S155 to the own card: what failed is told on the phone, too, and what arrived after that", async () => {
  const member = await world.makeMember({ savings: 1_000_00n, card: {} });
  const refNo = await acts.transfer(world, member, await world.signIn(member), { amount: AMOUNT });
  const say = (outcome: Parameters<typeof endIssuerTransfer>[1]["outcome"]) =>
    endIssuerTransfer(world.app, { refNo, outcome, via: "callback", correlationId: "test" });
  await say({ kind: "refused", reason: "closed" });
  expect(await lastText(member)).toContain(
    `PHP 137.25 to your card failed. It is back in your account. Ref ${refNo}.`,
  );
  for (let time = 0; time < 2; time += 1) await say({ kind: "done", issuerReference: "UB-2" });
  const all = ["transfer_returned", "transfer_late"];
  expect(await toldOf(member)).toEqual({ inPortal: all, onPhone: all });
  expect(await lastText(member)).toContain("PHP 137.25 reached your card after all");
});
