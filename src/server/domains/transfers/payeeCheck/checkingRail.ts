import { CLOSING_RAILS } from "#contract/transferKinds.ts";

/** The rail whose switch answers at once, and so about names too. */
export const [CHECKING_RAIL = "instapay"] = CLOSING_RAILS;
