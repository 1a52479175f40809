/** What the members' desk asks of a second person. */
export const asks = {
  menu: "Ask for a change",
  secondPerson: "This goes to a second person. Nothing changes until they approve it.",
  choose: "Choose",
  reason: "Reason",
  reasonHint: "The second person reads it, and it stays on record.",
  ask: "Ask",
  asking: "Asking",
  asked: "Asked. Another person decides it now.",
  toRequest: "See the request",
  documents: "Documents",
  documentsHint:
    "What the member signed or showed: up to 5 pictures (JPEG, PNG or WebP) of 2 MB or PDFs of 5 MB.",
  mobileNumber: "New mobile number",
  mobileHint: "For example 0917 555 1234. Codes go there, and the member is logged out everywhere.",
  emailAddress: "New email address",
  identityDocument: "Identity document you saw",
  identityHint: "Its kind and last 4 digits, for example UMID ending 1234. Never the whole number.",
  cause: "Cause",
  causeHint: "Stolen, expired, replaced, death and closed are final.",
  causes: {
    lost: "Lost",
    stolen: "Stolen",
    fraud: "Fraud",
    expired: "Expired",
    replaced: "Replaced",
    death: "Death of the member",
    closed: "Account closed",
    other: "Other",
  },
  notMade: {
    cause: "What became of it",
    causes: { not_produced: "It could not be made", lost_in_post: "Lost on its way" },
    body: "The order ends, the fee goes back to the member, who is told and may ask again. A card that still comes is not handed out.",
  },
  about: {
    lift_admin_lock: "The card works again as before the lock.",
    reactivate_card: "The card works again, unless its cause is final.",
    replace_card:
      "The member can ask for a new card; the account and what is on it are kept. A fee is taken with the application, for an expired card none.",
    reactivate_member: "The member can sign in again.",
    lift_freeze:
      "The member can sign in again, with a code, and the freeze's lock of the card ends. For a day no new payee is paid and no limit goes up.",
    shorten_pause:
      "New payees, higher limits and the release of locked money are possible again at once.",
  },
  account: "Account",
  amount: "Amount",
  case: "Case number",
  caseHint: "4 to 40 letters, digits and dashes",
  days: "Days",
  daysHint: "From 1 to 30",
  hold: "Hold",
  lockedHint:
    "All that is locked on this account is free at once. See the member and a valid ID first.",
  noHolds: "No disputed funds are on hold.",
};
