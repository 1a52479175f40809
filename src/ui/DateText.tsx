/** How a moment is written: receipts 'MM/dd/yyyy hh:mm a', the rest as in row V01. */
export type DateForm =
  | "day"
  | "dayOnly"
  | "month"
  | "monthLong"
  | "dayLong"
  | "time"
  | "dayTime"
  | "receipt";

const OPTIONS: Record<DateForm, Intl.DateTimeFormatOptions> = {
  day: { month: "short", day: "numeric", year: "numeric" },
  dayOnly: { month: "short", day: "numeric" },
  month: { month: "short", year: "numeric" },
  monthLong: { month: "long", year: "numeric" },
  dayLong: { month: "long", day: "numeric", year: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  dayTime: { month: "short", day: "numeric", year: "numeric", hour: "numeric", minute: "2-digit" },
  receipt: {
    month: "2-digit",
    day: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  },
};

/** A moment in Manila time in the form asked for. `language` is 'en' or 'fil'. */
export function formatDate(at: Date, form: DateForm, language: string): string {
  // Receipts keep one form in both languages: it is what the paper record shows.
  const locale = language === "fil" && form !== "receipt" ? "fil-PH" : "en-US";
  const text = new Intl.DateTimeFormat(locale, {
    ...OPTIONS[form],
    timeZone: "Asia/Manila",
  }).format(at);
  return form === "receipt" ? text.replace(",", "") : text.replaceAll("\u202f", " ");
}

/** A moment, machine-readable as well. */
export function DateText(props: { at: Date; form: DateForm; language: string }) {
  return (
    <time dateTime={props.at.toISOString()} className="nw">
      {formatDate(props.at, props.form, props.language)}
    </time>
  );
}
