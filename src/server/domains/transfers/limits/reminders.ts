import { type Centavos, formatPesos } from "#common/money.ts";
import type { Language } from "#contract/refusals.ts";
import type { CycleOfDay } from "#server/platform/calendar/pesonetCycles.ts";
import type { TransferLimits } from "./readLimits.ts";

export type Reminders = {
  pesonet: string[];
  /** Of those of PESONet: until when an order goes with which batch, and the days without one. */
  pesonetHours: string[];
  instapay: string[];
  cardToCard: string[];
};
/** A day, no weekend, on which the clearing does not work, or from a time on ('12:00:00'). */
export type ClosedDay = { day: string; name: string; closedFrom: string | null };

/**
 * What members are reminded of on the forms: fee, limits and cut-offs, out of the figures, cycles and
 * calendar by which their orders are judged.
 */
export function remindersOf(
  {
    limits,
    cycles,
    closed,
  }: { limits: TransferLimits; cycles: readonly CycleOfDay[]; closed: ClosedDay[] },
  language: Language,
): Reminders {
  const say = SENTENCES[language];
  const both = say.otherBanks(
    formatPesos(limits.other_bank_daily),
    formatPesos(limits.other_bank_monthly),
  );
  const last = cycles.at(-1);
  const hours = [
    ...cycles.map(({ intakeCutoff, creditBy }) => say.cycle(hour(intakeCutoff), hour(creditBy))),
    ...(last === undefined ? [] : [say.later(hour(last.intakeCutoff))]),
    ...closed.map(({ day, name, closedFrom }) =>
      closedFrom === null
        ? say.closed(dayText(day, language), name)
        : say.suspended(dayText(day, language), hour(closedFrom), name),
    ),
  ];
  return {
    pesonet: [say.price(limits.pesonet_fee, formatPesos(limits.pesonet_most)), both, ...hours],
    pesonetHours: hours,
    instapay: [
      say.price(limits.instapay_fee, formatPesos(limits.instapay_most)),
      both,
      say.instapay,
    ],
    cardToCard: [
      say.price(limits.card_to_card_fee, formatPesos(limits.card_to_card_most)),
      say.cardToCard,
    ],
  };
}

const SENTENCES = {
  en: {
    price: (fee: Centavos, most: string) =>
      `${fee === 0n ? "No fee" : `${formatPesos(fee)} per transaction`}, up to ${most} each.`,
    otherBanks: (daily: string, monthly: string) =>
      `Up to ${daily} a day and ${monthly} a month to other banks, PESONet and InstaPay together.`,
    cycle: (cutoff: string, creditBy: string) =>
      `Before ${cutoff} on a banking day: credited by ${creditBy} the same day.`,
    later: (cutoff: string) =>
      `From ${cutoff}, on weekends and on holidays: credited the next banking day, at the latest within two banking days.`,
    closed: (day: string, name: string) => `${day} is no banking day (${name}).`,
    suspended: (day: string, from: string, name: string) =>
      `Work is suspended on ${day} from ${from} (${name}): what is not cleared by then goes on the next banking day.`,
    instapay: "Sent at once, at any hour of any day; usually credited within a minute.",
    cardToCard: "Usually credited within a minute, every day.",
  },
  fil: {
    price: (fee: Centavos, most: string) =>
      `${fee === 0n ? "Walang bayad" : `${formatPesos(fee)} bawat transaksyon`}, hanggang ${most} bawat isa.`,
    otherBanks: (daily: string, monthly: string) =>
      `Hanggang ${daily} sa isang araw at ${monthly} sa isang buwan sa ibang bangko, PESONet at InstaPay na magkasama.`,
    cycle: (cutoff: string, creditBy: string) =>
      `Bago mag-${cutoff} sa banking day: papasok hanggang ${creditBy} sa araw ding iyon.`,
    later: (cutoff: string) =>
      `Mula ${cutoff}, at tuwing Sabado, Linggo at holiday: papasok sa susunod na banking day, at hindi lalampas sa dalawang banking day.`,
    closed: (day: string, name: string) => `Hindi banking day ang ${day} (${name}).`,
    suspended: (day: string, from: string, name: string) =>
      `Suspendido ang trabaho sa ${day} mula ${from} (${name}): ang hindi umabot ay sa susunod na banking day na.`,
    instapay:
      "Ipinapadala agad, anumang oras at araw; karaniwang pumapasok sa loob ng isang minuto.",
    cardToCard: "Karaniwang pumapasok sa loob ng isang minuto, araw-araw.",
  },
} as const;

/** '09:00:00' is '9:00 AM'. */
function hour(time: string): string {
  const [hours = "0", minutes = "00"] = time.split(":");
  const of24 = Number(hours);
  return `${of24 % 12 === 0 ? 12 : of24 % 12}:${minutes} ${of24 < 12 ? "AM" : "PM"}`;
}

function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === "fil" ? "fil-PH" : "en-PH", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}
