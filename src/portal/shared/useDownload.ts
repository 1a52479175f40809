import type { Failure } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import { refusals, refusalText } from "#contract/refusals.ts";
import type { Errors, Values } from "#client/form/useForm.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";

const DATE_NAMES = ["startDate", "endDate"] as const;
export type DateName = (typeof DATE_NAMES)[number];
export type Dates = Values<DateName>;
export type Format = "pdf" | "csv" | "ofx";

/** A file of some days: which days it begins with, which can be had, how it is asked for and what is said then. */
export type FileOfDays = {
  initial: Dates;
  problem: (
    dates: Dates,
  ) => "statement_reversed" | "statement_in_future" | "statement_span" | undefined;
  ask: (format: Format, dates: Dates) => Promise<Failure | undefined>;
  downloaded: (format: Format) => string;
};

/** The days of a file and how its making goes. */
export function useDownload(file: FileOfDays, onDone: () => void) {
  const texts = useTexts("history");
  const [pending, setPending] = useState<Format>();
  const [isFailed, setIsFailed] = useState(false);
  const check = useCheck(file.problem);

  async function send(format: Format, dates: Dates): Promise<Failure | undefined> {
    setIsFailed(false);
    setPending(format);
    const failure = await file.ask(format, dates);
    setPending(undefined);
    // It may be tried again at once.
    if (failure !== undefined) return { ...failure, retryAfterSeconds: undefined };
    showToast({ kind: "ok", text: file.downloaded(format) });
    onDone();
    return undefined;
  }

  const form = useForm<DateName>({
    initial: file.initial,
    check,
    send: (dates) => send("pdf", dates),
    tell: () => setIsFailed(true),
  });
  return {
    form,
    /** What went wrong is no field's. */
    failed: isFailed ? texts.downloadFailed : undefined,
    pending,
    change: (dates: Partial<Dates>) => {
      setIsFailed(false);
      // What was said of the one day may be mended at the other.
      for (const name of DATE_NAMES) form.change(name, dates[name] ?? form.values[name]);
    },
    sendAs: (format: Format) => form.submit((dates) => send(format, dates)),
  };
}

/** Both days are set, and are days that a file can be had of. */
function useCheck(problem: FileOfDays["problem"]): (dates: Dates) => Errors<DateName> {
  const language = useLanguage();
  return (dates) => {
    const missing: Partial<Record<DateName, string>> = {};
    for (const name of DATE_NAMES) {
      if (dates[name] === "") missing[name] = fieldTexts.required;
    }
    const isWhole = Object.keys(missing).length === 0;
    const found = isWhole ? problem(dates) : undefined;
    return found === undefined
      ? missing
      : { [refusals[found].param]: refusalText(found, language) };
  };
}
