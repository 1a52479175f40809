import { makeClock } from "#server/platform/base/clock.ts";
import { type IssuerConfig, makeAsk } from "./callIssuer.ts";
import type { CardIssuer } from "./cardIssuer.ts";
import { makeActivations } from "./activations.ts";
import { makeCards } from "./cards.ts";
import { makeCustomers } from "./customers.ts";
import { makeCvv } from "./cvv.ts";
import { makeKits } from "./kits.ts";
import { makeMoney } from "./money.ts";
import { makePins } from "./pins.ts";
import { makeSettlements } from "./settlements.ts";
import { makeTransfers } from "./transfers.ts";

/**
 * The card issuer's HTTP API (docs/issuer.md). One request per call, within ISSUER_TIMEOUT_MS, never repeated
 * here: the caller decides that, under the same reference.
 */
export function makeCardIssuer(config: IssuerConfig): CardIssuer {
  const ask = makeAsk(config);
  return {
    ...makeTransfers(ask, makeClock(config.CLOCK_FILE)),
    ...makeMoney(ask),
    ...makeCustomers(ask),
    ...makeActivations(ask, Buffer.from(config.ISSUER_CARD_KEY, "base64url")),
    ...makePins(ask),
    ...makeCvv(ask),
    ...makeCards(ask),
    ...makeKits(ask),
    ...makeSettlements(ask),
  };
}
