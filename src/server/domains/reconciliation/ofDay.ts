import type { ReconciliationSource } from "#contract/staff/reconciliation.ts";

/** A partner's day to reconcile. */
export type OfDay = {
  source: ReconciliationSource;
  /** yyyy-MM-dd in Manila, over by now. */
  day: string;
};

/** Who requested it: a staff username, or the worker's job. */
export type RequestedBy = { kind: "staff" | "system"; name: string; correlationId: string };
