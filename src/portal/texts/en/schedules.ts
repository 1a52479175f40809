import type { Repeats } from "#common/scheduleDays.ts";
import type { ScheduleChange } from "#contract/schedules.ts";

/** Transfers on days to come: on the form, in the review and on their page. */
export const schedules = {
  title: "Scheduled transfers",
  lead: "Each is sent on its day from 7 AM. If the money is not there, we try until the day ends.",
  link: "Scheduled transfers",
  toTransfer: "Transfer",
  loading: "Reading your scheduled transfers",
  ownSavings: "Your savings",
  failed: "We could not read your scheduled transfers.",
  none: "Nothing is scheduled",
  scheduleOne: "Schedule a transfer",
  noneMeaning: "Choose under ‘When’ on the transfer form to send on a day, or again and again.",
  when: "When",
  now: "Now",
  choices: {
    once: "Once, on a day you choose",
    weekly: "Every week",
    monthly: "Every month",
    paydays: "On paydays (15th and last day)",
  } satisfies Record<Repeats, string>,
  firstDay: "First day",
  day: "Day",
  dates: "Next dates",
  onceRules:
    "PESONet on a day without clearing goes on the next banking day. We never pay anyone else, and never take more than you approve now.",
  rules:
    "A shorter month takes its last day. PESONet on a day without clearing goes on the next banking day. We never pay anyone else, and never take more than you approve now.",
  most: (amount: string) => `${amount} at most each time, fee in it`,
  nothingToday: "Nothing leaves today: it is sent on its day, from 7 AM.",
  done: {
    made: () => "Your transfer is scheduled.",
    skip: (day: string) => `${day} is skipped. The days after it stay.`,
    pause: () => "Paused. Nothing is sent until you resume it.",
    resume: () => "Resumed. It is sent on its days again.",
    end: () => "Ended. Nothing more is sent.",
  } as Record<ScheduleChange | "made", (day: string) => string>,
  untilEnded: "Until you end it",
  justMade: "Just made",
  from: (account: string) => `From ${account}`,
  next: (day: string) => `Next: ${day}`,
  ifResumed: (day: string) => `If you resume it now, the next is sent on ${day}.`,
  nothingIfResumed: "If you resume it now, nothing more is sent: its days are over.",
  moved: (due: string, send: string) => `${send} (due ${due})`,
  states: { active: "Active", paused: "Paused", ended: "Ended" },
  days: {
    announced: "Coming",
    sent: "Sent",
    missed: "Not sent",
    skipped: "Skipped",
    stopped: "Stopped",
  },
  paused: {
    member: "You paused it.",
    access:
      "We paused it when your online access was ended for your safety. Resume it if it is yours.",
    payee_name:
      "The other bank says that the account is in another name now. Ask the payee before you resume it.",
    staff: "Our office paused it. Nothing is sent until you resume it.",
  },
  ended: {
    member: "You ended it.",
    staff: "Our office ended it.",
    done: "All of it is done.",
    fee_changed: "The fee went up above what you approved.",
    order_changed: "What you approved is no longer what would be sent.",
    card_closed: "The card is closed.",
    approval: "It needs a new approval.",
  },
  skip: "Skip the next",
  skipTitle: "Skip the next transfer?",
  skipMeaning: (day: string) =>
    `Nothing is sent on ${day}. This cannot be undone; the days after it stay.`,
  pause: "Pause",
  resume: "Resume",
  end: "End",
  endTitle: "End this scheduled transfer?",
  endMeaning: "Nothing more is sent. You can schedule it again with a new approval.",
};

export type SchedulesTexts = typeof schedules;
