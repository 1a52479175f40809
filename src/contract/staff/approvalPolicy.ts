import * as z from "zod/mini";
import { ACTS, type Act, AMOUNTS, NEEDS, PAYEES } from "#contract/approvalPolicy.ts";
import { endpoint } from "#contract/endpoint.ts";

export const policyRow = z.object({
  act: z.enum(ACTS as [Act, ...Act[]]),
  payee: z.enum(PAYEES),
  amount: z.enum(AMOUNTS),
  hasPasskey: z.boolean(),
  shipped: z.enum(NEEDS),
  choices: z.array(z.enum(NEEDS)),
  /** For how many hours the act waits before it counts, whatever approved it; 0: it counts at once. */
  waitHours: z.int(),
  /** As it counts now. */
  needs: z.enum(NEEDS),
});
export type PolicyCell = z.output<typeof policyRow>;

export const getApprovalPolicy = endpoint({
  name: "getApprovalPolicy",
  method: "GET",
  path: "/staff/approval-policy",
  summary: "What proof each act of a member takes, in each circumstance",
  access: "staff",
  action: "request.approval_policy",
  results: z.array(policyRow),
  refusals: [],
});
