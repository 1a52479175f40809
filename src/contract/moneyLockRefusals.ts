/** What the server may refuse about money that a member has locked. */
export const moneyLockRefusals = {
  lock_account_unknown: {
    http: 422,
    param: "accountNumber",
    en: "Choose one of your accounts.",
    fil: "Pumili ng isa sa inyong mga account.",
  },
  locked_too_little: {
    http: 422,
    param: "amount",
    en: "{locked} is locked on this account.",
    fil: "{locked} ang naka-lock sa account na ito.",
  },
} as const;
