import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

/** What can wait for somebody of the staff. Each is counted in server/domains/home/queues.ts. */
export const STAFF_QUEUES = [
  "requests_to_decide",
  "card_applications",
  "late_transfers",
  "overdue_refunds",
  "transfer_cases",
  "safety_watch",
  "open_breaks",
  "loan_applications",
  "remittance_exceptions",
] as const;
export type StaffQueue = (typeof STAFF_QUEUES)[number];

export const getStaffQueues = endpoint({
  name: "getStaffQueues",
  method: "GET",
  path: "/staff/queues",
  summary: "What waits in each queue that the caller may see, in the branches they may see it in",
  access: "staff",
  action: "own_access.use",
  results: z.array(z.object({ queue: z.enum(STAFF_QUEUES), count: z.int(), isMore: z.boolean() })),
  refusals: [],
});
