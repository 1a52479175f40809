import {
  type EntryStep,
  isBatched,
  TRANSFER_KIND_NAMES,
  TRANSFER_KINDS,
} from "#contract/transferKinds.ts";
import type { Rows } from "#server/db/applyRows.ts";

/** The table of kinds, as the SQL functions read it. */
export const rows: Rows = {
  table: "transfer_kind",
  key: ["kind"],
  rows: TRANSFER_KIND_NAMES.map((kind) => {
    const facts = TRANSFER_KINDS[kind];
    const { rail } = facts;
    const counts: readonly string[] = facts.countsAgainst;
    const accepted: readonly EntryStep[] = facts.entries.accept;
    // What is on hold on the card is moved by no entry.
    const [operation, step] = (facts.hold === null ? accepted[0] : undefined) ?? [null, null];
    return {
      kind,
      reference_prefix: facts.referencePrefix,
      leaves: facts.leaves,
      arrives: facts.arrives,
      rail,
      is_batched: rail !== null && isBatched(rail),
      job: facts.job,
      feature: facts.feature,
      least_centavos: String(facts.least),
      fee_limit: facts.fee?.limit ?? null,
      most_limit: facts.most?.limit ?? null,
      counts_as_load: counts.includes("card_load"),
      counts_as_other_bank: counts.includes("other_banks"),
      has_payee: facts.hasPayee,
      hold_reason: facts.hold,
      accept_operation: operation,
      accept_step: step,
      from_account_operation: facts.fromAccount?.[0] ?? null,
      from_account_step: facts.fromAccount?.[1] ?? null,
    };
  }),
};
