/** The freeze as a signed-in member presses it. */
export const freeze = {
  title: "Somebody else in your account?",
  name: "Freeze my account",
  lead: "One press stops everything that goes out. Money still comes in. You open it again at an office, or after 12 hours or more with a passkey.",
  action: "Freeze my account",
  question: "Freeze your account now?",
  whatStops: [
    "Everybody is logged out, on every device, you too.",
    "Nobody can log in, send money or use a code.",
    "Your card is locked, orders to other banks that were not sent come back with their fee, and scheduled transfers are paused.",
  ],
  whatGoesOn: "Money still comes in, and deductions from your pay go on.",
  howBack: (product: string) =>
    `To open it again, go to any ${product} office with one valid ID. After 12 hours or more you can do it yourself, with a passkey that you had the day before and a code to your mobile number. Nobody can do it by phone: the hotline only freezes and answers questions.`,
  now: "Freeze now",
  freezing: "Freezing",
  noAnswer:
    "We could not reach the server, so we do not know whether your account is frozen. Try again, or call us now:",
};

export type FreezeTexts = typeof freeze;
