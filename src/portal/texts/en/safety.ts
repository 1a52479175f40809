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
    passkeys: "Passkeys",
    passkeysYes: "Yes",
    passkeysCount: (count: number) =>
      count === 0
        ? "None so far. A passkey approves with your finger, face or screen lock, and nobody can talk you out of it."
        : `${count === 1 ? "1 passkey approves" : `${count} passkeys approve`} with your finger, face or screen lock.`,
    mobile: "Mobile number for codes",
    mobileMissing: "Missing",
    mobileIs: (masked: string) => `Codes go to ${masked}. To change it, visit an office.`,
    mobileNone: "There is none, so no code can reach you. Please visit an office.",
    devices: "Known devices",
    devicesKnown: (count: number) =>
      count === 0
        ? "None: each sign-in asks for a code."
        : `${count === 1 ? "1 browser signs" : `${count} browsers sign`} you in without a code. Any other needs one.`,
    refused: "Refused sign-ins",
    refusedLook: "Please look",
    refusedSee: "See",
    refusedNone: "None in the last 30 days.",
    refusedTimes: (times: number, moment: string) =>
      `${times} in the last 30 days, the last on ${moment}.`,
    refusedElsewhere: (times: number) =>
      `${times} from a network that you never signed in from. Not you? The password did not help them; change it all the same.`,
    pause: "Pause",
    pauseRuns: "Running",
    noPause: "None now. It begins by itself after a change that somebody else could have made.",
    pauseUntil: (moment: string) =>
      `No new payee is paid, no limit goes up, no locked money is released and no forgotten ATM PIN is set anew before ${moment}.`,
    /** Why, by the name of the reason. */
    pauseFor: {
      mobile_changed: "Your mobile number was changed.",
      email_changed: "Your email address was changed.",
      password_recovered: "Your password was set anew with a code.",
      username_recovered: "Your username was set anew with a code.",
      new_device: "Somebody signed in from a new device.",
      joined_again: "You signed up again.",
      access_reopened: "Your online access was opened again.",
      new_passkey: "A passkey was added.",
      passkey_removed: "A passkey was removed.",
      unfrozen: "The freeze of your account ended.",
    } as Record<string, string>,
    limits: "Limits of your own",
    limitsYes: "Set",
    devicesSee: "See your devices",
    limitsSee: "See your limits",
    limitsSet: (count: number) =>
      count === 0
        ? "None: only the bank's limits hold."
        : `${count === 1 ? "1 limit of yours holds" : `${count} limits of yours hold`} beside the bank's.`,
    moneyLock: "Locked money",
    moneyLockYes: "Locked",
    moneyLockSee: "See your locked money",
    moneyLocked: (amount: string) => `Nobody can send ${amount}, not even with your password.`,
    moneyLockNone: "None. What you lock nobody can send.",
    unread: "Not read just now. It stands further down.",
  },
  wayBack: {
    title: "When everything is lost",
    link: "How to come back",
    how: "Phone, number and password gone: what to do, and what to bring to an office.",
  },
  passkeys: {
    title: "Passkeys",
    hint: "A passkey signs you in and approves transfers with your fingerprint, face or screen lock. No code by text is needed.",
    none: "You have no passkey yet.",
    notHere: "This browser knows no passkeys. Use the newest version of another one.",
    add: "Add a passkey",
    adding: "Your device makes the passkey",
    addApproves: "It approves adding a passkey to your account.",
    addedNow: "The passkey was added",
    isHereAlready: "This device has a passkey for your account already.",
    notMade: "Your device made no passkey. Please try again.",
    /** What a new one is called at first, by what the browser says of its device. */
    thisDevice: (browser: string): string =>
      /Android|iPhone|iPad/.test(browser) ? "My phone" : "My computer",
    synced: "Synced",
    onOneDevice: "On one device only",
    added: (day: string) => `Added ${day}`,
    lastUsed: (moment: string) => `Last used ${moment}`,
    neverUsed: "Not used yet",
    rename: "Rename",
    renameOf: (name: string) => `Rename ${name}`,
    name: "Name of the passkey",
    save: "Save",
    saving: "Saving",
    renamed: "The name was saved",
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    removing: "Removing",
    removeApproves: (name: string) =>
      `It approves that “${name}” is removed: it signs nobody in and approves nothing any more.`,
    removed: (name: string) => `${name} was removed`,
  },
  devices: {
    title: "Your devices",
    hint: "These browsers sign you in without a code. Remove one that you do not know or no longer use.",
    place:
      "We keep no address and no town: only whether a device last signed in from the network that you use now.",
    isThis: "This device",
    isSignedIn: "Signed in",
    lastUsed: (moment: string) => `Last used ${moment}`,
    firstUsed: (day: string) => `First used ${day}`,
    places: { here: "same network as now", other: "another network", unknown: "" },
    rename: "Rename",
    renameOf: (name: string) => `Rename ${name}`,
    signOut: "Sign out",
    signOutOf: (name: string) => `Sign out ${name}`,
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    removing: "Removing",
    removeAsk: (name: string) => `Remove “${name}”?`,
    removeMeaning:
      "It is signed out at once, and whoever uses it needs a code from your phone to sign in again.",
    removeThisMeaning:
      "This is the device in your hand: you are logged out, and need a code from your phone to sign in again.",
    removed: (name: string) => `${name} was removed`,
    removedThis: "This device was removed, and you are logged out.",
    signedOut: (name: string) => `${name} was signed out`,
    name: "Name of the device",
    nameHint: "For example: My phone. Left empty, it is called by what it says of itself.",
    save: "Save",
    saving: "Saving",
    renamed: "The name was saved",
    onlyThis: "No other device is known.",
    showAll: (count: number) => `Show all ${count} devices`,
    elsewhere: "Sign out everywhere else",
    elsewhereAsk: "Sign out everywhere else?",
    elsewhereMeaning:
      "Only this device stays. All others are signed out and removed: whoever uses one needs a code from your phone.",
    elsewhereDoing: "Signing out",
    elsewhereDone: (count: number) =>
      count === 1 ? "1 other device was removed" : `${count} other devices were removed`,
  },
};

export type SafetyTexts = typeof safety;
