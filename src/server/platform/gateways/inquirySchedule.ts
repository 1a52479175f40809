/** After sending: 15, 30, 60 s, 2, 5, 10, 20, 40 min, then every 30 min. */
const AFTER_SECONDS = [15, 30, 60, 120, 300, 600, 1200, 2400];
const THEN_EVERY_SECONDS = 1800;

/** When to inquire next about a transfer sent at `sentAt`. Always later than `at`. */
export function nextInquiry(sentAt: Date, at: Date): Date {
  const due = AFTER_SECONDS.map((seconds) => later(sentAt, seconds)).find((moment) => moment > at);
  return due ?? later(at, THEN_EVERY_SECONDS);
}

function later(moment: Date, seconds: number): Date {
  const moved = new Date(moment);
  moved.setTime(moment.getTime() + seconds * 1000);
  return moved;
}
