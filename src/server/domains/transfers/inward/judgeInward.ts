import { sql } from "kysely";
import { manilaMonth } from "#common/manila.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import type { InwardTransfer } from "#server/platform/gateways/rails/inward.ts";
import type { Why } from "./inwardRails.ts";

/** An account at the association that takes money from other banks. */
export type OwnAccount = {
  member_id: bigint;
  product: string;
  name: string;
  ledger_account_id: bigint;
};

/** A card that takes it, and the month of whose load it counts. */
export type LoadedCard = { id: bigint; memberId: bigint; month: string };

/** Where a transfer goes, or why it goes nowhere. */
export type Judged =
  | { kind: "account"; memberId: bigint; account: OwnAccount }
  | { kind: "to_card"; memberId: bigint; card: LoadedCard }
  | { kind: "refused"; why: Why; memberId: bigint | null };

/**
 * Where a transfer goes. A frozen, suspended or cancelled access keeps nobody's money away: it closes the
 * portal, not the account, and the own lock and a freeze close a card to purchases alone. Capital is paid in
 * at the association alone. What is taken for a card counts to its load at once, until the caller's
 * transaction ends.
 */
export async function judgeInward(
  tx: Tx,
  app: App,
  { receiverBank, accountNumber, amount, objection }: InwardTransfer,
): Promise<Judged> {
  if (receiverBank !== app.config.RAIL_PARTICIPANT) return refused("another_bank");
  if (objection !== undefined) return refused(objection);
  const { rows } = await sql<OwnAccount>`
    select member_id, product, account_name(product) as name, ledger_account_id
    from member_account where replace(account_number, '-', '') = ${accountNumber}`.execute(tx);
  const [account, another] = rows;
  if (another !== undefined) return refused("unknown_account");
  if (account === undefined) return judgeCard(tx, app, { accountNumber, amount });
  const { member_id: memberId, product } = account;
  return product === "me"
    ? refused("unfit_product", memberId)
    : { kind: "account", memberId, account };
}

type Card = {
  id: bigint;
  member_id: bigint;
  reason: Why | null;
  most: bigint;
};

async function judgeCard(
  tx: Tx,
  app: App,
  { accountNumber, amount }: Pick<InwardTransfer, "accountNumber" | "amount">,
): Promise<Judged> {
  // Held until the answer is true: who locks or deactivates the card waits, or has done it.
  await sql`select from card where account_no = ${accountNumber} for share`.execute(tx);
  const { rows } = await sql<Card>`
    select c.id, c.member_id, t.monthly_load_limit_centavos as most, case
      when usable_status(c) = 'deactivated' then 'closed_account'
      when c.admin_locked or usable_status(c) = 'suspended' then 'blocked_account'
      when not can_receive(c) then 'unknown_account' end as reason
    from card c join card_tier t on t.card_type = c.card_type
    where c.account_no = ${accountNumber}`.execute(tx);
  const [card] = rows;
  if (card === undefined) return refused("unknown_account");
  const { id, member_id: memberId, reason, most } = card;
  if (reason !== null) return refused(reason, memberId);
  const month = manilaMonth(app.now());
  if (!(await addLoad(tx, { id, month, amount, most }))) return refused("load_limit", memberId);
  return { kind: "to_card", memberId, card: { id, memberId, month } };
}

/** Counts it to the load of the month, under the row's lock; false where the month has no room for it. */
async function addLoad(
  tx: Tx,
  { id, month, amount, most }: { id: bigint; month: string; amount: bigint; most: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    insert into card_load as l (card_id, month, loaded_centavos)
    select ${id}::bigint, ${month}::text, ${amount}::bigint where ${amount}::bigint <= ${most}::bigint
    on conflict (card_id, month) do update set loaded_centavos = l.loaded_centavos + excluded.loaded_centavos
      where l.loaded_centavos + excluded.loaded_centavos <= ${most}::bigint
    returning card_id`.execute(tx);
  return rows.length > 0;
}

function refused(why: Why, memberId: bigint | null = null): Judged {
  return { kind: "refused", why, memberId };
}
