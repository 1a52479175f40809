import type { search as english } from "#console/texts/en/search.ts";

export const search: typeof english = {
  title: "Paghahanap",
  hint: "Pangalan, membership number, mobile number, huling apat na digit ng card, o reference.",
};
