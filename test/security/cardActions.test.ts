import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendOtp } from "#contract/auth.ts";
import {
  type CardAction,
  cardActions,
  cardRefusal,
  type CardStanding,
} from "#contract/cardActions.ts";
import {
  activateCard,
  activatePersoCard,
  requestCard,
  requestPersoCard,
  retryPersoCard,
} from "#contract/cardApplication.ts";
import {
  changePin,
  generateCvv,
  lockCard,
  resetPin,
  revealCvv,
  setCardUse,
  setLockEnd,
  setWithdrawalLimit,
  unlockCard,
} from "#contract/cardSettings.ts";
import { replaceLostCard, reportLostCard } from "#contract/cardLoss.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { startRaisedLimits } from "#server/domains/cards/withdrawalLimit/startRaisedLimits.ts";
import type { Browser } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { ensureOffice } from "#test/support/offices.ts";
import { toBank, toCard } from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let payer: { member: TestMember; browser: Browser };

beforeAll(async () => {
  // Hundreds of states pass while the payer waits for the last action.
  world = await makeWorld({ LOGIN_OTP: "off", IDLE_SECONDS: "3600" });
  await ensureOffice(world.app.db, 1n);
  member = await world.makeMember({ savings: 900_000_00n, card: { balance: 1_000_00n } });
  browser = await world.signIn(member);
  const other = await world.makeMember({ card: { balance: 1_000_00n } });
  payer = { member: other, browser: await world.signIn(other) };
});
afterAll(() => world.close());

/** The code of what is refused, or "ok" for whatever else is answered. */
async function said(endpoint: Endpoint, who = { member, browser }, body?: object): Promise<string> {
  const good = goodCall(endpoint, who.member);
  const input = body === undefined ? good : { ...good, body };
  const answer = await world.callRaw(endpoint, input, who.browser);
  // Whose session is over is no answer about the card.
  expect(answer.httpStatus).not.toBe(401);
  return typeof answer.body["code"] === "string" ? answer.body["code"] : "ok";
}

const code = (intent: object, who = { member, browser }) =>
  said(sendOtp, who, { memberGuid: who.member.guid, intent });

/** Each action through its front door: the call, or the job. */
const DOORS: Record<CardAction, (client: pg.Client) => Promise<string>> = {
  request_card: () => said(requestCard),
  request_perso_card: () => said(requestPersoCard),
  upgrade_card: () => said(requestPersoCard),
  activate_card: () => said(activateCard),
  activate_perso_card: () => said(activatePersoCard),
  retry_perso_card: () => said(retryPersoCard),
  lock_card: () => said(lockCard),
  unlock_card: () => said(unlockCard),
  set_lock_end: () => said(setLockEnd),
  change_pin: () => said(changePin),
  reset_pin: () => code({ kind: "reset_pin" }),
  generate_cvv: () => said(generateCvv),
  reveal_cvv: () => said(revealCvv),
  set_limit: () => said(setWithdrawalLimit),
  set_uses: () => said(setCardUse),
  report_loss: async (client) => {
    await client.query("update card set deactivated_for = null where member_id = $1", [member.id]);
    const answer = await said(reportLostCard);
    // The issuer takes it back into use, for the actions after it.
    const token = `TK${member.cardAccountNo}`;
    await world.app.issuer.reactivate({ reference: `T-${randomUUID()}`.slice(0, 30), token });
    return answer;
  },
  replace_card: async (client) => {
    await client.query("update card set deactivated_for = 'lost' where member_id = $1", [
      member.id,
    ]);
    return code({ kind: "replace_card", card: "generic", office_id: "", fee: "100.00" });
  },
  start_raised_limit: async (client) => {
    await client.query(
      "update card set raised_limit_centavos = 2000000, raised_limit_from = $2 where member_id = $1",
      [member.id, world.app.now()],
    );
    await startRaisedLimits(world.app);
    const { rowCount } = await client.query(
      "select from card_order o join card c on c.id = o.card_id where c.member_id = $1 and o.kind = 'set_limit'",
      [member.id],
    );
    return rowCount === 0 ? "not started" : "ok";
  },
  transfer_out: () => code(toBank("instapay", "10.00")),
  top_up: () =>
    code({
      kind: "own",
      source_account: member.accountNumbers.savings,
      destination_account: member.cardAccountNo,
      amount: "10.00",
    }),
  receive: () => code(toCard(member, "10.00"), payer),
};

/** What says that the card itself, as it stands, is in the way. */
const IN_THE_WAY = new Set([
  "activation_failed",
  "card_admin_locked",
  "card_application_processing",
  "card_deactivated",
  "card_member_locked",
  "card_processing",
  "card_state",
  "card_suspended",
  "destination_unknown",
  "no_eon_account",
  "not started",
]);

/** Which of two names a request for a personalized card goes by. */
const isOther = (action: CardAction, { status }: CardStanding) =>
  (action === "upgrade_card") !== (status === "active") &&
  (action === "upgrade_card" || action === "request_perso_card");

/** Done already: its call answers so, whatever the lock. */
const isDone = (action: CardAction, { status, persoStatus }: CardStanding) =>
  (action === "activate_card" && status === "active") ||
  (action === "activate_perso_card" && status === "active" && persoStatus === "active") ||
  (action === "retry_perso_card" && status === "active" && persoStatus === "active");

/** What is answered, or what the table says where that is not said by the card. */
async function found(client: pg.Client, action: CardAction, card: CardStanding): Promise<string> {
  // What the case before left behind, past the guards of what is final.
  await client.query(`set session_replication_role = replica;
    delete from throttle; delete from otp_challenge; delete from outbox; delete from card_order;
    delete from card_application`);
  await client.query(
    `update card set status = $2, perso_status = $3, admin_locked = $4, member_locked = $5,
        raised_limit_centavos = null, raised_limit_from = null
      where member_id = $1`,
    [member.id, card.status, card.persoStatus, card.adminLocked, card.memberLocked],
  );
  const answer = await DOORS[action](client);
  return IN_THE_WAY.has(answer) ? answer : "not in the way";
}

const STATES = Object.keys(cardStatusNumbers);
const PERSO = STATES.filter((state) => !["deactivated", "suspended"].includes(state));
const ACTIONS = Object.keys(cardActions) as CardAction[];

test.each(ACTIONS)(
  "S152 %s: what the one table says of a card in any state, locked by anybody or not, is what happens",
  async (action) => {
    const standings = STATES.flatMap((status) =>
      PERSO.flatMap((persoStatus) =>
        [false, true].flatMap((adminLocked) =>
          [false, true].map((memberLocked) => ({
            status,
            persoStatus,
            adminLocked,
            memberLocked,
            hasAccount: true,
          })),
        ),
      ),
    ).filter((card) => !isOther(action, card) && !isDone(action, card));
    await asAdmin(world.database.adminUrl, async (client) => {
      const differs = [];
      for (const card of standings) {
        const refusal = cardRefusal(action, card);
        const expected =
          refusal === undefined
            ? "not in the way"
            : action === "start_raised_limit"
              ? "not started"
              : refusal;
        const happened = await found(client, action, card);
        if (happened !== expected) differs.push({ ...card, happened, expected });
      }
      expect(differs).toEqual([]);
    });
  },
);

type States = Pick<CardStanding, "status" | "persoStatus">;

const NO_CARD: States = { status: "not_applied", persoStatus: "not_applied" };
const IN_USE: States = { status: "active", persoStatus: "not_applied" };
const ANY_LOCK = { staff: "card_admin_locked", member: "card_member_locked" };
const STAFF_ALONE = { ...ANY_LOCK, member: "not in the way" };

/**
 * What each lock answers, written out: this list and the product's table are two sources. A card whose states
 * allow the action, then the answers under a lock of the staff and under one of the member's own.
 */
const UNDER_A_LOCK: Record<string, { of: States; staff: string; member: string }> = {
  request_card: { of: NO_CARD, ...STAFF_ALONE },
  request_perso_card: { of: NO_CARD, ...STAFF_ALONE },
  upgrade_card: { of: IN_USE, ...ANY_LOCK },
  activate_card: { of: { status: "for_pickup", persoStatus: "not_applied" }, ...STAFF_ALONE },
  activate_perso_card: {
    of: { status: "not_applied", persoStatus: "for_pickup" },
    ...STAFF_ALONE,
  },
  retry_perso_card: { of: { status: "not_applied", persoStatus: "failed" }, ...STAFF_ALONE },
  lock_card: { of: IN_USE, ...STAFF_ALONE },
  unlock_card: { of: IN_USE, ...STAFF_ALONE },
  set_lock_end: { of: IN_USE, ...STAFF_ALONE },
  change_pin: { of: IN_USE, ...ANY_LOCK },
  reset_pin: { of: IN_USE, ...ANY_LOCK },
  generate_cvv: { of: IN_USE, ...ANY_LOCK },
  reveal_cvv: { of: IN_USE, ...ANY_LOCK },
  set_limit: { of: IN_USE, ...ANY_LOCK },
  set_uses: { of: IN_USE, ...ANY_LOCK },
  report_loss: { of: IN_USE, staff: "not in the way", member: "not in the way" },
  replace_card: { of: { status: "deactivated", persoStatus: "not_applied" }, ...STAFF_ALONE },
  start_raised_limit: { of: IN_USE, staff: "not started", member: "not started" },
  transfer_out: { of: IN_USE, ...STAFF_ALONE },
  top_up: { of: IN_USE, ...STAFF_ALONE },
  receive: { of: IN_USE, staff: "destination_unknown", member: "not in the way" },
};

test("S152 an admin lock stops whatever a member could begin with the card, and a lock of the member's own what is the card's use", async () => {
  expect(Object.keys(UNDER_A_LOCK)).toEqual(ACTIONS);
  await asAdmin(world.database.adminUrl, async (client) => {
    const happened: typeof UNDER_A_LOCK = {};
    for (const action of ACTIONS) {
      const of = UNDER_A_LOCK[action]?.of ?? NO_CARD;
      const free = { ...of, adminLocked: false, memberLocked: false, hasAccount: true };
      expect([action, await found(client, action, free)]).toEqual([action, "not in the way"]);
      happened[action] = {
        of,
        staff: await found(client, action, { ...free, adminLocked: true }),
        member: await found(client, action, { ...free, memberLocked: true }),
      };
    }
    expect(happened).toEqual(UNDER_A_LOCK);
  });
});

test("S152 a locked card costs no fee: nothing is taken, and no application is there", async () => {
  const locked = await world.makeMember({ savings: 1_000_00n, card: { adminLocked: true } });
  const who = { member: locked, browser: await world.signIn(locked) };
  expect(await said(requestPersoCard, who)).toBe("card_admin_locked");
  const { rows } = await world.app.pool.query<{ savings: bigint; applications: bigint }>(
    `select l.balance_centavos as savings,
        (select count(*) from card_application p where p.member_id = a.member_id) as applications
      from member_account a join ledger_account l on l.id = a.ledger_account_id where a.member_id = $1`,
    [locked.id],
  );
  expect(rows).toEqual([{ savings: 1_000_00n, applications: 0n }]);
});

test.each(["suspended", "cancelled"] as const)(
  "S152 a membership that is %s does nothing with its card",
  async (status) => {
    const closed = await world.makeMember({ savings: 1_000_00n, card: {} });
    const who = { member: closed, browser: await world.signIn(closed) };
    await world.app.db
      .updateTable("member")
      .set({ status, access_closed_for: "staff" })
      .where("id", "=", closed.id)
      .execute();
    for (const endpoint of [
      requestCard,
      requestPersoCard,
      activateCard,
      activatePersoCard,
      retryPersoCard,
      lockCard,
      unlockCard,
      changePin,
      generateCvv,
      revealCvv,
      setWithdrawalLimit,
      reportLostCard,
      replaceLostCard,
      setLockEnd,
      resetPin,
      sendOtp,
    ]) {
      const answer = await world.callRaw(endpoint, goodCall(endpoint, closed), who.browser);
      expect([endpoint.name, answer.httpStatus, answer.body["message"]]).toEqual([
        endpoint.name,
        401,
        "Session Expired",
      ]);
    }
  },
);
