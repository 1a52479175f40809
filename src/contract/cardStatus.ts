/** Names are stored, numbers exist only on the wire; this is the one map (docs/requirements/decisions.md, 5). */
export const cardStatusNumbers = {
  not_applied: 0,
  active: 1,
  deactivated: 2,
  suspended: 3,
  processing: 4,
  for_pickup: 10,
  for_activation: 11,
  failed: 12,
} as const;
export type CardStatus = keyof typeof cardStatusNumbers;

export const cardTypeNumbers = { blue: 1, gold: 2, platinum: 3 } as const;
export type CardType = keyof typeof cardTypeNumbers;

export const memberStatusNumbers = { active: 1, suspended: 2, cancelled: 3 } as const;
export type MemberStatus = keyof typeof memberStatusNumbers;

/** The personalized card's status counts when there is no generic one (docs/requirements/decisions.md, 5). */
export function displayStatus(status: number, persoStatus: number): number {
  return status === cardStatusNumbers.not_applied && persoStatus !== cardStatusNumbers.not_applied
    ? persoStatus
    : status;
}

const COMING: readonly string[] = ["processing", "for_pickup", "for_activation"];

/** Whether there is a card for the desk to lock: one with an account, or one that is on its way to its member. */
export function canBeLocked(card: {
  accountNo: string;
  status: string;
  persoStatus: string;
}): boolean {
  return (
    card.accountNo !== "" ||
    COMING.includes(card.status) ||
    [...COMING, "failed"].includes(card.persoStatus)
  );
}

export type CardOverlay = "deactivated" | "suspended" | "admin_locked" | "member_locked";

/** The one overlay to show, by the priority of row M01; the balance is hidden under any of them. */
export function cardOverlay(card: {
  status: number;
  adminLocked: number;
  memberLocked: number;
}): CardOverlay | undefined {
  if (card.status === cardStatusNumbers.deactivated) return "deactivated";
  if (card.status === cardStatusNumbers.suspended) return "suspended";
  if (card.adminLocked === 1) return "admin_locked";
  if (card.memberLocked === 1) return "member_locked";
  return undefined;
}
