import { withCheckDigit } from "#common/checkDigit.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { Dice } from "./dice.ts";
import type { Stage } from "./stage.ts";

/** Somebody with savings and a card, signed in. */
export type SimulatedMember = {
  id: bigint;
  guid: string;
  token: string;
  cookie: string;
  /** Account numbers, and what is on them at the beginning. */
  savings: string;
  card: string;
  savingsAtFirst: bigint;
  cardAtFirst: bigint;
};

/** An ordinary member, one that is short of money, and one who comes to the limits of what may be sent. */
const PURSES = [
  { type: "blue", savings: 300_000_00n, card: 40_000_00n },
  { type: "blue", savings: 2_500_00n, card: 900_00n },
  { type: "platinum", savings: 2_000_000_00n, card: 700_000_00n },
] as const;

/** Puts members with their money into the books, as the beginning of a run. */
export async function makeSimulatedMembers(
  { admin, clock }: Stage,
  dice: Dice,
): Promise<SimulatedMember[]> {
  const at = new Date(clock.now);
  const members: SimulatedMember[] = [];
  for (const [index, { type, savings, card }] of PURSES.entries()) {
    const digit = String(index + 1);
    const member = {
      guid: `00000000-0000-4000-8000-00000000000${digit}`,
      token: `token-${digit}`.padEnd(43, "t"),
      cookie: `cookie-${digit}`.padEnd(43, "c"),
      savings: `2010-000000${digit}`,
      card: withCheckDigit(`9901000000${digit}`),
      savingsAtFirst: savings,
      cardAtFirst: card + BigInt(Math.floor(dice("purse", index) * 10_000)),
    };
    const { rows } = await admin.query<{ id: bigint }>(MAKE, [
      member.guid,
      digit.padStart(16, "0"),
      member.savings,
      member.card,
      sha256(member.token),
      sha256(member.cookie),
      at,
      type,
    ]);
    await admin.query(OPEN, [
      member.savings,
      member.card,
      at,
      member.savingsAtFirst,
      member.cardAtFirst,
    ]);
    members.push({ ...member, id: rows[0]?.id ?? 0n });
  }
  return members;
}

/** Without a mobile number: what goes to phones is another matter. */
const MAKE = `
  with made as (
    insert into member (guid, membership_no, first_name, last_name, created_at)
    values ($1, $2, 'Juana', 'Reyes', $7) returning id
  ), online as (
    insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
    select id, gen_random_uuid(), $5, $6, $7, $7 from made
  ), card as (
    insert into card (member_id, account_no, status, card_type, last_four, created_at, ledger_account_id)
    select id, $4, 'active', $8, '1234', $7, ledger_open_account('CARD', '2510', $4, $7) from made
  ), account as (
    insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
    select id, 'savings', $3, ledger_open_account('ASSOC', '2010', $3, $7), $7 from made
  )
  select id from made`;

const OPEN = `
  select ledger_post('OPENING', 'savings', $1, ($3::timestamptz at time zone 'Asia/Manila')::date, $3, 'simulation',
      array[ledger_open_account('ASSOC', '1010', '', $3), ledger_account_id('ASSOC', '2010', $1)], array['D', 'C'],
      array[$4::bigint, $4::bigint]),
    ledger_post('OPENING', 'card', $2, ($3::timestamptz at time zone 'Asia/Manila')::date, $3, 'simulation',
      array[ledger_open_account('ASSOC', '1010', '', $3), ledger_open_account('ASSOC', '1120', '', $3),
        ledger_open_account('CARD', '1510', '', $3), ledger_account_id('CARD', '2510', $2)],
      array['D', 'C', 'D', 'C'], array[$5::bigint, $5::bigint, $5::bigint, $5::bigint])`;
