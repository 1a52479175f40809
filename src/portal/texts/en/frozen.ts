/** The page of a frozen account, and the way there for who cannot sign in. */
export const frozen = {
  title: "Your account is frozen",
  lead: "Your money is safe. This is what a freeze does:",
  leadSince: (moment: string) => `Frozen on ${moment}. Your money is safe.`,
  doneTitle: "What stopped",
  sessions: "Everybody was logged out, on every device.",
  ended: (count: number) =>
    count === 0
      ? "Nobody was logged in any more."
      : `${count === 1 ? "1 login was" : `${count} logins were`} ended, on every device.`,
  before: "It was frozen before: nothing more was needed.",
  noSignIn: "Nobody can log in, send money or use a code, you neither.",
  schedules: "Scheduled transfers are paused, and stay so until you resume them.",
  cardLocked: "Your card is locked.",
  cardAsked:
    "Your card is locked here. The card company has not confirmed it so far; we ask until it does.",
  comingBack: (refNo: string) => `Order ${refNo} was not sent. Its money comes back with the fee:`,
  goesOn: "Money still comes in, and deductions from your pay go on.",
  backTitle: "How to open it again",
  back: (product: string) => [
    `Go to any ${product} office. Bring one valid ID with your picture.`,
    "Bring your phone with the number on our records. If you lost it, tell us: we change the number first.",
    "Two of us check who you are. Then you log in with your password and a code.",
  ],
  after:
    "For 24 hours after that no new payee is paid and no limit goes up. If somebody may know your password, set a new one before you log in, under “Forgot username or password?”.",
  byPhone: "Nobody can open it by phone. For questions, call us:",
  byPasskeyTitle: "With a passkey, without an office",
  byPasskey:
    "12 hours or more after the freeze you can open it yourself, with a passkey that you had the day before it and a code to your mobile number.",
  unfreeze: "Open my account with a passkey",
  unfreezeLead: "12 hours or more after the freeze, in two steps:",
  unfreezeSteps: [
    "Unlock your passkey with your finger, your face or the PIN of this device.",
    "Enter the code that we send to the mobile number on our records.",
  ],
  usePasskey: "Use my passkey",
  passkeyWaiting: "Waiting for your passkey",
  passkeyClosed: "No passkey was used. Try again, or open the account at an office.",
  noPasskey: "No passkey, or no phone?",
  noPasskeyBody: (product: string) =>
    `Bring one valid ID to any ${product} office. Nobody can open it by phone. For questions, call us:`,
  backToFrozen: "Back",
  openTitle: "Your account is open again",
  openLead: "Log in as before. We ask for a code once more on this device.",
  pausedSchedules: (count: number) =>
    count === 1
      ? "1 scheduled transfer stays paused until you resume it."
      : `${count} scheduled transfers stay paused until you resume each one.`,
  toSchedules: "Log in and see what is scheduled",
  lostAll: "Phone, number and password gone? What to bring",
  toLogin: "Back to login",
  someoneElse: "Somebody else is in my account",
  someoneElseLead:
    "Enter your username or your membership no. We send a code to the mobile number on our records. With the code the account is frozen at once: everybody is logged out, and nothing goes out.",
  freezeByPasskeyTitle: "You have a passkey here?",
  freezeByPasskeyBody: "It freezes the account at once, without a number and a code.",
  freezeByPasskey: "Freeze with my passkey",
  noPhone: "Is your phone gone?",
  noPhoneBody: "Call us now: we freeze the account for you. Or go to any office.",
};

export type FrozenTexts = typeof frozen;
