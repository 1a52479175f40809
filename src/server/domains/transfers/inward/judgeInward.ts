import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import type { InwardTransfer } from "#server/platform/gateways/rails/inward.ts";

/** An account at the association that takes money from other banks. */
export type OwnAccount = {
  member_id: bigint;
  product: string;
  name: string;
  ledger_account_id: bigint;
};

/** Where a transfer goes, or the rail's reason why it goes nowhere. */
export type Judged =
  | { kind: "account"; account: OwnAccount }
  | { kind: "refused"; reasonCode: string; memberId: bigint | null };

/**
 * Where a transfer goes. A frozen, suspended or cancelled access keeps nobody's money away: it closes the
 * portal, not the account. Capital is paid in at the association alone.
 */
export async function judgeInward(
  tx: Tx,
  app: App,
  { receiverBank, accountNumber }: InwardTransfer,
): Promise<Judged> {
  if (receiverBank !== app.config.RAIL_PARTICIPANT) return refused("RC01");
  const { rows } = await sql<OwnAccount>`
    select member_id, product, account_name(product) as name, ledger_account_id
    from member_account where replace(account_number, '-', '') = ${accountNumber}`.execute(tx);
  const [account, another] = rows;
  if (account === undefined || another !== undefined) return refused("AC03");
  if (account.product === "me") return refused("AC06", account.member_id);
  return { kind: "account", account };
}

function refused(reasonCode: string, memberId: bigint | null = null): Judged {
  return { kind: "refused", reasonCode, memberId };
}
