import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Holiday } from "#common/holidays.ts";

const file = z.object({
  holidays: z.array(
    z.object({
      date: z.string(),
      name: z.string(),
      type: z.enum(["regular", "special_non_working", "special_working", "suspension"]),
      bankingDay: z.boolean(),
      status: z.enum(["proclaimed", "projected"]),
      basis: z.string(),
    }),
  ),
});

/** The days that the table begins with: of the proclamations, 2027 projected. */
export const enteredHolidays: readonly Holiday[] = file
  .parse(
    JSON.parse(readFileSync(new URL("../../data/live/holidays.json", import.meta.url), "utf8")),
  )
  .holidays.map(({ date, name, type, bankingDay, status, basis }) => ({
    day: date,
    name,
    type,
    isBankingDay: bankingDay,
    closedFrom: null,
    isObserved: true,
    isProjected: status === "projected",
    basis,
  }));
