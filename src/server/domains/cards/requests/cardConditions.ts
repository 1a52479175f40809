import { FINAL_CAUSES, REPLACEABLE_CAUSES } from "#contract/staff/requestPayloads.ts";

type Ended = { status: string; deactivated_for: string | null };

/** What can be deactivated. */
export const isInUse = ({ status }: Pick<Ended, "status">): boolean =>
  status === "active" || status === "suspended";

/** What was deactivated for a cause that is not final. */
export const canComeBack = ({ status, deactivated_for: cause }: Ended): boolean =>
  status === "deactivated" && !FINAL_CAUSES.includes(cause ?? "");

/** What a new card can take the place of: gone is the plastic, and not the account. */
export const isReplaceable = ({ status, deactivated_for: cause }: Ended): boolean =>
  status === "deactivated" && REPLACEABLE_CAUSES.includes(cause ?? "");
