import { expect, test } from "vitest";
import { refusalAnswer } from "#server/platform/http/answer.ts";
import { Refusal } from "#server/refusal.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { noticeDay, shortDay } from "#server/platform/notifications/noticeDay.ts";
import { writtenDate } from "#server/platform/pdf/writtenDay.ts";
import { filipinoDate } from "#common/filipinoDates.ts";
import { notificationText } from "./notices/texts.ts";
import { whenTexts } from "./notices/scheduleTexts.ts";

const MONTHS = Array.from(
  { length: 12 },
  (_, month) => `2026-${String(month + 1).padStart(2, "0")}-05`,
);

test.each(MONTHS)("S146 a text in Filipino writes the month of %s as the screens do", (day) => {
  const at = new Date(`${day}T15:07:00+08:00`);
  expect(filipinoDate(noticeDay(day))).toBe(writtenDate(at, "fil"));
  expect(filipinoDate(manilaMoment(at))).toBe(writtenDate(at, "fil", true));
  expect(`${filipinoDate(shortDay(day))}, 2026`).toBe(writtenDate(at, "fil"));
});

test.each(["May 5 Bakery", "Dec 15 Store", "Juan Dec 15", "Tec 15", "December 15"])(
  "S146 a name stays as it was given: %s",
  (name) => {
    expect(filipinoDate(name)).toBe(name);
  },
);

test("S146 notices, texts and refusals say dates in their own language, whenever they were written", () => {
  const notice = {
    kind: "schedule_tomorrow",
    params: { amount: "₱5.00", account: "1234", date: "Dec 15, 2026" },
  };
  expect(notificationText(notice, "fil", new Map())).toContain("Sa Dis 15, 2026 ");
  expect(notificationText(notice, "en", new Map())).toContain("Dec 15, 2026");
  expect(whenTexts.monthly("Dec 15")).toEqual({
    en: "monthly from Dec 15",
    fil: "buwanan mula Dis 15",
  });
  const refusal = new Refusal("payee_paused", { values: { from: "Dec 15, 2026, 3:07 PM" } });
  const said = (language: "en" | "fil") =>
    refusalAnswer(refusal, { language, correlationId: "a" }).body.message;
  expect(said("fil")).toContain("Dis 15, 2026, 3:07 PM");
  expect(said("en")).toContain("Dec 15, 2026, 3:07 PM");
});
