/** What the server may refuse about a member's own accounts, and about money that is locked on them. */
export const moneyLockRefusals = {
  own_account_unknown: {
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
