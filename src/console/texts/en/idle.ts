export const idle = {
  title: "Are you still there?",
  body: (seconds: number) =>
    `Nothing was done here for a while. We will sign you out in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  stay: "Yes, go on",
  staying: "Going on",
  leave: "Log out",
};
