import { type Needs, POLICY_ROWS } from "#contract/approvalPolicy.ts";
import type { PolicyCell } from "#contract/staff/approvalPolicy.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { waitHoursOf } from "./waitOf.ts";

/** Every row, in the order of the program, as it counts now. */
export async function readPolicy(db: Db | Tx): Promise<PolicyCell[]> {
  const rows = await db.selectFrom("approval_policy").selectAll().execute();
  return POLICY_ROWS.map(({ act, payee, amount, hasPasskey, shipped, choices, waitHours }) => {
    const kept = rows.find(
      (row) =>
        row.act === act &&
        row.payee === payee &&
        row.amount === amount &&
        row.has_passkey === hasPasskey,
    );
    // Checked by the table.
    const needs = (kept?.chosen ?? shipped) as Needs;
    const of = { act, payee, amount, hasPasskey, shipped, choices: [...choices], needs };
    return { ...of, waitHours: kept === undefined ? waitHours : waitHoursOf(kept) };
  });
}
