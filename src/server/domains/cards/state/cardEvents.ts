/** The parts of a card that change by events only. */
export type CardField =
  | "status"
  | "perso_status"
  | "member_locked"
  | "admin_locked"
  | "freeze_locked";

/** What can happen to a card, and to which part of it (`event` in the table card_transition). */
export const fieldOf = {
  request_card: "status",
  approve: "status",
  reject: "status",
  withdraw: "status",
  activate_card: "status",
  kit_unclaimed: "status",
  suspend: "status",
  suspension_over: "status",
  unsuspend: "status",
  deactivate: "status",
  reactivate: "status",
  replace_card: "status",
  activate_first_card: "status",
  request_perso_card: "perso_status",
  receive_perso_card: "perso_status",
  production_failed: "perso_status",
  hand_over: "perso_status",
  activate_perso_card: "perso_status",
  activation_failed: "perso_status",
  retry_perso_card: "perso_status",
  retry_failed: "perso_status",
  reset_activation: "perso_status",
  perso_unclaimed: "perso_status",
  close_perso_card: "perso_status",
  lock_card: "member_locked",
  unlock_card: "member_locked",
  lock_over: "member_locked",
  admin_lock: "admin_locked",
  admin_unlock: "admin_locked",
  freeze_card: "freeze_locked",
  unfreeze_card: "freeze_locked",
} as const satisfies Record<string, CardField>;

export type CardEvent = keyof typeof fieldOf;
