import { formatPesos } from "#common/money.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import { Refusal } from "#server/refusal.ts";

/** The refusal of a limit above what the programme allows, on the field that the call has for it. */
export function tooHigh(param = "transaction_limit"): Refusal {
  const ceiling = formatPesos(WITHDRAWAL_LIMIT_CEILING_CENTAVOS);
  return new Refusal("withdrawal_limit_too_high", { param, values: { ceiling } });
}
