import { withCheckDigit } from "#common/checkDigit.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { addLoan } from "#test/support/addLoan.ts";
import type { Dice } from "./dice.ts";
import type { Stage } from "./stage.ts";

/** Somebody with savings, a contribution, a loan and a card, signed in. */
export type SimulatedMember = {
  id: bigint;
  guid: string;
  token: string;
  cookie: string;
  /** Account numbers, and what is on them at the beginning. */
  savings: string;
  me: string;
  card: string;
  savingsAtFirst: bigint;
  meAtFirst: bigint;
  cardAtFirst: bigint;
  loanNo: string;
};

/** Who deducts from the pay of all of them. */
export const EMPLOYER = "PNP";

/** An ordinary member, one that is short of money, and one who comes to the limits of what may be sent. */
const PURSES = [
  { type: "blue", savings: 300_000_00n, me: 12_345_67n, loan: 50_000_00n, card: 40_000_00n },
  { type: "blue", savings: 1_00n, me: 1_500_00n, loan: 5_000_00n, card: 900_00n },
  { type: "platinum", savings: 2_000_000_00n, me: 0n, loan: 80_000_00n, card: 700_000_00n },
] as const;

/** Puts members with their money into the books, as the beginning of a run. */
export async function makeSimulatedMembers(
  { admin, app, clock }: Stage,
  dice: Dice,
): Promise<SimulatedMember[]> {
  const at = new Date(clock.now);
  const members: SimulatedMember[] = [];
  await admin.query(OFFICE);
  for (const [index, { type, savings, me, loan, card }] of PURSES.entries()) {
    const digit = String(index + 1);
    const member = {
      guid: `00000000-0000-4000-8000-00000000000${digit}`,
      token: `token-${digit}`.padEnd(43, "t"),
      cookie: `cookie-${digit}`.padEnd(43, "c"),
      savings: `2010-000000${digit}`,
      me: `2030-000000${digit}`,
      card: withCheckDigit(`9901000000${digit}`),
      meAtFirst: me,
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
      member.me,
      EMPLOYER,
    ]);
    const id = rows[0]?.id ?? 0n;
    await admin.query(OPEN, [member.savings, member.card, at, savings, member.cardAtFirst]);
    if (me > 0n) await admin.query(OPEN_ME, [member.me, at, me]);
    const loanNo = await addLoan({ app }, { id }, { amount: loan, number: index + 1 });
    const { rows: held } = await admin.query<{ balance: bigint }>(
      "select balance_centavos as balance from ledger_account where code = '2010' and subledger = $1",
      [member.savings],
    );
    members.push({ ...member, id, loanNo, savingsAtFirst: held[0]?.balance ?? 0n });
  }
  // Their papers are drawn elsewhere.
  await admin.query("delete from outbox");
  return members;
}

const OFFICE = `insert into office (id, branch_name, line_1, barangay, municipality_city, state_province)
  values (1, 'Branch 1', '1 Test Street', 'Socorro', 'Quezon City', 'Metro Manila') on conflict do nothing`;

/** Without a mobile number: what goes to phones is another matter. */
const MAKE = `
  with made as (
    insert into member (guid, membership_no, first_name, last_name, created_at, office_id, employer)
    values ($1, $2, 'Juana', 'Reyes', $7, 1, $10) returning id
  ), online as (
    insert into session (member_id, device_id, token_hash, cookie_hash, started_at, last_active_at)
    select id, gen_random_uuid(), $5, $6, $7, $7 from made
  ), card as (
    insert into card (member_id, account_no, status, card_type, last_four, created_at, ledger_account_id)
    select id, $4, 'active', $8, '1234', $7, ledger_open_account('CARD', '2510', $4, $7) from made
  ), account as (
    insert into member_account (member_id, product, account_number, ledger_account_id, opened_at)
    select id, 'savings', $3, ledger_open_account('ASSOC', '2010', $3, $7), $7 from made
  ), contribution as (
    insert into member_account (member_id, product, account_number, ledger_account_id, fixed_ledger_account_id, opened_at)
    select id, 'me', $9, ledger_open_account('ASSOC', '2030', $9, $7), ledger_open_account('ASSOC', '3010', $9, $7), $7
    from made
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

/** What may be taken out of it, and what stays: a tenth, and 1,000.00 at least. */
const OPEN_ME = `
  select ledger_post('OPENING', 'me', $1, ($2::timestamptz at time zone 'Asia/Manila')::date, $2, 'simulation',
      array[ledger_open_account('ASSOC', '1010', '', $2), ledger_account_id('ASSOC', '3010', $1),
        ledger_account_id('ASSOC', '2030', $1)], array['D', 'C', 'C'],
      array[$3::bigint, greatest(100000, ($3::bigint + 9) / 10), $3::bigint - greatest(100000, ($3::bigint + 9) / 10)])`;
