import type { Centavos } from "#common/money.ts";
import { type LimitSpan, OWN_LIMIT_MAX_CENTAVOS } from "#contract/ownLimits.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { LimitName, TransferLimits } from "#server/domains/transfers/limits/readLimits.ts";

/** The house's limit above an own one; null where it has none. */
export function ceilingOf(
  limits: TransferLimits,
  kind: TransferKind,
  span: LimitSpan,
): Centavos | null {
  const { most, countsAgainst } = TRANSFER_KINDS[kind];
  // The table names rows of transfer_limit.
  if (span === "transfer") return most === null ? null : limits[most.limit as LimitName];
  const counts: readonly string[] = countsAgainst;
  if (!counts.includes("other_banks")) return null;
  return span === "day" ? limits.other_bank_daily : limits.other_bank_monthly;
}

/** The most that an own limit may be. */
export const mostOf = (ceiling: Centavos | null): Centavos => ceiling ?? OWN_LIMIT_MAX_CENTAVOS;
