import type { Catalogue } from "#console/texts/texts.ts";

export const account: Catalogue["account"] = {
  title: "Palitan ang password",
  lead: "Matatapos ang inyong mga session sa ibang device. Tuloy ang isang ito.",
  currentPassword: "Password ngayon",
  change: "Palitan ang password",
  changing: "Pinapalitan",
  changed: "Napalitan na ang inyong password.",
};
