import { paths } from "#console/paths.ts";

type Line = { book: "ASSOC" | "CARD"; code: string; day: string };

/** Where a line of the trial balance is explained, of that day alone unless the month is wanted there. */
export const explainedPath = ({ book, code, day }: Line): string =>
  `${paths.trialBalance}/${book}/${code}?day=${day}`;
