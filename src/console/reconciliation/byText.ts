import type { Catalogue } from "#console/texts/texts.ts";

/** The job's name, which no username of a member of staff can be: it has a capital letter. */
const JOB = "reconcileDays";

/** Who had it done: a member of staff, or nobody but the clock. */
export const byText = (name: string, texts: Catalogue["reconciliation"]): string =>
  name === JOB ? texts.byItself : name;
