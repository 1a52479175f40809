import type { Rail } from "#contract/transferKinds.ts";
import type { Objection } from "#server/platform/gateways/rails/inward.ts";

/** Why a transfer to us is not credited. */
export type Why =
  | Objection
  | "unknown_account"
  | "closed_account"
  | "blocked_account"
  | "unfit_product"
  | "load_limit"
  /** The issuer of the card refuses it, in words of its own that no rail carries. */
  | "issuer_refuses";

/** What sets money that comes over one rail apart. */
type InwardRail = {
  /** The rail's reason for each refusal (data/live/rail-codes.json). */
  reasons: Record<Why, string>;
  /** Whether a transfer is settled before it is judged: then what is refused goes back, and is booked both ways. */
  settlesFirst: boolean;
  /** The steps of the recipe INWARD_CREDIT that move our position with the rail. */
  steps: Record<"account" | "accept" | "return", string>;
  /** How the issuer names it in the card's history. */
  history: string;
};

export const INWARD_RAILS: Record<Rail, InwardRail> = {
  instapay: {
    reasons: {
      another_bank: "RC01",
      another_currency: "AM03",
      another_amount: "AM09",
      receiver_pays: "AG01",
      unknown_account: "AC03",
      closed_account: "AC04",
      blocked_account: "AC06",
      unfit_product: "AC06",
      load_limit: "AM21",
      issuer_refuses: "MS03",
    },
    settlesFirst: false,
    steps: { account: "account", accept: "accept", return: "return" },
    history: "Instapay Receive",
  },
  pesonet: {
    reasons: {
      another_bank: "AC03",
      another_currency: "CURR",
      another_amount: "RR04",
      receiver_pays: "RR04",
      unknown_account: "AC03",
      closed_account: "AC03",
      blocked_account: "AC03",
      unfit_product: "AC06",
      load_limit: "AM21",
      issuer_refuses: "DS04",
    },
    settlesFirst: true,
    steps: { account: "pesonet_account", accept: "pesonet_accept", return: "pesonet_return" },
    history: "Pesonet Receive",
  },
};
