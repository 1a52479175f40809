import type { CardStatus } from "./cardStatus.ts";
import type { cardRefusals } from "./cardRefusals.ts";
import type { refusals } from "./refusals.ts";

/** All that decides what can be done with a card. A member without one has none applied for and no account. */
export type CardStanding = {
  status: string;
  persoStatus: string;
  adminLocked: boolean;
  memberLocked: boolean;
  hasAccount: boolean;
};

type Rule = {
  /** Which state decides: the card's, the personalized card's, or that of the two which counts. */
  by: "status" | "perso" | "usable";
  in: readonly CardStatus[];
  /** What the other of the two must be, where it matters. */
  beside?: readonly CardStatus[];
  /** Whose lock stops it. */
  stoppedBy: readonly ("staff" | "member")[];
  needsAccount?: true;
  /** The one answer whatever stands against it: nobody learns of another's card. */
  only?: keyof typeof refusals;
};

const NO_LESS = ["not_applied", "active", "failed"] as const;
/** Settings of a card in use. */
const setting = {
  by: "status",
  in: ["active"],
  stoppedBy: ["staff", "member"],
  needsAccount: true,
} as const satisfies Rule;
/** A member's own lock stops purchases, not the member's own transfers; nor can it be in its own way. */
const freedom = { ...setting, stoppedBy: ["staff"] } as const satisfies Rule;
const transfer = { ...freedom, by: "usable" } as const satisfies Rule;

/**
 * What can be done with a card, in which states, and whose lock stops it. The portal shows by it, every call
 * and job about a card decides by it, and the rules of transfers in the database agree with it
 * (test/security/cardActions.test.ts). What is done already is answered as done by its own call.
 */
export const cardActions = {
  request_card: {
    by: "status",
    in: ["not_applied", "failed"],
    beside: ["not_applied"],
    stoppedBy: ["staff"],
  },
  request_perso_card: {
    by: "perso",
    in: ["not_applied"],
    beside: ["not_applied", "failed"],
    stoppedBy: ["staff"],
  },
  /** A personalized card beside a card in use. */
  upgrade_card: {
    by: "perso",
    in: ["not_applied"],
    beside: ["active"],
    stoppedBy: ["staff", "member"],
  },
  activate_card: { by: "status", in: ["for_pickup"], stoppedBy: ["staff"] },
  activate_perso_card: {
    by: "perso",
    in: ["for_pickup", "for_activation"],
    beside: NO_LESS,
    stoppedBy: ["staff"],
  },
  retry_perso_card: { by: "perso", in: ["failed"], beside: NO_LESS, stoppedBy: ["staff"] },
  lock_card: freedom,
  unlock_card: freedom,
  set_lock_end: freedom,
  change_pin: setting,
  /** Of who forgot it. */
  reset_pin: setting,
  generate_cvv: setting,
  reveal_cvv: setting,
  set_limit: setting,
  set_uses: setting,
  /** Whatever locks the card, and while it is suspended as well: it stops all that a lock stops. */
  report_loss: {
    by: "status",
    in: ["active", "suspended"],
    stoppedBy: [],
    needsAccount: true,
  },
  /**
   * New plastic in place of what was lost or stolen; of another card that is deactivated the office decides. A
   * personalized card that is on its way takes its place by itself.
   */
  replace_card: {
    by: "status",
    in: ["deactivated"],
    beside: ["not_applied", "active"],
    stoppedBy: ["staff"],
    needsAccount: true,
  },
  /** By a job, a day after the member asked for it. */
  start_raised_limit: setting,
  transfer_out: transfer,
  top_up: transfer,
  /** From another member's card. */
  receive: { ...transfer, only: "destination_unknown" },
} as const satisfies Record<string, Rule>;

export type CardAction = keyof typeof cardActions;

/** Why this cannot be done with a card as it stands, in the priority of the overlays; undefined when it can. */
export function cardRefusal(
  action: CardAction,
  card: CardStanding,
): keyof typeof refusals | undefined {
  const rule: Rule = cardActions[action];
  const refusal = whyNot(rule, card);
  return refusal === undefined ? undefined : (rule.only ?? refusal);
}

function whyNot(rule: Rule, card: CardStanding): keyof typeof cardRefusals | undefined {
  const isMeant = rule.by === "status" && isOf(rule.in, card.status);
  if (card.status === "deactivated" && !isMeant) return "card_deactivated";
  if (card.status === "suspended" && !isMeant) return "card_suspended";
  if (card.adminLocked && rule.stoppedBy.includes("staff")) return "card_admin_locked";
  if (card.memberLocked && rule.stoppedBy.includes("member")) return "card_member_locked";
  if (rule.needsAccount === true && !card.hasAccount) return "no_eon_account";
  const { own, other } = statesOf(rule, card);
  const isBeside = rule.beside === undefined || isOf(rule.beside, other);
  return isOf(rule.in, own) && isBeside ? undefined : stateRefusal(rule, card);
}

function statesOf({ by }: Rule, { status, persoStatus }: CardStanding) {
  if (by === "perso") return { own: persoStatus, other: status };
  const isPersoAlone = by === "usable" && status === "not_applied";
  return { own: isPersoAlone ? persoStatus : status, other: persoStatus };
}

const isOf = (states: readonly string[], state: string) => states.includes(state);

/** The sentence for a state in which something else comes first. */
function stateRefusal({ by, needsAccount }: Rule, card: CardStanding): keyof typeof cardRefusals {
  if (by === "usable") return "no_eon_account";
  if (needsAccount === true) return "card_state";
  if (by === "perso" && card.persoStatus === "processing") return "card_processing";
  if (by === "perso" && card.persoStatus === "failed") return "activation_failed";
  if (by === "status" && card.status === "processing") return "card_application_processing";
  return "card_state";
}
