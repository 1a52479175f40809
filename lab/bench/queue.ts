import { randomBytes } from "node:crypto";
import { sha256 } from "#server/platform/base/tokens.ts";
import { writeCursor } from "#server/platform/lists/cursor.ts";
import { fillBooks } from "./books.ts";
import { load, percentile } from "./load.ts";
import type { Stage } from "./stage.ts";

const ROWS = 100_000;
const SECONDS = 4;
/** What a page may take at the server, for 95 of 100. */
const LIMIT_MS = 100;
/** 2020, so that the bank's own events, all newer, stand before the rows. */
const FIRST_ROW_SECONDS = 1_577_836_800;

type Seat = { token: string; cookie: string };

/**
 * The screens of the console that grow, asked for by one person at a time: the trail and the queue of
 * requests with 100,000 rows each, at their beginning, middle and end, and the trial balance over a
 * million postings. A line each with its p95; sets the exit code when one is over 100 ms.
 */
export async function measureQueue(stage: Stage): Promise<void> {
  const auditor = await signStaffIn(stage, "auditor", null);
  const supervisor = await signStaffIn(stage, "supervisor", null);
  const ofBranch = await signStaffIn(stage, "supervisor", 1n);
  const ids = await fillTrail(stage);
  const event = (place: number) => cursorAt("at", place, String(ids + BigInt(place)));
  await measurePages(stage, "audit trail", auditor, "/staff/audit?sort=at", event);
  await measureOne(stage, "audit trail, as it opens", auditor, "/staff/audit");
  await fillRequests(stage);
  const request = (place: number) => cursorAt("madeAt", place, requestId(place));
  const queue = "/staff/requests?show=to_decide&sort=madeAt";
  await measurePages(stage, "requests to decide", supervisor, queue, request);
  const all = "/staff/requests?show=all&sort=madeAt";
  await measurePages(stage, "requests of a branch", ofBranch, all, request);
  await measureOne(stage, "audit trail of a branch", ofBranch, "/staff/audit?action=measure");
  const day = await fillBooks(stage);
  await measureOne(
    stage,
    "trial balance, 1,000,000 postings",
    auditor,
    `/staff/ledger/trial-balance?day=${day}`,
  );
}

const cursorAt = (sort: string, place: number, id: string) =>
  writeCursor(sort, { value: String((FIRST_ROW_SECONDS + place) * 1_000_000), id });

async function measurePages(
  stage: Stage,
  name: string,
  seat: Seat,
  path: string,
  cursor: (place: number) => string,
): Promise<void> {
  await measureOne(stage, `${name}, first page`, seat, path);
  await measureOne(stage, `${name}, in the middle`, seat, `${path}&after=${cursor(ROWS / 2)}`);
  await measureOne(stage, `${name}, last page`, seat, `${path}&after=${cursor(ROWS - 50)}`);
}

async function measureOne(
  { apiPort }: Stage,
  name: string,
  { token, cookie }: Seat,
  path: string,
): Promise<void> {
  const request = Buffer.from(
    `GET /api${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Authorization: Bearer ${token}\r\nCookie: staff=${cookie}\r\n\r\n`,
  );
  await load(apiPort, 1, 1, () => request);
  const { latencies, failures } = await load(apiPort, 1, SECONDS, () => request);
  const [p50, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)];
  const isOver = failures > 0 || latencies.length === 0 || p95 > LIMIT_MS;
  if (isOver) process.exitCode = 1;
  console.log(
    name.padEnd(48) +
      `p50 ${ms(p50)}  p95 ${ms(p95)} of ${LIMIT_MS} ms` +
      (failures > 0 ? `   ${failures} FAILED` : "") +
      (isOver ? "   OVER" : ""),
  );
}

let seats = 0;

/** Somebody in a role, for a branch or all of them, with a live session. */
async function signStaffIn({ admin }: Stage, role: string, officeId: bigint | null): Promise<Seat> {
  const [token, cookie] = [
    randomBytes(32).toString("base64url"),
    randomBytes(32).toString("base64url"),
  ];
  seats += 1;
  await admin.query(
    `insert into office (id, branch_name, line_1, barangay, municipality_city, state_province)
     select n, 'Bench ' || n, '-', '-', '-', '-' from generate_series(1, 2) n on conflict do nothing`,
  );
  await admin.query(
    `with made as (
       insert into staff (username, full_name, person_key, office_id, state, password_hash, totp_secret, created_at)
       values ($5, 'Bench', upper(replace($5, '.', '-')), 1, 'active', '-', '\\x00', now())
       returning id
     ), role as (
       insert into staff_role (staff_id, role, office_id, granted_at) select id, $3, $4, now() from made
     )
     insert into staff_session (staff_id, token_hash, cookie_hash, started_at, last_active_at)
     select id, $1, $2, now(), now() from made`,
    [sha256(token), sha256(cookie), role, officeId, `bench.${seats}`],
  );
  return { token, cookie };
}

/** 100,000 events of the people of two branches, one a second. Returns the id before the first. */
async function fillTrail({ admin }: Stage): Promise<bigint> {
  const { rows } = await admin.query<{ last: string }>(
    `with made as (
       insert into audit_event (at, actor_kind, actor, action, object, correlation_id, detail)
       select to_timestamp($1::bigint + n), 'staff', 'bench.' || n % 2, 'measure', 'queue:' || n, 'bench', '{}'
       from generate_series(1, $2::int) n order by n
       returning id
     )
     select min(id) - 1 as last from made`,
    [FIRST_ROW_SECONDS, ROWS],
  );
  await admin.query("vacuum analyze audit_event");
  return BigInt(rows[0]?.last ?? 0);
}

const requestId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;

/** 100,000 open requests, each about a member of its own in one of two branches, one a second. */
async function fillRequests({ admin }: Stage): Promise<void> {
  await admin.query(
    `insert into member (guid, membership_no, first_name, last_name, mobile_number, office_id, created_at)
     select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, '9' || lpad(n::text, 15, '0'),
       'Bench', 'Member ' || n, '+639995550000', 1 + n % 2, now()
     from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await admin.query(
    `insert into staff (username, full_name, person_key, office_id, state, password_hash, totp_secret, created_at)
     values ('bench.maker', 'Bench Maker', 'BENCH-MAKER', 1, 'active', '-', '\\x00', now())`,
  );
  await admin.query(
    `insert into staff_request (id, kind, office_id, subject, payload, before, reason, maker_staff_id,
       maker_username, maker_person_key, made_at, expires_at, payload_hash, idempotency_key)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'lift_admin_lock', 1 + n % 2,
       'member:00000000-0000-4000-9000-' || lpad(n::text, 12, '0'), '{}', '{}', 'Bench', s.id,
       s.username, s.person_key, to_timestamp($1::bigint + n), now() + interval '1 day',
       repeat('0', 64), 'bench-' || n
     from generate_series(1, $2::int) n, staff s where s.username = 'bench.maker' order by n`,
    [FIRST_ROW_SECONDS, ROWS],
  );
  await admin.query("vacuum analyze staff_request");
  await admin.query("vacuum analyze member");
}

const ms = (milliseconds: number) =>
  milliseconds
    .toLocaleString("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 })
    .padStart(6);
