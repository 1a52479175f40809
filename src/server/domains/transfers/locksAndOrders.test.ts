import * as z from "zod/mini";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { logout } from "#contract/auth.ts";
import {
  closeMemberAccess,
  endMemberSessions,
  lockMemberCard,
} from "#contract/staff/memberActions.ts";
import { transferIntent } from "#contract/transfers.ts";
import type { App } from "#server/platform/app.ts";
import { endAccess } from "#server/domains/access/auth/endAccess.ts";
import { moveCard } from "#server/domains/cards/state/moveCard.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import type { Browser } from "#test/support/browser.ts";
import { gate } from "#test/support/gate.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeStaff, type TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approve as approveRequest, asked } from "#test/support/requestActs.ts";
import * as sending from "#test/support/sendActs.ts";
import * as acts from "#test/support/transferActs.ts";
import { acceptFromCard } from "./acceptFromCard.ts";
import { acceptOrder } from "./acceptOrders.ts";
import { storedIntent } from "./storedIntent.ts";

let world: World;
let twin: Pick<World, "call">;
let receiver: TestMember;
let officer: TestStaff;
let checker: TestStaff;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  twin = await world.makeTwin();
  receiver = await world.makeMember({ card: {} });
  officer = await makeStaff(world, { role: "supervisor", officeId: null });
  checker = await makeStaff(world, { role: "supervisor", officeId: null });
});

afterEach(() => acts.assertBooksHold(world));

afterAll(() => world.close());

const KINDS = ["own", "card", "instapay", "pesonet"] as const;
type Kind = (typeof KINDS)[number];
type Ready = { kind: Kind; member: TestMember; browser: Browser; approval: acts.Approval };

const OWN = { amount: 100_00n };
const sendingOf = (kind: Exclude<Kind, "own">) =>
  kind === "card" ? sending.toCard(receiver, "100.00") : sending.toBank(kind, "100.00");

/** A member who has only to press the button. */
async function enter(kind: Kind): Promise<Ready> {
  const member = await world.makeMember({
    officeId: 1n,
    savings: 1_000_00n,
    card: { balance: 1_000_00n },
  });
  const browser = await world.signIn(member);
  const approval =
    kind === "own"
      ? await acts.approve(world, member, browser, OWN)
      : await sending.approveSending(world, member, browser, sendingOf(kind));
  return { kind, member, browser, approval };
}

function order({ kind, member, browser, approval }: Ready, by: Pick<World, "call"> = world) {
  return kind === "own"
    ? acts.order(by, member, browser, OWN, approval, "one-order-key")
    : sending.orderSending(by, browser, sendingOf(kind), approval, "one-order-key");
}

/** The order past the reading of its call, by an app whose transaction is the test's. */
async function accept(app: App, ready: Ready): Promise<string> {
  const { kind, member } = ready;
  if (kind !== "own") {
    const intent = z.decode(transferIntent, sendingOf(kind));
    if (intent.kind === "own") throw new Error("it leaves the card");
    const proof = acts.proofOf(world, ready, "one-order-key", JSON.stringify(storedIntent(intent)));
    return (await acceptFromCard(app, { ...proof, intent })).verdict;
  }
  const accounts = {
    sourceAccount: member.accountNumbers.savings ?? "",
    destinationAccount: member.cardAccountNo ?? "",
  };
  const intent = JSON.stringify({
    kind,
    source_account: accounts.sourceAccount,
    destination_account: accounts.destinationAccount,
    amount: "100.00",
  });
  const proof = acts.proofOf(world, ready, "one-order-key", intent);
  return (await acceptOrder(app, { ...proof, ...accounts, ...OWN, intent })).verdict;
}

/** What stops a member's orders, and how the audit trail calls it. */
const STOPS: Record<string, (ready: Ready) => Promise<unknown>> = {
  card_locked: ({ member: { guid: memberGuid } }) =>
    officer.call(lockMemberCard, { params: { memberGuid }, body: { reason: "Reported stolen" } }),
  deactivate_card: async ({ member: { guid: memberGuid } }) => {
    const payload = { memberGuid, cause: "lost" };
    await approveRequest(checker, await asked(officer, { kind: "deactivate_card", payload }));
  },
  sessions_ended: ({ member: { guid: memberGuid } }) =>
    officer.call(endMemberSessions, { params: { memberGuid } }),
  access_closed: ({ member: { guid: memberGuid } }) =>
    officer.call(closeMemberAccess, {
      params: { memberGuid },
      body: { reason: "Reported stolen" },
    }),
  change_mobile: async ({ member: { guid: memberGuid, membershipNo } }) => {
    const payload = { memberGuid, mobileNumber: `+63918${membershipNo.slice(-7)}` };
    await approveRequest(checker, await asked(officer, { kind: "change_mobile", payload }));
  },
  login: ({ member }) => world.signIn(member),
  logout: ({ browser }) => world.call(logout, {}, browser),
};

async function auditedAt({ member, browser }: Ready, action: string): Promise<Date> {
  const { at } = await world.app.db
    .selectFrom("audit_event")
    .select("at")
    .where("action", "=", action)
    .where((event) =>
      event.or([
        event("object", "=", `member:${member.guid}`),
        event("actor", "=", browser.guid ?? ""),
      ]),
    )
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return at;
}

async function acceptedAt({ member }: Ready): Promise<Date[]> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("accepted_at")
    .where("member_id", "=", member.id)
    .execute();
  return rows.map(({ accepted_at: at }) => at);
}

/** Until somebody waits for a row that somebody else has taken. */
async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.app.pool.query<{ waiting: number }>(
        "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.waiting;
    })
    .toBeGreaterThan(0);
}

const pairs = Object.keys(STOPS).flatMap((action) => KINDS.map((kind) => [action, kind] as const));

test.each(pairs)(
  "S153 %s waits for an order (%s) that is being posted, and its time in the audit trail is after it",
  async (action, kind) => {
    const ready = await enter(kind);
    const client = await world.app.pool.connect();
    let stopped: Promise<unknown> | undefined;
    try {
      await client.query("begin");
      // One connection stands for the pool: it is asked the same way.
      const app = { ...world.app, pool: client as unknown as App["pool"] };
      expect(await accept(app, ready)).toBe("ok");
      stopped = STOPS[action]?.(ready);
      await untilSomebodyWaits();
      const posted = world.app.now();
      await client.query("commit");
      await stopped;
      expect((await auditedAt(ready, action)).getTime()).toBeGreaterThanOrEqual(posted.getTime());
      expect(await acceptedAt(ready)).toHaveLength(1);
    } finally {
      await client.query("rollback");
      client.release();
      await stopped?.catch(() => undefined);
    }
  },
);

/** The same taken and done, and not yet committed. */
const HELD: Record<string, (tx: Tx, member: TestMember) => Promise<unknown>> = {
  card_admin_locked: async (tx, { id }) => {
    const { id: cardId } = await tx
      .selectFrom("card")
      .select("id")
      .where("member_id", "=", id)
      .executeTakeFirstOrThrow();
    const actor = { kind: "staff", name: officer.username } as const;
    const about = { cardId, actor, reason: "Reported stolen", correlationId: "test" };
    await moveCard(tx, { ...about, event: "admin_lock", at: world.app.now() });
  },
  session_expired: async (tx, { id: memberId }) =>
    endAccess(tx, { memberId, at: await holdMember(tx, world.app, memberId) }),
};

const held = Object.keys(HELD).flatMap((code) => KINDS.map((kind) => [code, kind] as const));

test.each(held)(
  "S153 %s: an order (%s) that comes while it is being written down waits for it and is refused; others go on",
  async (code, kind) => {
    const ready = await enter(kind);
    const others = [await enter(kind), await enter(kind)];
    const [taken, released] = [gate(), gate()];
    const stopping = transact(world.app.db, async (tx) => {
      await HELD[code]?.(tx, ready.member);
      taken.open();
      await released.opened;
    });
    await taken.opened;
    const [first, ...rest] = [ready, ...others].map((one) => order(one));
    await untilSomebodyWaits();
    for (const answer of await Promise.all(rest)) expect(answer).toMatchObject({ status: true });
    released.open();
    await stopping;
    expect(await first).toMatchObject({ status: false, code });
    expect(await acceptedAt(ready)).toEqual([]);
  },
);

test("S153 of twenty orders and locks at the same moments, over two processes, none is accepted after its lock's time", async () => {
  const ready: Ready[] = [];
  for (let i = 0; i < 20; i++) ready.push(await enter(KINDS[i % KINDS.length] ?? "own"));
  const rounds = await Promise.all(
    ready.map(async (one, i) => {
      const stop = STOPS["card_locked"]?.(one);
      const answer = await order(one, i % 2 === 0 ? world : twin);
      await stop;
      return { one, answer };
    }),
  );
  for (const { one, answer } of rounds) {
    const lockedAt = (await auditedAt(one, "card_locked")).getTime();
    const accepted = await acceptedAt(one);
    expect(accepted.filter((at) => at.getTime() > lockedAt)).toEqual([]);
    expect(answer.status ? "accepted" : answer.code).toBe(
      accepted.length > 0 ? "accepted" : "card_admin_locked",
    );
  }
});
