import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Browser } from "#test/support/browser.ts";
import { type Chance, chanceOf } from "#test/support/chance.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approveSending, toBank } from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { type Approval, approve } from "#test/support/transferActs.ts";

let world: World;
let who: { member: TestMember; browser: Browser; own: Approval; bank: Approval };

beforeAll(async () => {
  world = await makeWorld();
  const member = await world.makeMember({ savings: 9_000_00n, card: { balance: 9_000_00n } });
  const browser = await world.signIn(member);
  const own = await approve(world, member, browser, { amount: 100_00n });
  const bank = await approveSending(world, member, browser, toBank("instapay", "100.00"));
  who = { member, browser, own, bank };
});

afterAll(() => world.close());

/** What may stand against an order. The first of each is nothing. */
const FACTORS = {
  card: ["active", "deactivated", "suspended", "for_pickup", "without a card account"],
  lock: ["none", "member", "admin"],
  access: ["open", "closed"],
  session: ["live", "ended", "idle", "another cookie"],
  feature: ["on", "disabled", "hidden"],
  code: ["right", "wrong", "spent", "expired", "not verified", "of another order"],
  key: ["new", "repeated", "of another order"],
  amount: ["100.00", "0.99", "9000.00", "8990.00", "8990.01", "50000.01"],
  limit: ["wide", "today used up", "month used up", "load used up"],
  fee: ["as approved", "raised", "none"],
  bank: ["listed", "inactive", "not on the rail"],
  rail: ["open", "closed"],
  pause: ["none", "over", "running"],
  payee: ["new", "paid before", "on its way", "kept before the pause", "kept in the pause"],
} as const;

type Case = { [Name in keyof typeof FACTORS]: (typeof FACTORS)[Name][number] };
type Kind = "own" | "instapay" | "pesonet";

/** Mostly nothing stands against it, so that what is left is looked at alone and with one or two others. */
function drawCase(chance: Chance): Case {
  const drawn = Object.entries(FACTORS).map(([name, values]) => [
    name,
    chance.below(8) === 0 ? chance.pick<string>(values) : values[0],
  ]);
  // Names and values are those of the table.
  return Object.fromEntries(drawn) as Case;
}

/** Every factor's every value alone, then any together. */
function casesOf(chance: Chance, drawn: number): Case[] {
  const plain = Object.fromEntries(
    Object.entries(FACTORS).map(([name, values]) => [name, values[0]]),
  );
  const alone = Object.entries(FACTORS).flatMap(([name, values]) =>
    values.map((value) => ({ ...plain, [name]: value })),
  );
  // A payee matters where new ones wait.
  const waiting = FACTORS.payee.map((payee) => ({ ...plain, pause: "running", payee }));
  const many = Array.from({ length: drawn }, () => drawCase(chance));
  // As above.
  return [...(alone as Case[]), ...(waiting as Case[]), ...many];
}

const ACCOUNT = "001234567890";
const KEY = "judged-alike";
const HOUR_MS = 3_600_000;

/** Puts everything into this state, in the transaction of the test: the member, the bank, the order's code. */
async function stage(client: pg.Client, kind: Kind, of: Case, at: Date): Promise<void> {
  const { id, cardAccountNo } = who.member;
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  // Without the guards of how a card came into its state; those of its row hold.
  await run("set local session_replication_role = replica");
  if (of.card === "without a card account") {
    await run("update card set account_no = null where member_id = $1", id);
  } else await run("update card set status = $2 where member_id = $1", id, of.card);
  await run(
    "update card set member_locked = $2, admin_locked = $3 where member_id = $1",
    id,
    of.lock === "member",
    of.lock === "admin",
  );
  await run("set local session_replication_role = origin");
  await run("update feature set state = $1 where name = 'transferFunds'", of.feature);
  if (of.bank === "inactive") await run("update bank set is_active = false where id = 1");
  if (of.bank === "not on the rail")
    await run(`update bank set takes_${kind === "own" ? "instapay" : kind} = false where id = 1`);
  await stageLimits(client, kind, of, at);
  await stagePayee(client, of, at);
  const pinId = kind === "own" ? who.own.pinId : who.bank.pinId;
  const fee = kind === "own" ? 0n : 10_00n;
  const intent = intentOf(kind, of);
  const centavos = BigInt(of.amount.replace(".", ""));
  const approved =
    kind === "own"
      ? intent
      : { ...intent, from: cardAccountNo, fee: toDecimal(fee), total: toDecimal(centavos + fee) };
  await run(
    "update otp_challenge set intent = $2, expires_at = $3, closed_at = $4, verified_at = $5, wrong_tries = 0 where pin_id = $1",
    pinId,
    JSON.stringify(of.code === "of another order" ? { ...approved, amount: "1.00" } : approved),
    of.code === "expired" ? ago(1) : new Date(at.getTime() + HOUR_MS),
    of.code === "spent" ? ago(0.01) : null,
    of.code === "not verified" ? null : ago(0.01),
  );
  if (of.fee !== "as approved" && kind !== "own") {
    const now = of.fee === "raised" ? 12_00n : 0n;
    await run(
      "update transfer_limit set centavos = $2 where name = $1",
      `${kind}_fee`,
      String(now),
    );
  }
  if (of.key !== "new") {
    const hash = of.key === "repeated" ? requestHash(kind, of) : sha256("another order");
    const answer = JSON.stringify({ refNo: "IP261121-0000000001" });
    await run(
      "insert into idempotency_key (member_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)",
      id,
      KEY,
      hash,
      answer,
      ago(0.1),
    );
  }
  if (of.session === "idle")
    await run("update session set last_active_at = $2 where member_id = $1", id, ago(2));
  if (of.session === "ended") {
    await run(
      "update session set ended_at = $2, ended_reason = 'logout' where member_id = $1",
      id,
      at,
    );
  }
  // Ends the sessions too.
  if (of.access === "closed") {
    await run(
      "update member set status = 'suspended', access_closed_for = 'staff' where id = $1",
      id,
    );
  }
}

async function stageLimits(
  client: pg.Client,
  kind: Kind,
  { limit }: Case,
  at: Date,
): Promise<void> {
  const { id } = who.member;
  const day = manilaDate(at);
  const period = limit === "today used up" ? day : day.slice(0, 7);
  if (limit === "load used up") {
    await client.query(
      "insert into card_load (card_id, month, loaded_centavos) select id, $2, 9999999 from card where member_id = $1",
      [id, day.slice(0, 7)],
    );
  } else if (limit !== "wide" && kind !== "own") {
    await client.query(
      "insert into transfer_total (member_id, period, sent_centavos) select $1, $2, centavos - 5000 from transfer_limit where name = $3",
      [id, period, limit === "today used up" ? "other_bank_daily" : "other_bank_monthly"],
    );
  }
}

async function stagePayee(client: pg.Client, of: Case, at: Date): Promise<void> {
  const { id, cardAccountNo } = who.member;
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR_MS);
  if (of.pause !== "none") {
    await client.query(
      "update member set payees_paused_at = $2, payees_paused_until = $3, payees_paused_for = 'new_device' where id = $1",
      [id, ago(2), of.pause === "over" ? at : ago(-22)],
    );
  }
  if (of.payee === "paid before" || of.payee === "on its way") {
    const isPaid = of.payee === "paid before";
    await client.query(
      `insert into transfer (ref_no, kind, member_id, card_id, source_account_number, source_name,
          destination_account_number, amount_centavos, fee_centavos, state, accepted_at, credited_at, next_inquiry_at,
          correlation_id)
        select 'IP261120-0000000001', 'instapay', $1, c.id, $2, 'EON', $3, 1000, 0, $4, $5, $6, $5, 'test'
        from card c where c.member_id = $1`,
      [
        id,
        cardAccountNo,
        ACCOUNT,
        isPaid ? "credited" : "accepted",
        ago(30),
        isPaid ? ago(29) : null,
      ],
    );
    await client.query(
      `insert into rail_transfer (ref_no, rail, bank_id, bank_bic, bank_name, account_number, account_name,
          rail_account_name, refund_due_at)
        values ('IP261120-0000000001', 'instapay', 1, 'BNORPHMMXXX', 'BDO', $1, 'Ana', 'ANA', $2)`,
      [ACCOUNT, ago(29)],
    );
  } else if (of.payee !== "new") {
    await client.query(
      `insert into saved_recipient (id, member_id, kind, bank_id, account_number, account_name, saved_at, last_used_at)
        values (gen_random_uuid(), $1, 'pesonet', 1, $2, 'Ana', $3, $3)`,
      [id, ACCOUNT, of.payee === "kept before the pause" ? ago(3) : ago(1)],
    );
  }
}

function intentOf(kind: Kind, { amount }: Case): Record<string, string> {
  return kind === "own"
    ? {
        kind,
        source_account: who.member.accountNumbers.savings ?? "",
        destination_account: who.member.cardAccountNo ?? "",
        amount,
      }
    : {
        kind,
        destination_bank: "1",
        destination_account_number: ACCOUNT,
        destination_account_name: "Ana",
        amount,
      };
}

const requestHash = (kind: Kind, of: Case) => sha256(JSON.stringify(intentOf(kind, of)));

/** Both functions' arguments: what comes once, then what each order brings, of which `many` makes arrays. */
function argumentsOf(kind: Kind, of: Case, at: Date) {
  const { browser, member } = who;
  const approval = kind === "own" ? who.own : who.bank;
  const pin = of.code === "wrong" ? "000001" : approval.pin;
  const cookie = of.session === "another cookie" ? "another" : (browser.cookies.get("sid") ?? "");
  const { idleSeconds, lifeSeconds } = sessionLimits(world.app);
  const when = [at, idleSeconds, lifeSeconds];
  const proof = [sha256(browser.token ?? ""), sha256(cookie), KEY, requestHash(kind, of)];
  const code = [approval.pinId, pinHmac(world.app.secrets, approval.pinId, pin)];
  const amount = of.amount.replace(".", "");
  const intent = JSON.stringify(intentOf(kind, of));
  const cycle = kind === "pesonet" ? ["2026-11-23", 1, "2026-11-23T06:00:00Z"] : [null, null, null];
  const isOpen = of.rail === "open";
  const many = (values: unknown[]) => values.map((value) => [value]);
  if (kind === "own") {
    const order = [member.accountNumbers.savings, member.cardAccountNo, amount, intent, ...code];
    return {
      plain: ["accept_plain_transfers", [...when, ...many([...proof, ...order, "test"])]],
      careful: ["accept_own_transfer", [...when, ...proof, ...order, "test"]],
    } as const;
  }
  const payee = ["1", ACCOUNT, "Ana", "ANA", amount];
  return {
    plain: [
      "accept_plain_bank_transfers",
      [
        ...when,
        kind,
        "EON",
        ...cycle,
        ...many([...proof, ...payee, intent, ...code, "test"]),
        isOpen,
      ],
    ],
    careful: [
      "accept_bank_transfer",
      [...when, ...proof, kind, ...payee, intent, ...code, "EON", "test", ...cycle, isOpen],
    ],
  } as const;
}

type Verdict = { isTaken: boolean; verdict: string; question: string };

/** What both ways, and the question before a code is sent, say of the same order; nothing of it stays. */
async function judge(client: pg.Client, kind: Kind, of: Case): Promise<Verdict> {
  const at = world.app.now();
  const asked = argumentsOf(kind, of, at);
  const ask = async <Row extends object>(
    call: string,
    [name, values]: readonly [string, readonly unknown[]],
  ) => {
    await client.query("savepoint before");
    try {
      const places = values.map((_, index) => `$${index + 1}`).join(", ");
      const { rows } = await client.query<Row>(`${call} from ${name}(${places}) x`, [...values]);
      return rows[0];
    } finally {
      await client.query("rollback to savepoint before");
    }
  };
  await client.query("begin");
  try {
    await stage(client, kind, of, at);
    const plain = await ask<{ answers: object }>("select x as answers", asked.plain);
    const careful = await ask<{ verdict: string }>("select x.verdict", asked.careful);
    const centavos = of.amount.replace(".", "");
    const question =
      kind === "own"
        ? await ask<{ verdict: string }>("select x.verdict", [
            "weigh_own_transfer",
            [
              who.member.id,
              who.member.accountNumbers.savings,
              who.member.cardAccountNo,
              centavos,
              "2026-11",
            ],
          ])
        : await ask<{ verdict: string }>("select x.verdict", [
            "weigh_from_card",
            [who.member.id, kind, 1, ACCOUNT, centavos, at, of.rail === "open"],
          ]);
    return {
      isTaken: Object.keys(plain?.answers ?? {}).length > 0,
      verdict: careful?.verdict ?? "",
      question: question?.verdict ?? "",
    };
  } finally {
    await client.query("rollback");
  }
}

/** Of an account that is gone the code no longer approves a thing. */
const isAboutProof = ({ card, session, access, code, key, fee }: Case) =>
  card === "without a card account" ||
  session !== "live" ||
  access !== "open" ||
  code !== "right" ||
  key !== "new" ||
  fee !== "as approved";

test.each(["own", "instapay", "pesonet"] as const)(
  "S149 %s: whatever stands against an order, one that shares a call, one that comes alone and the question before the code are judged alike",
  async (kind) => {
    const chance = chanceOf(149);
    const seen = new Set<string>();
    await asAdmin(world.database.adminUrl, async (client) => {
      for (const of of casesOf(chance, 150)) {
        const { isTaken, verdict, question } = await judge(client, kind, of);
        // A repeat is answered alone, as it was.
        const isNew = verdict === "ok" && of.key === "new";
        const asked = isAboutProof(of) ? verdict : question;
        const alike = { of, isTaken: isNew, verdict, asked: verdict };
        expect({ of, isTaken, verdict, asked }).toEqual(alike);
        seen.add(verdict);
      }
    });
    expect([...seen].toSorted()).toEqual([...VERDICTS[kind]].toSorted());
  },
);

/** What the cases above lead to: none is there by name alone. */
const EVERY_KIND = [
  "ok",
  "amount_too_low",
  "card_admin_locked",
  "card_deactivated",
  "card_suspended",
  "idempotency_key_reused",
  "insufficient_funds",
  "invalid_token",
  "no_eon_account",
  "otp_incorrect",
  "otp_not_for_this_transfer",
  "session_expired",
  "unavailable",
];
const TO_BANKS = [
  "bank_unknown",
  "fee_changed",
  "instapay_closed",
  "over_daily_limit",
  "over_monthly_limit",
  "over_transaction_limit",
  "payee_paused",
];
const VERDICTS = {
  own: [...EVERY_KIND, "load_limit_exceeded"],
  instapay: [...EVERY_KIND, ...TO_BANKS],
  pesonet: [...EVERY_KIND, ...TO_BANKS],
};
