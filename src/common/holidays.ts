import { addDays } from "./manila.ts";

/** A day of the calendar. Days are 'yyyy-MM-dd' in Manila. */
export type Holiday = {
  day: string;
  name: string;
  type: "regular" | "special_non_working" | "special_working" | "suspension";
  isBankingDay: boolean;
  /** 'HH:mm:ss' from which work is suspended; null for the whole day. */
  closedFrom: string | null;
  isObserved: boolean;
  /** Reckoned from law or practice; nobody has proclaimed it so far. */
  isProjected: boolean;
  basis: string;
};

/** What is not known of a year until it is proclaimed. */
export const PROCLAMATIONS = ["year", "chinese_new_year", "eid_fitr", "eid_adha"] as const;
export type Missing = { year: number; what: (typeof PROCLAMATIONS)[number] };

export type HolidayCalendar = {
  /** The clearing is closed the whole day; weekends are none of its business. */
  isClosed: (day: string) => boolean;
  closedFrom: (day: string) => string | undefined;
  /** False for a day that a proclamation may still close: nothing that happens on it is promised. */
  isConfirmed: (day: string) => boolean;
  /** The days of a year: those that the staff entered, and those reckoned beside them. */
  daysOf: (year: number) => Holiday[];
  /** What has not been proclaimed of this year, and from 1 October of the next. */
  missing: (today: string) => Missing[];
};

type Rule = {
  name: string;
  at: string | ((year: number) => string);
  type: Holiday["type"];
  law: string;
};

const OF_PRACTICE = "Proclaimed every year";
const RA_9492 = "Republic Act No. 9492";

/**
 * The feasts of every year. Republic Act No. 9492 (2007), section 1, amends section 26 of the Administrative Code
 * and names them; National Heroes Day is the last Monday of August. It moves others to the nearest Monday
 * "unless otherwise modified by proclamation", as each year's proclamation has done: they are kept on their days.
 * Republic Act No. 10966 (2017) adds 8 December, and Republic Act No. 9256 (2004) named 21 August. Black Saturday,
 * All Souls' Day and Christmas Eve are proclaimed each year and by no law; they are expected until a year's
 * proclamation says otherwise. Eid'l Fitr (Republic Act No. 9177), Eid'l Adha (Republic Act No. 9849) and the
 * Chinese New Year follow the moon and are known when they are proclaimed.
 */
const RULES: readonly Rule[] = [
  { name: "New Year's Day", at: "01-01", type: "regular", law: RA_9492 },
  {
    name: "Maundy Thursday",
    at: (year) => addDays(easterSunday(year), -3),
    type: "regular",
    law: RA_9492,
  },
  {
    name: "Good Friday",
    at: (year) => addDays(easterSunday(year), -2),
    type: "regular",
    law: RA_9492,
  },
  {
    name: "Black Saturday",
    at: (year) => addDays(easterSunday(year), -1),
    type: "special_non_working",
    law: OF_PRACTICE,
  },
  { name: "Araw ng Kagitingan (Day of Valor)", at: "04-09", type: "regular", law: RA_9492 },
  { name: "Labor Day", at: "05-01", type: "regular", law: RA_9492 },
  { name: "Independence Day", at: "06-12", type: "regular", law: RA_9492 },
  {
    name: "Ninoy Aquino Day",
    at: "08-21",
    type: "special_non_working",
    law: "Republic Acts No. 9256 and 9492",
  },
  { name: "National Heroes Day", at: lastMondayOfAugust, type: "regular", law: RA_9492 },
  { name: "All Saints' Day", at: "11-01", type: "special_non_working", law: RA_9492 },
  { name: "All Souls' Day", at: "11-02", type: "special_non_working", law: OF_PRACTICE },
  { name: "Bonifacio Day", at: "11-30", type: "regular", law: RA_9492 },
  {
    name: "Feast of the Immaculate Conception of Mary",
    at: "12-08",
    type: "special_non_working",
    law: "Republic Act No. 10966",
  },
  { name: "Christmas Eve", at: "12-24", type: "special_non_working", law: OF_PRACTICE },
  { name: "Christmas Day", at: "12-25", type: "regular", law: RA_9492 },
  { name: "Rizal Day", at: "12-30", type: "regular", law: RA_9492 },
  { name: "Last Day of the Year", at: "12-31", type: "special_non_working", law: RA_9492 },
];

/** How the feasts of the moon are called in proclamations. */
const NAMES: Record<Exclude<Missing["what"], "year">, RegExp> = {
  chinese_new_year: /chinese new year|lunar new year/i,
  eid_fitr: /fitr|ramad/i,
  // Not that of Ramadhan.
  eid_adha: /(?:^|[^m])adha|sacrifice/i,
};
/** The sighting of the moon, and the tables, move the day by one; a proclamation gives up to one more. */
const DAYS_AROUND = 2;
const WARNS_FROM = "10-01";

/** The feasts of a year that are reckoned, in the order of their days. */
export function reckonedHolidays(year: number): Holiday[] {
  return RULES.map(({ name, at, type, law }) => ({
    day: typeof at === "string" ? `${year}-${at}` : at(year),
    name,
    type,
    isBankingDay: false,
    closedFrom: null,
    isObserved: true,
    isProjected: true,
    basis: law,
  })).toSorted((one, other) => one.day.localeCompare(other.day));
}

/** The first Sunday after the first full moon of spring, by the Gregorian rule (Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return `${year}-${two(Math.floor(day / 31))}-${two((day % 31) + 1)}`;
}

function lastMondayOfAugust(year: number): string {
  const last = new Date(Date.UTC(year, 7, 31));
  return `${year}-08-${two(31 - ((last.getUTCDay() + 6) % 7))}`;
}

/**
 * The calendar of the days that the staff entered, with what is reckoned beside them. An entered day wins over a
 * reckoned one, and an entered feast over the same feast on another day of its year. A year whose New Year's Day
 * is proclaimed has its yearly proclamation: of that year only what a law names is still reckoned.
 */
export function holidayCalendar(entered: readonly Holiday[]): HolidayCalendar {
  const years = new Map<number, Map<string, Holiday>>();
  const rowsOf = (year: number) => entered.filter(({ day }) => day.startsWith(`${year}-`));
  const isProclaimed = (year: number) =>
    rowsOf(year).some(({ day, isProjected }) => day === `${year}-01-01` && !isProjected);
  const ofYear = (year: number): Map<string, Holiday> => {
    const known = years.get(year);
    if (known !== undefined) return known;
    const rows = rowsOf(year);
    const names = new Set(rows.map(({ name }) => name));
    const reckoned = reckonedHolidays(year)
      .filter(({ basis }) => !(isProclaimed(year) && basis === OF_PRACTICE))
      .filter(({ name }) => !names.has(name));
    const days = new Map([...reckoned, ...rows].map((one) => [one.day, one]));
    years.set(year, days);
    return days;
  };
  const find = (day: string) => {
    const found = ofYear(Number(day.slice(0, 4))).get(day);
    return found?.isObserved === true && !found.isBankingDay ? found : undefined;
  };
  const isSaid = (year: number, what: Missing["what"]) =>
    what === "year"
      ? isProclaimed(year)
      : rowsOf(year).some(({ name, isProjected }) => !isProjected && NAMES[what].test(name));
  return {
    isClosed: (day) => find(day)?.closedFrom === null,
    closedFrom: (day) => find(day)?.closedFrom ?? undefined,
    isConfirmed(day) {
      const year = Number(day.slice(0, 4));
      return (
        isSaid(year, "year") &&
        (["eid_fitr", "eid_adha"] as const).every(
          (what) => isSaid(year, what) || !feasts(year, what).some((feast) => isNear(day, feast)),
        )
      );
    },
    daysOf: (year) =>
      [...ofYear(year).values()].toSorted((one, other) => one.day.localeCompare(other.day)),
    missing(today) {
      const year = Number(today.slice(0, 4));
      const asked = today.slice(5) >= WARNS_FROM ? [year, year + 1] : [year];
      return asked.flatMap((one) =>
        PROCLAMATIONS.filter((what) => !isSaid(one, what) && isAhead(one, what, today)).map(
          (what) => ({ year: one, what }),
        ),
      );
    },
  };
}

/** What is over needs no proclamation any more. */
function isAhead(year: number, what: Missing["what"], today: string): boolean {
  if (what === "year") return true;
  return feasts(year, what).some((day) => addDays(day, DAYS_AROUND) >= today);
}

function isNear(day: string, feast: string): boolean {
  return day >= addDays(feast, -DAYS_AROUND) && day <= addDays(feast, DAYS_AROUND);
}

const MOONS = {
  chinese_new_year: { calendar: "chinese", month: 1, day: 1 },
  eid_fitr: { calendar: "islamic-umalqura", month: 10, day: 1 },
  eid_adha: { calendar: "islamic-umalqura", month: 12, day: 10 },
} as const;
const found = new Map<string, string[]>();

/** The days of a year on which a feast of the moon is expected: one, none or two, by the tables of its calendar. */
export function feasts(year: number, what: keyof typeof MOONS): string[] {
  const key = `${year} ${what}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const { calendar, month, day } = MOONS[what];
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
    month: "numeric",
    day: "numeric",
    timeZone: "UTC",
  });
  const days: string[] = [];
  for (let one = `${year}-01-01`; one <= `${year}-12-31`; one = addDays(one, 1)) {
    const parts = format.formatToParts(new Date(`${one}T00:00:00Z`));
    const part = (type: string) => parts.find((each) => each.type === type)?.value;
    if (part("month") === String(month) && part("day") === String(day)) days.push(one);
  }
  found.set(key, days);
  return days;
}

const two = (value: number) => String(value).padStart(2, "0");
