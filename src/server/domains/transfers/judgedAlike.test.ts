import { readFileSync } from "node:fs";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  RAILS,
  TRANSFER_KIND_NAMES,
  TRANSFER_KINDS,
  type TransferKind,
} from "#contract/transferKinds.ts";
import { orderCalls } from "#contract/transfers.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { sessionLimits } from "#server/platform/http/session.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Browser } from "#test/support/browser.ts";
import { chanceOf } from "#test/support/chance.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  CASE_KEY,
  intentOf,
  type OrderCase,
  orderCases,
  payeeOf,
  sourceOf,
  sourcesOf,
  stageCase,
  type Staged,
} from "#test/support/orderCases.ts";
import { shopOf } from "#test/support/orderShops.ts";
import { approveSending, toBank } from "#test/support/sendActs.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let who: Omit<Staged, "leaves"> & { browser: Browser; pin: string };
/** Every order is of one moment: on a slow machine too the session is as young as at the first. */
let at: Date;

beforeAll(async () => {
  world = await makeWorld();
  const member = await world.makeMember({ savings: 9_000_00n, card: { balance: 9_000_00n } });
  const receiver = await world.makeMember({ savings: 1_00n, card: {} });
  const browser = await world.signIn(member);
  const approval = await approveSending(world, member, browser, toBank("instapay", "100.00"));
  who = { member, receiver, browser, ...approval };
  at = world.app.now();
});

afterAll(() => world.close());

type Call = { name: string; values: readonly unknown[]; kind?: TransferKind };

/** How an order of a case is asked about: sharing a call, alone, and before its code is sent. */
type Ways = { shared: Call | null; alone: Call; question: Call };

function waysOf(kind: TransferKind, of: OrderCase, from: Staged["leaves"]): Ways {
  const { member, browser } = who;
  const staged = { ...who, leaves: from };
  const { leaves, rail } = TRANSFER_KINDS[kind];
  const cookie = of.session === "another cookie" ? "another" : (browser.cookies.get("sid") ?? "");
  const { idleSeconds, lifeSeconds } = sessionLimits(world.app);
  const when = [at, idleSeconds, lifeSeconds];
  const proof = [
    sha256(browser.token ?? ""),
    sha256(cookie),
    CASE_KEY,
    requestHash(staged, kind, of),
  ];
  const pin = of.code === "wrong" ? "000001" : who.pin;
  const code = [who.pinId, pinHmac(world.app.secrets, who.pinId, pin)];
  const amount = of.amount.replace(".", "");
  const intent = JSON.stringify(intentOf(staged, kind, of));
  const { bankId, account } = payeeOf(staged, kind, of);
  // Where a silent rail closes nothing, the order is judged as if it answered.
  const isOpen = of.rail === "open" || rail === null || !RAILS[rail].closesWhenSilent;
  const many = (values: unknown[]) => values.map((value) => [value]);
  if (leaves === "account") {
    const source = sourceOf(staged, of);
    const order = [...proof, source, account, amount, intent, ...code, "test"];
    return {
      shared: { name: "accept_plain_transfers", values: [...when, ...many(order)] },
      alone: { name: "accept_own_transfer", values: [...when, ...order] },
      question: {
        name: "check_own_transfer",
        kind,
        values: [member.id, source, account, amount, at, of.means],
      },
    };
  }
  const source = from === "account" ? sourceOf(staged, of) : null;
  const question = {
    name: "check_from_card",
    kind,
    values: [
      member.id,
      bankId,
      account,
      amount,
      at,
      isOpen,
      of.means,
      null,
      source,
      shopOf(kind, of),
    ],
  };
  if (rail === null) {
    const order = [...proof, kind, account, amount, intent, ...code, "EON", "test", null, source];
    return {
      shared: null,
      alone: { name: "accept_issuer_transfer", values: [...when, ...order] },
      question,
    };
  }
  const cycle = rail === "pesonet" ? ["2026-11-23", 1, "2026-11-23T06:00:00Z"] : [null, null, null];
  const shop = shopOf(kind, of);
  const end = [...cycle, isOpen, null, source, shop];
  const payee = [bankId, account, "Ana", "ANA", amount];
  const order = many([...proof, ...payee, intent, ...code, "test"]);
  return {
    shared: {
      name: "accept_plain_bank_transfers",
      values: [...when, kind, "EON", ...cycle, ...order, isOpen, [source], [shop]],
    },
    alone: {
      name: "accept_bank_transfer",
      values: [...when, ...proof, kind, ...payee, intent, ...code, "EON", "test", ...end],
    },
    question,
  };
}

const requestHash = (staged: Staged, kind: TransferKind, of: OrderCase) =>
  sha256(JSON.stringify(intentOf(staged, kind, of)));

/** Every table that an order writes to, in the order of its rows. */
const TABLES = {
  journal_entry: "id",
  posting: "id",
  ledger_account: "id",
  ledger_hold: "id",
  transfer: "ref_no",
  transfer_step: "id",
  rail_transfer: "ref_no",
  transfer_total: "member_id, period",
  card_load: "card_id, month",
  outbox: "id",
  audit_event: "id",
  idempotency_key: "member_id, key",
  otp_challenge: "pin_id",
  session: "id",
  throttle: "scope, key",
};
const EVERYTHING = `select jsonb_build_object(${Object.entries(TABLES)
  .map(
    ([table, order]) =>
      `'${table}', (select jsonb_agg(to_jsonb(t) - '{id,journal_entry_id}'::text[] order by ${order}) from ${table} t)`,
  )
  .join(", ")})::text as books`;

/** The number is new for each order. */
const withoutNumbers = (text: string): unknown =>
  JSON.parse(text.replaceAll(/\b([A-Z]{2}\d{6})-\d{10}\b/g, "$1-N"));

/** What one way did: its answer, and what stands in the books after it. */
type Done = { verdict: string; answer: unknown; books: unknown };

/** Asks, reads the books, and takes everything back. */
async function ask(client: pg.Client, { name, values, kind }: Call): Promise<Done> {
  await client.query("savepoint before");
  try {
    const places = values.map((_, index) => `$${index + 1}`);
    const given =
      kind === undefined
        ? places
        : [`(select k from transfer_kind k where k.kind = '${kind}')`, ...places];
    const { rows } = await client.query<{ said: Record<string, unknown> }>(
      `select to_jsonb(x) as said from ${name}(${given.join(", ")}) x`,
      [...values],
    );
    const books = await client.query<{ books: string }>(EVERYTHING);
    const said = rows[0]?.said ?? {};
    return {
      verdict: String(said["verdict"]),
      answer: withoutNumbers(JSON.stringify(said["1"] ?? said["answer"] ?? null)),
      books: withoutNumbers(books.rows[0]?.books ?? "{}"),
    };
  } finally {
    await client.query("rollback to savepoint before");
  }
}

async function judge(
  client: pg.Client,
  kind: TransferKind,
  of: OrderCase,
  leaves: Staged["leaves"],
) {
  const { shared, alone, question } = waysOf(kind, of, leaves);
  const staged = { ...who, leaves };
  await client.query("begin");
  try {
    await stageCase(client, staged, { kind, of, at, requestHash: requestHash(staged, kind, of) });
    const { rows } = await client.query<{ books: string }>(EVERYTHING);
    return {
      before: withoutNumbers(rows[0]?.books ?? "{}"),
      shared: shared && (await ask(client, shared)),
      alone: await ask(client, alone),
      question: await ask(client, question),
    };
  } finally {
    await client.query("rollback");
  }
}

/** Of an account that is gone the code no longer approves a thing. */
const isAboutProof = ({ card, session, access, code, key, fee }: OrderCase) =>
  card === "without a card account" ||
  session !== "live" ||
  access !== "open" ||
  code !== "right" ||
  key !== "new" ||
  fee !== "as approved";

const DRAWN = 120;
const seen: Partial<Record<TransferKind, Set<string>>> = {};

test.each(TRANSFER_KIND_NAMES)(
  "S149 S193 S210 S218 S368 S370 %s: one that shares a call, one that comes alone and the question before it is approved are judged alike, and what is accepted stands alike in the books",
  async (kind) => {
    const verdicts = (seen[kind] = new Set());
    const cases = sourcesOf(kind).flatMap((leaves) =>
      orderCases(chanceOf(149), DRAWN / sourcesOf(kind).length).map((of) => ({ of, leaves })),
    );
    await asAdmin(world.database.adminUrl, async (client) => {
      for (const { of, leaves } of cases) {
        const { before, shared, alone, question } = await judge(client, kind, of, leaves);
        verdicts.add(alone.verdict);
        const asked = isAboutProof(of) ? alone.verdict : question.verdict;
        expect({ of, leaves, asked }).toEqual({ of, leaves, asked: alone.verdict });
        // Asking changes nothing.
        expect({ of, books: question.books }).toEqual({ of, books: before });
        if (shared === null) continue;
        // A repeat is answered alone, as it was; of what is not accepted together nothing is done.
        const isNew = alone.verdict === "ok" && of.key === "new";
        const { answer, books } = isNew ? alone : { answer: null, books: before };
        expect({ of, leaves, answer: shared.answer }).toEqual({ of, leaves, answer });
        expect({ of, leaves, books: shared.books }).toEqual({ of, leaves, books });
      }
    });
    expect([...verdicts].toSorted()).toEqual(refusalsOf(kind).toSorted());
  },
);

test("every verdict that the rules have stands against an order of the test above", () => {
  const files = ["./sql/verdicts.sql", "../policy/sql/approval_policy.sql"];
  const said = files.flatMap((file) =>
    Array.from(
      readFileSync(new URL(file, import.meta.url), "utf8").matchAll(/then '([a-z_]+)'/g),
      ([, code]) => code,
    ),
  );
  const met = new Set(Object.values(seen).flatMap((verdicts) => [...verdicts]));
  expect(said.length).toBeGreaterThan(15);
  expect(said.filter((code) => code !== undefined && !met.has(code))).toEqual([]);
});

/**
 * What the cases lead to, no more and no less: what the kind's call promises (contract/transfers.ts), and what any
 * call of a member's may be answered with. An order without a key, or by what is no shop's code, comes to no judgement.
 */
const SAID_BEFORE = new Set<string>(["idempotency_key_missing", "shop_code_unreadable"]);

const refusalsOf = (kind: TransferKind): string[] => [
  "ok",
  "invalid_token",
  "session_expired",
  "unavailable",
  ...orderCalls[kind].refusals.filter((code) => !SAID_BEFORE.has(code)),
];
