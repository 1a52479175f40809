import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asAdmin, openTestDb, type TestDb } from "#test/support/testDb.ts";

let world: TestDb;
beforeAll(async () => {
  world = await openTestDb();
  await asAdmin(world.ownerUrl, async (owner) => {
    const { rows } = await owner.query(
      "select ledger_open_account('ASSOC', '2010', 'M1', now()) as id",
    );
    await owner.query(
      `select ledger_post('TEST', 'post', 'T1', '2026-11-21', now(), 'test',
        array[ledger_account_id('ASSOC', '1110', ''), $1::bigint], array['D', 'C'], array[500, 500]::bigint[])`,
      [rows[0].id],
    );
    await owner.query(`insert into audit_event (at, actor_kind, actor, action, object, correlation_id)
      values (now(), 'system', 'test', 'test', 'test', 'test')`);
    await owner.query(`with m as (
        insert into member (guid, membership_no, first_name, last_name, created_at)
        values (gen_random_uuid(), '0001202000000019', 'A', 'B', now()) returning id)
      insert into consent (member_id, document, version, agreed_at)
      select id, 'privacy', '2026-11-21', now() from m`);
    for (const stream of ["audit", "ledger"]) {
      await owner.query(`insert into ${stream}_seal (position, row_id, sealed_at, row_mac, hash)
        values (1, 1, now(), sha256(''), sha256(''))`);
    }
    await owner.query(`insert into seal_verification
      (at, finished_at, audit_position, ledger_position, findings, named)
      values (now(), now(), 1, 1, 0, '[]')`);
  });
});
afterAll(() => world.close());

/** What PostgreSQL answers, 'done' where it obeys. */
async function verdictOf(url: string, statement: string): Promise<string> {
  return asAdmin(url, (client) =>
    client.query(statement).then(
      () => "done",
      (error: { code: string }) => error.code,
    ),
  );
}

const DENIED = "42501";
const changes = (table: string, column: string) => [
  `update ${table} set ${column} = ${column}`,
  `delete from ${table}`,
  `truncate ${table} cascade`,
];
const finals = [
  ...changes("posting", "amount_centavos"),
  ...changes("journal_entry", "actor"),
  ...changes("audit_event", "actor"),
  ...changes("consent", "agreed_at"),
  ...changes("audit_seal", "hash"),
  ...changes("ledger_seal", "hash"),
  ...changes("seal_verification", "findings"),
];

describe("S100 what is booked and audited stays as it is", () => {
  test.each(finals)("S100 the application may not: %s", async (statement) => {
    expect(await verdictOf(world.appUrl, statement)).toBe(DENIED);
  });

  test.each(finals)("S100 a trigger stops even the owner: %s", async (statement) => {
    expect(await verdictOf(world.ownerUrl, statement)).toBe(DENIED);
  });

  test.each([
    "insert into posting (journal_entry_id, ledger_account_id, side, amount_centavos) values (1, 1, 'D', 1)",
    "insert into journal_entry (operation, step, reference, business_date, booked_at, actor) values ('a', 'b', 'c', now(), now(), 'd')",
    "insert into ledger_account (book, code, subledger, kind, normal_side, opened_at) values ('ASSOC', '2010', 'X', 'member', 'C', now())",
    "update ledger_account set balance_centavos = 100",
    "update ledger_account set hold_centavos = 0",
    "insert into ledger_hold (ledger_account_id, amount_centavos, reference, reason, placed_at, expires_at) values (1, 1, 'a', 'b', now(), now())",
    "update ledger_roll_up set posting_id = 0",
    "delete from chart_account",
    "alter table posting disable trigger all",
    "set session_replication_role = replica",
    "create table mine (id bigint)",
    "create temporary table posting (id bigint)",
    "set role bank_owner",
    "update schema_migration set checksum = ''",
    "update installation set holds_demo_data = false",
    "delete from installation",
    "insert into role_action (role, action, scope) values ('teller', 'ledger.view', 'all')",
    "update role_action set scope = 'all'",
    "delete from role_action",
    ...[
      "member",
      "member_account",
      "card",
      "card_load",
      "card_transaction",
      "device",
      "issuer_event",
      "loan",
      "notification",
      "staff",
      "staff_role",
      "transfer",
      "transfer_exception",
      "transfer_step",
    ].map((table) => `delete from ${table}`),
  ])("S140 the application may not: %s", async (statement) => {
    expect(await verdictOf(world.appUrl, statement)).toBe(DENIED);
  });

  test.each([
    "select password_hash from member",
    "select * from session",
    "select token_hash from session",
    "select cookie_hash from session",
    "select previous_token_hash from session",
    "select pin_hmac from otp_challenge",
    "select browser_hash from otp_challenge",
    "select secret_hash from device",
    "select code_hmac from first_time_code",
    "select secret_hash from recovery_grant",
    "select password_hash from sign_up_draft",
    "select payload from outbox",
    "select number_hmac from text_message",
    "select password_hash from staff",
    "select totp_secret from staff",
    "select token_hash from staff_session",
    "select cookie_hash from staff_session",
  ])("S140 whoever only reads may not: %s", async (statement) => {
    expect(await verdictOf(world.readonlyUrl, statement)).toBe(DENIED);
  });

  test.each([
    "select guid, status from member",
    "select id, member_id, started_at, ended_at from session",
    "select pin_id, sent_at from otp_challenge",
    "select id, last_seen_at from device",
    "select count(*) from (select id, kind from outbox) as waiting",
    "select id, masked_number, state from text_message",
  ])("S140 whoever only reads may: %s", async (statement) => {
    expect(await verdictOf(world.readonlyUrl, statement)).toBe("done");
  });

  test("S100 an account's identity does not change, nor is one removed, even by the owner", async () => {
    for (const statement of [
      "update ledger_account set normal_side = 'D'",
      "update ledger_account set subledger = 'Y' where subledger = 'M1'",
      "delete from ledger_account",
      "truncate ledger_account cascade",
    ]) {
      expect(await verdictOf(world.ownerUrl, statement)).toBe(DENIED);
    }
  });

  test("S140 the application books through the functions and adds to the audit", async () => {
    expect(
      await verdictOf(world.appUrl, "select ledger_open_account('CARD', '2510', 'C1', now())"),
    ).toBe("done");
    expect(
      await verdictOf(
        world.appUrl,
        `insert into audit_event (at, actor_kind, actor, action, object, correlation_id)
         values (now(), 'system', 'test', 'test', 'test', 'test')`,
      ),
    ).toBe("done");
  });
});

describe("S140 the read-only role", () => {
  test.each(["posting", "loan", "graphile_worker._private_jobs"])(
    "S140 reads %s",
    async (table) => {
      expect(await verdictOf(world.readonlyUrl, `select * from ${table}`)).toBe("done");
    },
  );

  test.each([
    "insert into outbox (kind, payload, created_at) values ('x', '{}', now())",
    "update member set first_name = 'x'",
    "delete from notification",
    "select ledger_open_account('CARD', '2510', 'C2', now())",
    "select ledger_roll_up()",
    "select graphile_worker.add_job('x')",
  ])("S140 may not: %s", async (statement) => {
    expect(await verdictOf(world.readonlyUrl, statement)).toBe(DENIED);
  });
});

test("S140 no role but the owner may truncate, reference or attach triggers to any table", async () => {
  const { rows } = await world.pool.query(`
    select c.oid::regclass::text as name, r.rolname, k.kind
    from pg_class c
    cross join (values ('bank_app'), ('bank_readonly')) as r (rolname)
    cross join (values ('truncate'), ('references'), ('trigger')) as k (kind)
    where c.relkind in ('r', 'p')
      and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and has_table_privilege(r.rolname, c.oid, k.kind)`);
  expect(rows).toEqual([]);
});

test("S140 roles have no power over the server", async () => {
  const { rows } = await world.pool.query(`
    select rolname from pg_roles
    where rolname like 'bank\\_%' and rolname <> 'bank_admin'
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`);
  expect(rows).toEqual([]);
});

test("every security definer function either names its schema or fixes its search path", async () => {
  const { rows } = await world.pool.query<{ proname: string; prosrc: string }>(`
    select proname, prosrc from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and proconfig is null`);
  const loose = rows.filter(({ prosrc }) =>
    /\b(?:from|join|update|into)\s+(?:ledger_|posting\b|journal_entry|chart_account)/.test(prosrc),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(loose.map(({ proname }) => proname)).toEqual([]);
});
