/** The page where members look after the safety of their account. */
export const safety = {
  title: "Safety",
  lead: "How your account is protected, who can get in, and what you can do about it.",
  failed: (section: string) => `We could not load “${section}”.`,
  failedMeaning: (reference: string) => `Your money is safe. Please try again. ${reference}`,
  howSafe: {
    title: "How safe am I?",
    password: "Password",
    passwordOld: "Old",
    passwordNever: "Never changed.",
    passwordChanged: (day: string) => `Last changed on ${day}.`,
    change: "Change",
    changePassword: "Change the password",
    mobile: "Mobile number for codes",
    mobileMissing: "Missing",
    mobileIs: (masked: string) => `Codes go to ${masked}. To change it, visit an office.`,
    mobileNone: "There is none, so no code can reach you. Please visit an office.",
    devices: "Known devices",
    devicesKnown: (count: number) =>
      count === 0
        ? "None: each sign-in asks for a code."
        : `${count === 1 ? "1 browser signs" : `${count} browsers sign`} you in without a code. Any other needs one.`,
    pause: "Pause for new payees",
    pauseRuns: "Running",
    noPause: "None now. It begins by itself after a change that somebody else could have made.",
    pauseUntil: (moment: string) => `Nobody new can be paid from your card before ${moment}.`,
    /** Why, by the name of the reason. */
    pauseFor: {
      mobile_changed: "Your mobile number was changed.",
      email_changed: "Your email address was changed.",
      password_recovered: "Your password was set anew with a code.",
      username_recovered: "Your username was set anew with a code.",
      new_device: "Somebody signed in from a new device.",
      joined_again: "You signed up again.",
      access_reopened: "Your online access was opened again.",
    } as Record<string, string>,
  },
};

export type SafetyTexts = typeof safety;
