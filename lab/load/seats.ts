import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { codeOfDrill } from "#test/client/codeOfDrill.ts";
import { toDecimal } from "#common/money.ts";
import { brand } from "#brand";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Secrets } from "#server/platform/secrets/secrets.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";
import type { Filled, Holder } from "./fill.ts";
import { AMOUNT_CENTAVOS, intentOf, partiesOf, type Person, type Plan, type Seat } from "./plan.ts";
import type { Rates, Transfer } from "./profile.ts";
import { type Span, transfersIn } from "./schedule.ts";

/** Who stays for the whole run, of those on line: they make the transfers. */
const STAYERS = 0.4;
/** Most of those who have a card may be on line at once; the others come later. */
const MOST_ON_LINE = 0.6;
const MEMBERS_AN_ADDRESS = 20;
/** No address of anybody: carriers give these to their customers (RFC 6598). */
const FIRST_ADDRESS = { first: 100, second: 64 };

export type SeatPlan = Required<Span> & { rates: Rates; ports: readonly number[] };

/**
 * Opens a session for everybody who is on line when the run begins, as a sign-in leaves it, and stores a
 * verified code for each transfer of the schedule. Answers the plan.
 */
export async function seatMembers(
  owner: pg.Client,
  secrets: Secrets,
  { holders }: Filled,
  { rates, seconds, seed, rampSeconds, ports }: SeatPlan,
): Promise<Plan> {
  const onLine = Math.max(4, Math.min(rates.sockets, Math.floor(holders.length * MOST_ON_LINE)));
  const visits = Math.ceil(rates.perSecond.login * seconds * 2) + 100;
  const chosen = holders.slice(0, onLine + visits);
  const people = chosen.map((holder) => personOf(secrets, holder));
  // What an earlier run on this bank asked for is no part of this one.
  await owner.query("update otp_challenge set texted = false where texted");
  const seats = await openSessions(owner, chosen.slice(0, onLine));
  const stayers = Math.max(2, Math.floor(onLine * STAYERS));
  const kinds = transfersIn(rates, { seconds, seed, rampSeconds });
  const pin = codeOfDrill();
  const plan = { ports, rates, seconds, seed, rampSeconds, people, seats, stayers, pin };
  const pinIds = await approve(owner, secrets, chosen, { ...plan, kinds });
  return { ...plan, password: brand.demoPassword, pinIds };
}

/** Browsers show the cookie that auth/devices.ts names after the member. */
function personOf(secrets: Secrets, holder: Holder): Person {
  const { guid, username, account, card, deviceSecret, number } = holder;
  const suffix = createHmac("sha256", secrets.decoyKey)
    .update(`device cookie:${guid}`)
    .digest("base64url")
    .slice(0, 11);
  const device = `dev-${suffix}=${deviceSecret}`;
  return { guid, username, account, card, device, source: addressOf(number) };
}

function addressOf(number: number): string {
  const place = Math.floor(number / MEMBERS_AN_ADDRESS);
  const { first, second } = FIRST_ADDRESS;
  return `${first}.${second + ((place >> 16) % 64)}.${(place >> 8) % 256}.${place % 256}`;
}

async function openSessions(owner: pg.Client, holders: readonly Holder[]): Promise<Seat[]> {
  const seats = holders.map((_, person) => ({
    person,
    token: randomBytes(32).toString("base64url"),
    cookie: randomBytes(32).toString("base64url"),
  }));
  await owner.query(
    `insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
     select member_id, device_id, token_hash, cookie_hash, now(), now()
     from unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bytea[]) as s (member_id, device_id, token_hash, cookie_hash)`,
    [
      holders.map(({ id }) => id),
      holders.map(({ deviceId }) => deviceId),
      seats.map(({ token }) => sha256(token)),
      seats.map(({ cookie }) => sha256(cookie)),
    ],
  );
  return seats;
}

/** Stores what a sent and verified code leaves behind, for each transfer; answers their ids. */
async function approve(
  owner: pg.Client,
  secrets: Secrets,
  chosen: readonly Holder[],
  plan: Pick<Plan, "people" | "seats" | "stayers" | "pin"> & { kinds: readonly Transfer[] },
): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; centavos: string }>(
    "select name, centavos from transfer_limit where name like '%_fee'",
  );
  const fees = new Map(rows.map(({ name, centavos }) => [name, BigInt(centavos)]));
  const codes = plan.kinds.map((kind, place) => {
    const { seat, from, to } = partiesOf(plan, place);
    return {
      pinId: randomUUID(),
      memberId: chosen[plan.seats[seat]?.person ?? 0]?.id ?? "",
      browserHash: sha256(plan.seats[seat]?.cookie ?? ""),
      intent: JSON.stringify(approvedIntent(kind, { from, to, fees })),
    };
  });
  await owner.query(
    `insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, browser_hash, texted, sent_at, resend_after,
       expires_at, verified_at)
     select pin_id, member_id, 'transfer', pin_hmac, intent, browser_hash, false, now(), now(), now() + interval '1 day', now()
     from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::jsonb[], $5::bytea[]) as o (pin_id, member_id, pin_hmac, intent, browser_hash)`,
    [
      codes.map(({ pinId }) => pinId),
      codes.map(({ memberId }) => memberId),
      codes.map(({ pinId }) => pinHmac(secrets, pinId, plan.pin)),
      codes.map(({ intent }) => intent),
      codes.map(({ browserHash }) => browserHash),
    ],
  );
  await owner.query("analyze session; analyze otp_challenge");
  return codes.map(({ pinId }) => pinId);
}

/** As stored; of what leaves a card the code approves source, fee and total besides (full_intent). */
function approvedIntent(
  kind: Transfer,
  { from, to, fees }: { from: Person; to: Person; fees: ReadonlyMap<string, bigint> },
): Record<string, string> {
  const ordered = intentOf(kind, from, to);
  const intent = storedIntent(ordered);
  const { leaves, fee: price } = TRANSFER_KINDS[ordered.kind];
  if (leaves === "account") return intent;
  const fee = (price === null ? undefined : fees.get(price.limit)) ?? 0n;
  const total = toDecimal(AMOUNT_CENTAVOS + fee);
  return { ...intent, from: from.card, fee: toDecimal(fee), total };
}
