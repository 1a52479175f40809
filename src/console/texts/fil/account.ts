import type { account as english } from "#console/texts/en/account.ts";

export const account: typeof english = {
  title: "Palitan ang password",
  lead: "Matatapos ang inyong mga session sa ibang device. Tuloy ang isang ito.",
  currentPassword: "Password ngayon",
  change: "Palitan ang password",
  changing: "Pinapalitan",
  changed: "Napalitan na ang inyong password.",
};
