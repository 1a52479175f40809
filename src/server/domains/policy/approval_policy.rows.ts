import { POLICY_ROWS } from "#contract/approvalPolicy.ts";
import type { Rows } from "#server/db/applyRows.ts";

/** Which circumstances there are, what each takes as shipped and what may be chosen; what was chosen stays. */
export const rows: Rows = {
  table: "approval_policy",
  key: ["act", "payee", "amount", "has_passkey"],
  rows: POLICY_ROWS.map(({ act, payee, amount, hasPasskey, shipped, choices, waitHours }) => ({
    act,
    payee,
    amount,
    has_passkey: hasPasskey,
    shipped,
    choices,
    wait_hours: waitHours,
  })),
};
