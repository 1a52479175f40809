import type { search as english } from "#console/texts/en/search.ts";

export const search: typeof english = {
  title: "Paghahanap",
  titleFor: (text: string) => `Mga resulta para sa “${text}”`,
  hint: "Pangalan, membership number, mobile number, huling apat na digit ng card, o reference.",
  nothing: "Walang nakita.",
  nothingHint: "Suriin ang baybay, o hanapin ang numero sa halip na pangalan.",
};
