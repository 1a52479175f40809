/** 'Jan 5, 2024', as notices write days, from 'yyyy-MM-dd'. */
export function noticeDay(day: string): string {
  return written.format(new Date(`${day}T00:00:00Z`));
}

/** 'Jan 5', where it can be no other year's. */
export function shortDay(day: string): string {
  return ofSomeYear.format(new Date(`${day}T00:00:00Z`));
}

const ofSomeYear = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

const written = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
