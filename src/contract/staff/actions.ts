/** What somebody works as. A role is held for one branch or for all. */
export const STAFF_ROLES = [
  "teller",
  "card_officer",
  "loan_officer",
  "fraud_officer",
  "supervisor",
  "auditor",
  "administrator",
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What one person may not do alone: asked for by one, decided by another. */
export const REQUEST_KINDS = [
  "lift_admin_lock",
  "deactivate_card",
  "reactivate_card",
  "card_not_made",
  "replace_card",
  "reactivate_member",
  "lift_freeze",
  "shorten_pause",
  "change_mobile",
  "change_email",
  "transfer_setting",
  "approval_policy",
  "holiday",
  "feature_flag",
  "maintenance_flag",
  "manual_journal",
  "journal_reversal",
  "message_template",
  "role_change",
  "staff_account",
  "staff_access",
  "staff_membership",
  "disputed_funds_hold",
  "disputed_funds_release",
  "release_money_lock",
  "member_import",
  "refund_transfer",
  "confirm_credit",
  "approve_loan",
  "confirm_loan",
  "release_loan",
  "pay_loan",
  "post_remittance",
  "settle_remittance",
  "post_dividend",
  "reverse_earnings",
  "withdraw_pesonet_file",
  "cash_difference",
  "cash_withdrawal",
  "vault_difference",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** What one person does alone. */
const DIRECT_ACTIONS = [
  /** One's own session, password and name: what every role may. */
  "own_access.use",
  "role_table.view",
  "staff.view",
  "enrolment_code.issue",
  "member.search",
  "member.view",
  "member.view_contact",
  "member_note.write",
  "first_time_code.issue",
  "session.end",
  "member_access.close",
  "member_access.freeze",
  /** A member's scheduled transfer, paused or ended. */
  "schedule.stop",
  "card.lock",
  "card.unsuspend",
  "card_application.view",
  /** Their pictures: what identifies a member. */
  "card_application.view_papers",
  "card_application.withdraw",
  "card_application.reset",
  "card_details.complete",
  "card_stock.view",
  "card_stock.announce",
  "card_stock.receive",
  "card_stock.change",
  "card_batch.view",
  "card_batch.make",
  "card_release.hand_over",
  "card_release.take_back",
  "import.view",
  "import.run",
  "request.view",
  "request.export",
  "flag.view",
  "holiday.view",
  "office.view",
  "office.edit",
  "bank.view",
  "bank.edit",
  "message_template.view",
  "job.view",
  "job.rerun",
  "transfer.view",
  "transfer.inquire",
  "transfer_case.view",
  "transfer_case.work",
  "reconciliation.view",
  "reconciliation.run",
  "reconciliation.resolve",
  "exception.resolve",
  "safety_watch.view",
  "safety_watch.work",
  "loan_application.view",
  /** Assign, verify, ask for documents, assess, propose. */
  "loan_application.work",
  "loan_application.decline",
  "loan_application.cancel",
  "loan.view",
  "payroll.view",
  "payroll.make",
  "payroll.set_deduction",
  "payroll.undo_line",
  "remittance.send",
  "ledger.view",
  "ledger.close_day",
  /** The dry run of a dividend. */
  "dividend.reckon",
  /** One's own cash drawer at the counter. */
  "cash.use",
  "cash.view",
  /** What moves in and out of a vault, as one of two. */
  "cash.move",
  /** Keeping the vault: one of the two always does. */
  "cash.vault",
  "health.view",
  "audit.view",
  "audit.export",
] as const;

/**
 * One name for each thing a person may do; 'request.<kind>' asks for what another decides by
 * 'decide.<kind>'. Which role may do it, and where, is the table role_action: what has no row there
 * nobody may do.
 */
export type StaffAction =
  | (typeof DIRECT_ACTIONS)[number]
  | `request.${RequestKind}`
  | `decide.${RequestKind}`;

export const STAFF_ACTIONS: readonly StaffAction[] = [
  ...DIRECT_ACTIONS,
  ...REQUEST_KINDS.flatMap((kind) => [`request.${kind}`, `decide.${kind}`] as const),
];

/** Where an action may be done: in the branch one has the role for, or everywhere. */
export const ACTION_SCOPES = ["own", "all"] as const;

/**
 * What a staff path names, whose branch decides with the action: 'member' by {memberGuid}, 'transfer' by {refNo}, 'transfer_case' by {caseNo}, 'loan_application'
 * by {applicationNo}, 'loan' by {loanNo}, 'staff' by
 * {staffId}, a branch itself by {branchId}. Each has its resolver in server/platform/http/objectOffice.ts.
 */
export type StaffObject =
  | "member"
  | "staff"
  | "request"
  | "card_application"
  | "kit"
  | "branch"
  | "transfer"
  | "transfer_case"
  | "loan_application"
  | "loan";
