import { readFileSync } from "node:fs";
import type { Rows } from "#server/db/applyRows.ts";
import { liveFile } from "#server/platform/base/liveFile.ts";

type Day = {
  date: string;
  name: string;
  type: string;
  bankingDay: boolean;
  status: string;
  basis: string;
};

// Our own data, which the clearing house of the sandbox reads as well.
const { holidays } = JSON.parse(readFileSync(liveFile("holidays.json"), "utf8")) as {
  holidays: Day[];
};

/** The proclaimed days that a new bank knows; staff enter those that come. */
export const rows: Rows = {
  table: "holiday",
  key: ["day"],
  isBeginning: true,
  rows: holidays.map(({ date, name, type, bankingDay, status, basis }) => ({
    day: date,
    name,
    type,
    is_banking_day: bankingDay,
    status,
    basis,
  })),
};
