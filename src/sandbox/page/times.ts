const time = new Intl.DateTimeFormat("en-PH", {
  timeZone: "Asia/Manila",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** 'Nov 21, 7:46:59 PM', Manila. */
export function manilaTime(at: number): string {
  return time.format(at);
}
