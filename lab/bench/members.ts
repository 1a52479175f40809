import { randomBytes, randomUUID } from "node:crypto";
import { withCheckDigit } from "#common/checkDigit.ts";
import { brand } from "#brand";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";
import type { NextRequest } from "./load.ts";
import type { Stage } from "./stage.ts";

export type BenchMember = {
  id: string;
  guid: string;
  token: string;
  cookie: string;
  account: string;
  card: string;
};

const MEMBERS = 2000;
const MINIMAL_ACCOUNTS = 10_000;
const PIN = "123456";
const CENTAVOS = 100n;

/** Members with savings, a card and a live session each, as a sign-in would leave them. */
export async function makeMembers({ admin }: Stage): Promise<BenchMember[]> {
  const members = Array.from({ length: MEMBERS }, (_, number) => ({
    number,
    guid: randomUUID(),
    token: randomBytes(32).toString("base64url"),
    cookie: randomBytes(32).toString("base64url"),
    account: `1002${String(number).padStart(8, "0")}`,
    card: withCheckDigit(`9901${String(number).padStart(7, "0")}`),
  }));
  await admin.query("update card_tier set monthly_load_limit_centavos = 1e15");
  const { rows } = await admin.query<{ guid: string; id: bigint }>(
    `with given as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::int[])
         as g (guid, account, card, token_hash, cookie_hash, number)
     ), made as (
       insert into member (guid, membership_no, first_name, last_name, mobile_number, created_at)
       select guid, lpad(number::text, 16, '0'), 'Bench', 'Member', '+639995550000', now() from given
       returning id, guid
     ), session as (
       insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
       select made.id, gen_random_uuid(), token_hash, cookie_hash, now(), now() from made join given using (guid)
     ), card as (
       insert into card (member_id, account_no, status, last_four, created_at, ledger_account_id)
       select made.id, card, 'active', '1234', now(), ledger_open_account('CARD', '2510', card, now())
       from made join given using (guid)
     ), account as (
       insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
       select made.id, 'savings', account, ledger_open_account('ASSOC', '2010', account, now()), now()
       from made join given using (guid)
     )
     select guid, id from made`,
    [
      members.map(({ guid }) => guid),
      members.map(({ account }) => account),
      members.map(({ card }) => card),
      members.map(({ token }) => sha256(token)),
      members.map(({ cookie }) => sha256(cookie)),
      members.map(({ number }) => number),
    ],
  );
  await admin.query(
    `select ledger_post('BENCH', 'opening', l.subledger, current_date, now(), 'bench',
       array[l.id, ledger_open_account('ASSOC', '1110', '', now())], array['C', 'D'], array[1e12::bigint, 1e12::bigint])
     from ledger_account l where l.book = 'ASSOC' and l.code = '2010'`,
  );
  await admin.query(
    `select ledger_post('BENCH', 'opening', l.subledger, current_date, now(), 'bench',
       array[l.id, ledger_open_account('CARD', '1510', '', now())], array['C', 'D'], array[1e12::bigint, 1e12::bigint])
     from ledger_account l where l.book = 'CARD' and l.code = '2510'`,
  );
  await admin.query(
    `select ledger_open_account(book, code, '', now())
     from (values ('ASSOC', '2310'), ('CARD', '2520'), ('CARD', '2550')) as control (book, code)`,
  );
  await admin.query(
    "update transfer_limit set centavos = 99999999900 where name in ('other_bank_daily', 'other_bank_monthly')",
  );
  await admin.query("analyze");
  const ids = new Map(rows.map(({ guid, id }) => [guid, String(id)]));
  return members.map((member) => ({ ...member, id: ids.get(member.guid) ?? "" }));
}

/** What a round sends: money to one's own card, or to another bank over InstaPay. */
export type BenchKind = "own" | "instapay";

/** What approved it: a code, or a passkey of the member's. */
export type BenchMeans = "code" | "passkey";

/** The bank and the account that every InstaPay transfer goes to. */
const PAYEE = {
  destination_bank: "1",
  destination_account_number: "109450542671",
  destination_account_name: "Bench Payee",
};
const FEE = "10.00";
const TOTAL = "11.00";

/** What a code of the round approved, as it is stored with it. */
function approvedBy(kind: BenchKind, { account, card }: BenchMember): object {
  switch (kind) {
    case "instapay": {
      const intent = storedIntent({ kind, ...PAYEE, amount: CENTAVOS });
      return { ...intent, from: card, fee: FEE, total: TOTAL };
    }
    case "own":
      return storedIntent({
        kind,
        source_account: account,
        destination_account: card,
        amount: CENTAVOS,
      });
  }
}

/** Gives each of them a passkey; nobody signs with it here. */
export async function addPasskeys({ admin }: Stage, members: BenchMember[]): Promise<void> {
  await admin.query(
    `insert into passkey (id, member_id, credential_id, public_key, aaguid, name, may_be_synced, is_synced, created_at)
     select gen_random_uuid(), id, uuid_send(gen_random_uuid()), repeat('k', 77)::bytea, gen_random_uuid(), 'Bench',
       true, true, now() - interval '3 days'
     from unnest($1::bigint[]) as m (id)`,
    [members.map(({ id }) => id)],
  );
  await admin.query("analyze passkey");
}

/**
 * Verified approvals, one a transfer, and the requests that spend them. What a round before left unspent
 * goes: nobody has a hundred thousand codes that were sent in vain.
 */
export async function makeTransfers(
  { admin, secrets }: Stage,
  members: BenchMember[],
  count: number,
  kind: BenchKind = "own",
  means: BenchMeans = "code",
): Promise<NextRequest> {
  const orders = Array.from({ length: count }, (_, number) => ({
    // A member of the list, which is not empty.
    member: members[number % members.length] as BenchMember,
    pinId: randomUUID(),
  }));
  await admin.query("delete from otp_challenge where closed_at is null");
  await admin.query("vacuum otp_challenge");
  await admin.query(
    `insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, sent_at, resend_after, expires_at, verified_at,
       browser_hash, means, texted, passkey_id, webauthn_challenge)
     select pin_id, member_id, 'transfer', pin_hmac, intent, now(), now(), now() + interval '5 minutes', now(),
       browser_hash, $6, $6 = 'code',
       case when $6 = 'passkey' then (select k.id from passkey k where k.member_id = o.member_id limit 1) end,
       case when $6 = 'passkey' then pin_hmac end
     from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::jsonb[], $5::bytea[])
       as o (pin_id, member_id, pin_hmac, intent, browser_hash)`,
    [
      orders.map(({ pinId }) => pinId),
      orders.map(({ member }) => member.id),
      orders.map(({ pinId }) => pinHmac(secrets, pinId, PIN)),
      orders.map(({ member }) => JSON.stringify(approvedBy(kind, member))),
      orders.map(({ member }) => sha256(member.cookie)),
      means,
    ],
  );
  let next = 0;
  return () => {
    const order = orders[next++];
    return order && transferRequest(kind, order.member, order.pinId);
  };
}

function transferRequest(kind: BenchKind, member: BenchMember, pinId: string): Buffer {
  const calls: Record<BenchKind, [path: string, order: object]> = {
    own: [brand.apiSlug, { source_account: member.account, destination_account: member.card }],
    instapay: ["bank/instapay", PAYEE],
  };
  const [path, order] = calls[kind];
  const body = JSON.stringify({ ...order, amount: "1.00", pinId, pin: PIN });
  return Buffer.from(
    `POST /api/members/eon/transfer/v2/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      `Authorization: Bearer ${member.token}\r\nCookie: sid=${member.cookie}\r\n` +
      `Idempotency-Key: ${pinId}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Endless readings of the dashboard, member after member. */
export function dashboardRequests(members: BenchMember[]): NextRequest {
  const requests = members.map((member) =>
    Buffer.from(
      `GET /api/members/${member.guid}/dashboard HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: Bearer ${member.token}\r\nCookie: sid=${member.cookie}\r\n\r\n`,
    ),
  );
  return inTurn(requests);
}

/** The same number of readings of one indexed row. */
export function bareRequests(members: BenchMember[]): NextRequest {
  return inTurn(
    members.map(({ guid }) =>
      Buffer.from(`GET /members/${guid} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    ),
  );
}

/** Endless minimal transfers between the accounts that minimalTransfer.sql makes, each pair another. */
export function bareTransfers(): NextRequest {
  return inTurn(
    Array.from({ length: MINIMAL_ACCOUNTS }, (_, place) => {
      // Never to itself: 7,918 times a number is even, and 4,321 is odd.
      const to = ((place * 7919 + 4321) % MINIMAL_ACCOUNTS) + 1;
      const body = JSON.stringify({ from: place + 1, to, amount: 100 });
      return Buffer.from(
        `POST /move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    }),
  );
}

/** The first so many of them. */
export function upTo(count: number, next: NextRequest): NextRequest {
  let left = count;
  return () => (left-- > 0 ? next() : undefined);
}

function inTurn(requests: Buffer[]): NextRequest {
  let next = 0;
  return () => requests[next++ % requests.length];
}
