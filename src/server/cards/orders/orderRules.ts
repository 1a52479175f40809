import { cvvRule, revealRule } from "#server/cards/cvv/cvvOrders.ts";
import { limitRule } from "#server/cards/limit/limitOrder.ts";
import { memberLockRule } from "#server/cards/lock/memberLockOrder.ts";
import { pinRule } from "#server/cards/pin/pinOrder.ts";
import { deskRules } from "./deskRules.ts";
import type { OrderKind, OrderRule } from "./cardOrder.ts";

/** How each kind of order is asked, and what its end changes. */
export const orderRules: Record<OrderKind, OrderRule> = {
  lock: memberLockRule,
  unlock: memberLockRule,
  change_pin: pinRule,
  generate_cvv: cvvRule,
  reveal_cvv: revealRule,
  set_limit: limitRule,
  ...deskRules,
};
