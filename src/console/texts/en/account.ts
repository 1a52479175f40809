export const account = {
  title: "Change password",
  lead: "Your sessions elsewhere end. This one goes on.",
  currentPassword: "Password now",
  change: "Change password",
  changing: "Changing",
  changed: "Your password is changed.",
};
