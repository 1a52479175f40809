import { FEATURES } from "#contract/features.ts";
import type { Rows } from "#server/db/applyRows.ts";

/** Every switch that staff have; how each stands is theirs, and stays. */
export const rows: Rows = {
  table: "feature",
  key: ["name"],
  rows: FEATURES.map((name) => ({ name })),
};
