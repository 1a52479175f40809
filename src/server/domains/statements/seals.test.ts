import { X509Certificate, createHash, verify } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementProof } from "#contract/statementProof.ts";
import { listStatements, readStatementMonths } from "#contract/statements.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { leafHash, rootAbove } from "#server/platform/signing/merkle.ts";
import { bookForMember } from "#test/support/bookForMember.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { makeBatch, makeStatements } from "./makeStatements.ts";
import { sealNext, sealStatements } from "./sealStatements.ts";

let world: World;
let member: TestMember;
let browser: Browser;
const MONTHS = ["2026-08", "2026-09", "2026-10"];
const NO_HASH = "0".repeat(64);

beforeAll(async () => {
  world = await makeWorld();
  world.setTime(new Date("2026-08-14T02:00:00Z"));
  const capital = { withdrawable: 900_00n, fixed: 100_00n };
  member = await world.makeMember({ savings: 1_000_00n, storage: 0n, capital, card: null });
  await world.makeMember({ savings: 1_000_00n, storage: 0n, card: null });
  await bookForMember(world, member, {
    at: "2026-09-10T02:00:00Z",
    reference: "OT-1",
    named: "OWN_TOPUP accept",
    lines: [
      ["D", "2010", 250_05n],
      ["C", "2310", 250_05n],
    ],
  });
  await bookForMember(world, member, {
    at: "2026-09-11T02:00:00Z",
    reference: "CC-1",
    named: "CAPITAL_DEPOSIT post",
    lines: [
      ["D", "1310", 500_05n],
      ["C", "3010", 50_00n],
      ["C", "2030", 450_05n],
    ],
  });
  world.setTime(new Date("2026-11-21T02:00:00Z"));
  browser = await world.signIn(member);
});
afterAll(() => world.close());

async function answerFor(month: string, accountNo = member.accountNumbers.savings) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${accountNo}/statements/${month}/proof`,
    headers: { host: "localhost", cookie, authorization: `Bearer ${browser.token}` },
  });
}

async function proofOf(month: string, accountNo?: string) {
  const answer = await answerFor(month, accountNo);
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { "content-type": "application/json" },
  });
  const proof = statementProof.parse(answer.json());
  const { position, leaves: size } = proof;
  const hashes = proof.path.map((hash) => Buffer.from(hash, "hex"));
  const leaf = leafHash(Buffer.from(proof.salt, "hex"), proof.statement);
  return { proof, root: rootAbove(leaf, { position, size, path: hashes })?.toString("hex") };
}

async function isSealed() {
  const params = { guid: member.guid, accountNo: member.accountNumbers.savings ?? "none" };
  const answer = await world.call(listStatements, { params, query: {} }, browser);
  return answer.status && answer.result.map((row) => row.isSealed);
}

async function months() {
  const answer = await world.call(readStatementMonths, {}, newBrowser());
  if (!answer.status) throw new Error(answer.message);
  return answer.result;
}

const partOf = (record: string, name: string) =>
  new RegExp(`^${name} (.*)$`, "m").exec(record)?.[1];

/** The definition of RFC 6962, word for word. */
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = leaves;
  if (leaves.length < 2) return leaves.length === 1 ? only : createHash("sha256").digest();
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const parts = [treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half))];
  return createHash("sha256")
    .update(Buffer.concat([Buffer.from([1]), ...parts]))
    .digest();
}

test("S281 a month is sealed when it has all of its statements, once, also cut short and by two at once", async () => {
  await makeBatch(world.app, "2026-08-01", 2);
  await sealStatements(world.app);
  expect(await isSealed()).toEqual([false]);
  expect((await answerFor("2026-08")).statusCode).toBe(404);
  await makeStatements(world.app);
  // One part of three, and the process is gone.
  expect(await sealNext(world.app, 2)).toBe(true);
  const stop = new AbortController();
  stop.abort();
  await sealStatements(world.app, stop.signal, 2);
  expect(await isSealed()).toEqual([false, false, false]);
  await Promise.all([
    sealStatements(world.app, undefined, 2),
    sealStatements(world.app, undefined, 2),
  ]);
  await sealStatements(world.app, undefined, 2);
  expect(await isSealed()).toEqual([true, true, true]);
  const told = await world.app.db
    .selectFrom("audit_event")
    .select(["object", "detail"])
    .where("action", "=", "statements_sealed")
    .orderBy("id")
    .execute();
  const { months: sealed } = await months();
  expect(told).toEqual(
    sealed.map(({ month, record }) => ({
      object: `statements:${month}`,
      detail: {
        statements: 5,
        root: partOf(record, "root"),
        record: createHash("sha256").update(record).digest("hex"),
      },
    })),
  );
  expect(await checkInvariants(world.app.db)).toEqual([]);
});

test("S281 a month that is done gets no further statement, and the application writes none of it", async () => {
  const late = `insert into account_statement (account_id, month, opening_centavos, in_centavos, out_centavos,
      closing_centavos, entries, after_posting_id, last_posting_id, after_fixed_posting_id, last_fixed_posting_id, made_at)
    select max(id), '2026-07-01', 0, 0, 0, 0, 0, 0, 0, 0, 0, now() from member_account`;
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query("begin");
    await owner.query("insert into statement_month values ('2026-07-01', 0, 0, now(), now())");
    await expect(owner.query(late)).rejects.toThrow("the statements of 2026-07-01 are made");
    await owner.query("rollback");
    for (const table of ["statement_seal", "statement_block", "statement_seal_signature"]) {
      await expect(owner.query(`delete from ${table}`)).rejects.toThrow("rows are final");
    }
  });
  const { db } = world.app;
  for (const statement of [
    sql`insert into statement_seal select * from statement_seal`,
    sql`insert into statement_block select * from statement_block`,
    sql`update statement_seal set root = hash`,
    sql`update statement_seal_signature set signature = certificate`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow("permission denied");
  }
});

test("S282 each statement's proof leads to the root of its month, and says what the books have", async () => {
  const roots = new Map(
    (await months()).months.map(({ month, record }) => [month, partOf(record, "root")]),
  );
  const { savings, me, storage } = member.accountNumbers;
  for (const month of MONTHS) {
    for (const accountNo of [savings, me, storage]) {
      const { proof, root } = await proofOf(month, accountNo);
      expect(root).toBe(roots.get(month));
      expect(proof.leaves).toBe(5);
    }
  }
  const { proof } = await proofOf("2026-09", me);
  expect(proof.statement).toMatch(
    new RegExp(
      `^statement 1\naccount ${me}\nmonth 2026-09\nopening 100000\nin 50005\nout 0\nclosing 150005\nlines 1\n` +
        String.raw`line 1 \d+ \d+ 2026-09-11T02:00:00\.000Z 2026-09-11 50005 150005 CAPITAL_DEPOSIT post CC-1\n$`,
    ),
  );
  expect((await proofOf("2026-09", savings)).proof.statement).toContain(
    "2026-09-10 -25005 74995 OWN_TOPUP accept OT-1\n",
  );
});

test("S282 the tree is that of RFC 6962, whole or made of parts, and statements that say the same have other leaves", async () => {
  const { db } = world.app;
  const rows = await db
    .selectFrom("account_statement")
    .select(["leaf", "month", "salt"])
    .orderBy("id")
    .execute();
  const sealed = await db.selectFrom("statement_seal").select(["month", "root"]).execute();
  for (const { month, root } of sealed) {
    const leaves = rows.filter((row) => row.month === month).map(({ leaf }) => leaf);
    expect(root).toEqual(treeHash(leaves));
  }
  const leaves = rows.map(({ leaf }) => leaf);
  for (let size = 0; size <= leaves.length; size += 1) {
    const given = leaves.slice(0, size);
    const { rows: made } = await sql<{ root: Buffer }>`
      select statement_merkle(${given}::bytea[]) as root`.execute(db);
    expect(made[0]?.root).toEqual(treeHash(given));
  }
  expect(new Set(rows.map(({ salt }) => salt.toString("hex"))).size).toBe(rows.length);
});

test("S283 the months are told to anybody, each signed, each with the hash of the one before, and nothing of anyone", async () => {
  const { months: sealed, certificates } = await months();
  expect(sealed.map(({ month }) => month)).toEqual(MONTHS);
  const [pem = ""] = certificates;
  const certificate = new X509Certificate(pem);
  let former = NO_HASH;
  for (const each of sealed) {
    expect(each.record).toMatch(
      /^statements 1\nmonth \d{4}-\d\d\nleaves 5\nroot [0-9a-f]{64}\nformer [0-9a-f]{64}\nmade 2026-11-21T[\d:.]+Z\n$/,
    );
    expect(partOf(each.record, "month")).toBe(each.month);
    expect(partOf(each.record, "former")).toBe(former);
    former = createHash("sha256").update(each.record).digest("hex");
    expect(each.certificate).toBe(createHash("sha256").update(certificate.raw).digest("hex"));
    const signature = Buffer.from(each.signature, "base64");
    expect(verify("sha256", Buffer.from(each.record), certificate.publicKey, signature)).toBe(true);
  }
  // Whoever asks again, and two at once, gets the same signatures.
  expect(await Promise.all([months(), months()])).toEqual([
    { months: sealed, certificates },
    { months: sealed, certificates },
  ]);
});

test("S283 the records may be kept by caches, refusals not, and asking ends after 120 calls", async () => {
  await world.app.db.deleteFrom("throttle").execute();
  const ask = () => world.server.inject({ method: "GET", url: "/api/statements/months" });
  const answers = [];
  for (let call = 0; call < 121; call += 1) answers.push(await ask());
  expect(answers[119]).toMatchObject({
    statusCode: 200,
    headers: { "cache-control": "public, max-age=300" },
  });
  expect(answers[120]).toMatchObject({
    statusCode: 429,
    headers: { "cache-control": "no-store" },
  });
  world.passSeconds(901);
  browser = await world.signIn(member);
});

test("S283 without a key, the months that are signed are told, and the rest when there is one", async () => {
  const { ownerUrl } = world.database;
  const before = await months();
  const [first, second] = before.months;
  await asAdmin(ownerUrl, async (owner) => {
    await owner.query("alter table statement_seal_signature disable trigger user");
    await owner.query("delete from statement_seal_signature where month > '2026-09-01'");
    await owner.query("alter table statement_seal_signature enable trigger user");
  });
  const file = path.join(world.app.config.DATA_DIR, "statement-key.pem");
  writeFileSync(file, "", { mode: 0o600 });
  expect((await months()).months).toEqual([first, second]);
  rmSync(file);
  // Another key by now: what the former signed stays.
  const after = await months();
  expect(after.months.slice(0, 2)).toEqual([first, second]);
  expect(after.months).toHaveLength(3);
  expect(after.certificates).toHaveLength(2);
});

test("S286 the proof is of one's own account: another's account, another's proof and no month are not found", async () => {
  const others = await world.makeMember({ savings: 1_00n, card: null });
  for (const [month, accountNo] of [
    ["2026-09", others.accountNumbers.savings],
    ["2026-07", member.accountNumbers.savings],
    ["2026-11", member.accountNumbers.savings],
  ] as const) {
    const answer = await answerFor(month, accountNo);
    expect([month, answer.statusCode, answer.json().code]).toEqual([month, 404, "not_found"]);
  }
  const nobody = await world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${member.accountNumbers.savings}/statements/2026-09/proof`,
    headers: { host: "localhost" },
  });
  expect(nobody.statusCode).toBe(401);
});

test("S284 a changed posting, a changed leaf, a swapped root and a record made anew are each found", async () => {
  const tamper = (statement: string) =>
    asAdmin(world.database.adminUrl, async (admin) => {
      await admin.query("set session_replication_role = replica");
      await admin.query(statement);
    });
  const found = async () => {
    const rules = new Set((await checkInvariants(world.app.db)).map(({ rule }) => rule));
    return [...rules].filter((rule) => rule.startsWith("statement_"));
  };
  const leaf = "statement_leaf_is_of_the_books";
  const tree = "statement_seal_is_over_its_leaves";
  const trail = "statement_seal_is_in_the_trail";
  const anew =
    "update statement_seal s set hash = sha256(convert_to(statement_seal_text(s), 'UTF8')) where month = '2026-10-01'";
  const october = "where month = '2026-10-01'";
  const of = "(select id from journal_entry where reference = 'CC-1')";
  for (const [harm, heal, proof, rules] of [
    [
      `update posting set amount_centavos = amount_centavos + 1 where journal_entry_id = ${of}`,
      `update posting set amount_centavos = amount_centavos - 1 where journal_entry_id = ${of}`,
      200,
      [leaf],
    ],
    [
      `update journal_entry set business_date = business_date - 1 where id = ${of}`,
      `update journal_entry set business_date = business_date + 1 where id = ${of}`,
      200,
      [leaf],
    ],
    [
      `update account_statement set in_centavos = in_centavos + 1, out_centavos = out_centavos + 1 ${october}`,
      `update account_statement set in_centavos = in_centavos - 1, out_centavos = out_centavos - 1 ${october}`,
      503,
      [leaf],
    ],
    [
      "create table kept_leaf as select id, leaf from account_statement; update account_statement set leaf = sha256(leaf)",
      "update account_statement s set leaf = k.leaf from kept_leaf k where k.id = s.id; drop table kept_leaf",
      503,
      [leaf, tree],
    ],
    [
      `create table kept_seal as select * from statement_seal; update statement_seal set root = sha256(root) ${october}`,
      "update statement_seal s set root = k.root from kept_seal k where k.month = s.month; drop table kept_seal",
      503,
      [tree, trail],
    ],
    // The tree and the hash made to fit it as well.
    [
      `create table kept_seal as select * from statement_seal;
       update statement_seal set made_at = made_at + interval '1 second' ${october}; ${anew}`,
      "update statement_seal s set made_at = k.made_at, hash = k.hash from kept_seal k where k.month = s.month; drop table kept_seal",
      200,
      [trail],
    ],
    [
      `create table kept_seal as select * from statement_seal ${october}; delete from statement_seal ${october}`,
      "insert into statement_seal select * from kept_seal; drop table kept_seal",
      404,
      [trail],
    ],
  ] as const) {
    await tamper(harm);
    expect([harm, await found()]).toEqual([harm, rules]);
    expect([harm, (await answerFor("2026-10")).statusCode]).toEqual([harm, proof]);
    await tamper(heal);
    expect([heal, await found()]).toEqual([heal, []]);
  }
});
