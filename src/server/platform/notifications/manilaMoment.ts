const moment = new Intl.DateTimeFormat("en-US", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "Asia/Manila",
});

/** 'Jan 5, 2024, 3:07 PM' by the clocks of Manila, for the words of a notice. */
export function manilaMoment(at: Date): string {
  return moment.format(at).replaceAll("\u202f", " ");
}
