import { type Needs, POLICY_ROWS } from "#contract/approvalPolicy.ts";
import { getApprovalPolicy } from "#contract/staff/approvalPolicy.ts";
import type { App } from "#server/platform/app.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";

export const policyRoutes: Route[] = [
  onStaffCall(getApprovalPolicy, async ({ app }) => ({ results: await readPolicy(app) })),
];

/** Every row, in the order of the program, as it counts now. */
async function readPolicy(app: App) {
  const rows = await app.db.selectFrom("approval_policy").selectAll().execute();
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
    return { ...of, waitHours: kept?.wait_hours ?? waitHours };
  });
}
