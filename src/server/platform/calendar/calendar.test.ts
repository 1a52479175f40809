import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { holidayCalendar } from "#common/holidays.ts";
import { enteredHolidays } from "#test/support/enteredHolidays.ts";
import { bankingDays } from "./bankingDays.ts";
import { type CycleOfDay, creditMoment, pesonetCycle } from "./pesonetCycles.ts";

const read = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../../data/vectors/${name}.json`, import.meta.url), "utf8"),
  );

const days = bankingDays(holidayCalendar(enteredHolidays));
/** The same, and work suspended on a day from a time on. */
const suspendedFrom = (day: string, closedFrom: string) =>
  bankingDays(
    holidayCalendar([
      ...enteredHolidays,
      {
        day,
        name: "Typhoon",
        type: "suspension",
        isBankingDay: false,
        closedFrom,
        isObserved: true,
        isProjected: false,
        basis: "",
      },
    ]),
  );
/** As the table pesonet_cycle begins. */
const cycles: CycleOfDay[] = [
  { no: 1, intakeCutoff: "09:00:00", creditBy: "14:00:00" },
  { no: 2, intakeCutoff: "15:00:00", creditBy: "18:00:00" },
];

const { vectors } = z
  .object({
    vectors: z.array(
      z.object({
        submittedManila: z.string(),
        bankingDay: z.boolean(),
        cycleDate: z.string(),
        cycle: z.number(),
        creditBy: z.string(),
        latestByTwoBankingDayRule: z.string(),
      }),
    ),
  })
  .parse(read("pesonet-schedule"));

test.each(vectors)(
  "S104 O08 ordered at $submittedManila: cleared on $cycleDate in cycle $cycle, by $creditBy",
  (vector) => {
    const cycle = pesonetCycle({ days, cycles }, new Date(`${vector.submittedManila}+08:00`));
    expect(cycle).toMatchObject({
      day: vector.cycleDate,
      no: vector.cycle,
      latest: vector.latestByTwoBankingDayRule,
    });
    expect(creditMoment(cycle)).toEqual(new Date(`${vector.creditBy}+08:00`));
    expect(days.isBankingDay(vector.submittedManila.slice(0, 10))).toBe(vector.bankingDay);
  },
);

test.each([
  ["2026-11-20T09:00:00", "2026-11-20", 2],
  ["2026-11-20T15:00:00", "2026-11-23", 1],
  ["2026-11-20T23:59:59", "2026-11-23", 1],
  ["2026-11-22T23:59:59", "2026-11-23", 1],
  ["2026-11-27T14:59:59", "2026-11-27", 2],
  ["2026-11-27T15:00:00", "2026-12-01", 1],
  ["2026-12-23T15:00:00", "2026-12-28", 1],
  ["2026-12-24T08:59:59", "2026-12-28", 1],
  ["2026-12-31T10:00:00", "2027-01-04", 1],
  ["2027-01-01T08:00:00", "2027-01-04", 1],
])("S104 ordered at %s, at a boundary: cleared on %s in cycle %i", (submitted, day, no) => {
  const cycle = pesonetCycle({ days, cycles }, new Date(`${submitted}+08:00`));
  expect(cycle).toMatchObject({ day, no });
});

test("S104 no minute of 2026 and 2027 is promised an arrival on a closed day, in the past or after the outer limit", () => {
  const broken: string[] = [];
  const end = Date.parse("2028-01-01T00:00:00+08:00");
  const arrivals = new Map<string, { isOpen: boolean; at: number }>();
  for (let at = Date.parse("2026-01-01T00:00:00+08:00"); at < end; at += 60_000) {
    const cycle = pesonetCycle({ days, cycles }, new Date(at));
    const key = cycle.day + cycle.creditBy;
    const arrival = arrivals.get(key) ?? {
      isOpen: days.isBankingDay(cycle.day),
      at: creditMoment(cycle).getTime(),
    };
    arrivals.set(key, arrival);
    if (!arrival.isOpen || arrival.at <= at || cycle.day > cycle.latest) {
      broken.push(new Date(at).toISOString());
    }
  }
  expect(broken).toEqual([]);
});

test("S104 banking days are Monday to Friday without closed days", () => {
  expect(days.isBankingDay("2026-11-20")).toBe(true);
  expect(days.isBankingDay("2026-11-21")).toBe(false);
  expect(days.isBankingDay("2026-11-30")).toBe(false);
  expect(days.isBankingDay("2026-02-25")).toBe(true);
  expect(days.add("2026-11-28", 0)).toBe("2026-12-01");
  expect(days.add("2026-12-22", 3)).toBe("2026-12-29");
});

test.each([
  ["11:59:59", "07:00:00", { day: "2026-11-20", no: 1 }],
  ["11:59:59", "13:00:00", { day: "2026-11-23", no: 1 }],
  ["15:00:00", "13:00:00", { day: "2026-11-20", no: 2 }],
  ["08:00:00", "07:00:00", { day: "2026-11-23", no: 1 }],
])("S104 work suspended from %s, ordered at %s", (closedFrom, at, expected) => {
  const suspended = suspendedFrom("2026-11-20", closedFrom);
  const cycle = pesonetCycle({ days: suspended, cycles }, new Date(`2026-11-20T${at}+08:00`));
  expect(cycle).toMatchObject(expected);
  expect(suspended.isBankingDay("2026-11-20")).toBe(true);
});

test("S164 S104 years of which nobody entered a day have their closed days, and none of them is promised", () => {
  expect(days.isBankingDay("2028-01-03")).toBe(true);
  expect(days.next("2028-04-12")).toBe("2028-04-17");
  expect(days.next("2028-12-29")).toBe("2029-01-02");
  expect(days.add("2029-08-24", 1)).toBe("2029-08-28");
  const cycle = pesonetCycle({ days, cycles }, new Date("2028-12-29T16:00:00+08:00"));
  expect(cycle).toMatchObject({ day: "2029-01-02", no: 1, isConfirmed: false });
  const known = pesonetCycle({ days, cycles }, new Date("2026-12-28T16:00:00+08:00"));
  expect(known).toMatchObject({ day: "2026-12-29", isConfirmed: true });
});

test("S104 a day that closes before its first cut-off takes nothing from the day before either", () => {
  const suspended = suspendedFrom("2026-11-23", "08:00:00");
  const cycle = pesonetCycle({ days: suspended, cycles }, new Date("2026-11-20T16:00:00+08:00"));
  expect(cycle).toMatchObject({ day: "2026-11-24", no: 1 });
});
