import type { Centavos } from "#common/money.ts";
import { type LimitSpan, NEW_PAYEE, OWN_LIMIT_MAX_CENTAVOS } from "#contract/ownLimits.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { LimitName, TransferLimits } from "#server/domains/transfers/limits/readLimits.ts";

/** The house's limit above an own one; null where it has none. */
export function ceilingOf(
  limits: TransferLimits,
  of: TransferKind | typeof NEW_PAYEE,
  span: LimitSpan,
): Centavos | null {
  if (of === NEW_PAYEE) return limits.new_payee_by_code_most;
  const { most, countsAgainst } = TRANSFER_KINDS[of];
  // The table names rows of transfer_limit.
  if (span === "transfer") return most === null ? null : limits[most.limit as LimitName];
  const counts: readonly string[] = countsAgainst;
  if (!counts.includes("other_banks")) return null;
  return span === "day" ? limits.other_bank_daily : limits.other_bank_monthly;
}

/** The most that an own limit may be. */
export const mostOf = (ceiling: Centavos | null): Centavos => ceiling ?? OWN_LIMIT_MAX_CENTAVOS;
