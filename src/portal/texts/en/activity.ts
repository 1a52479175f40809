import type { ActivityKind } from "#contract/activity.ts";

type Kinds = Record<ActivityKind, (times: number, about: string) => string>;

const counted = (times: number, one: string, more: string) =>
  times === 1 ? one : `${times} ${more}`;

/** By what happened: how often in a row, and behind it what it was about. */
const kinds: Kinds = {
  sign_in_refused: (times) =>
    counted(times, "Refused sign-in: wrong password", "refused sign-ins: wrong password"),
  code_refused: (times, about) => counted(times, `Wrong code${about}`, `wrong codes${about}`),
  code_sent: (times, about) => counted(times, `Code sent${about}`, `codes sent${about}`),
  current_password_wrong: (times) =>
    counted(times, "Wrong current password at a change", "wrong current passwords at a change"),
  request_made: (_, about) => `A change was asked for${about}`,
  request_approved: (_, about) => `A change was approved${about}`,
  request_rejected: (_, about) => `A change was not approved${about}`,
  request_ended: (_, about) => `A change was not made${about}`,
  recovery_begun: (_, about) => `A right code${about}`,
  signed_up: () => "Online account created",
  signed_in: () => "Signed in",
  signed_in_new_device: () => "Signed in on a new device",
  logged_out: () => "Logged out",
  device_renamed: () => "Device renamed",
  device_signed_out: () => "Device signed out",
  device_forgotten: () => "Device removed",
  signed_out_elsewhere: () => "Signed out everywhere else",
  sessions_ended: () => "Sessions ended",
  password_changed: () => "Password changed",
  password_recovered: () => "New password set with a code",
  username_changed: () => "Username changed",
  mobile_changed: () => "Mobile number changed",
  email_changed: () => "Email address changed",
  first_time_code_issued: () => "First-time code handed out",
  account_frozen: () => "Account frozen",
  account_unfrozen: () => "Account no longer frozen",
  pause_ended: () => "Pause ended early",
  access_closed: () => "Online access closed",
  access_suspended: () => "Online access suspended: not used",
  access_cancelled: () => "Online access cancelled: not used",
  access_reopened: () => "Online access opened again",
  card_locked: () => "Card locked",
  card_unlocked: () => "Card unlocked",
  card_suspended: () => "Card suspended",
  card_unsuspended: () => "Card no longer suspended",
  card_deactivated: () => "Card deactivated",
  card_reactivated: () => "Card active again",
  pin_change_asked: () => "New ATM PIN asked for",
  cvv_asked: () => "New CVV asked for",
  cvv_seen: () => "CVV shown",
  limit_cut_asked: () => "Withdrawal limit lowered",
  limit_raise_asked: () => "Higher withdrawal limit asked for",
  purchase_texts_set: () => "Texts for purchases changed",
  own_limit_set: () => "Own limit set",
  own_limit_raise_asked: () => "Higher own limit asked for",
  money_locked: () => "Money locked",
  lock_release_asked: () => "Release of locked money asked for",
  lock_release_taken_back: () => "Release of locked money taken back",
  money_freed: () => "Locked money is free",
};

/** What happened to the safety of the account. */
export const activity = {
  title: "What happened lately",
  pageTitle: "Account activity",
  hint: "Something you did not do? Remove the devices that you do not know, change your password, and call us.",
  lead: "What happened to the safety of your account in the last five years. We keep no address and no town: only whether it was the same network.",
  seeAll: "See all",
  more: "Show more",
  loadingMore: "Loading",
  end: "That is all.",
  refused: "Refused",
  byOffice: "by our office",
  byBank: "by itself",
  places: {
    here: "same network as now",
    known: "a network that you have used",
    other: "a network that you never signed in from",
    unknown: "",
  },
  kinds,
  /** Behind what was sent, tried or asked for. */
  about: {
    login: " to sign in",
    signup: " to create the account",
    recover_username: " to set a new username",
    recover_password: " to set a new password",
    freeze: " to freeze the account",
    transfer: " for a transfer",
    raise_limit: " to raise the withdrawal limit",
    reveal_cvv: " to see the CVV",
    accept_loan: " to accept a loan",
    lift_admin_lock: ": unlock the card",
    deactivate_card: ": deactivate the card",
    reactivate_card: ": activate the card again",
    replace_card: ": replace the card",
    reactivate_member: ": open the online access again",
    lift_freeze: ": end the freeze",
    shorten_pause: ": end the pause early",
    change_mobile: ": another mobile number",
    change_email: ": another email address",
    release_money_lock: ": release locked money",
    raise_own_limit: " to raise an own limit",
    release_lock: " to release locked money",
  } as Record<string, string>,
};

export type ActivityTexts = typeof activity;
