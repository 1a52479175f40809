import { cvvRule, revealRule } from "./cvvOrders.ts";
import { limitRule } from "./limitOrder.ts";
import { memberLockRule } from "./memberLockOrder.ts";
import { newPinRule, pinRule } from "./pinOrder.ts";
import { deskRules } from "./deskRules.ts";
import { usesRule } from "./usesOrder.ts";
import type { OrderKind, OrderRule } from "./cardOrder.ts";

/** How each kind of order is asked, and what its end changes. */
export const orderRules: Record<OrderKind, OrderRule> = {
  lock: memberLockRule,
  unlock: memberLockRule,
  change_pin: pinRule,
  reset_pin: newPinRule,
  generate_cvv: cvvRule,
  reveal_cvv: revealRule,
  set_limit: limitRule,
  set_uses: usesRule,
  ...deskRules,
};
