import { addDays } from "#common/manila.ts";
import type { Failure } from "#contract/endpoint.ts";
import { downloadTransactionHistory, STATEMENT_DAYS, statementProblem } from "#contract/history.ts";
import { refusals, refusalText } from "#contract/refusals.ts";
import { download } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";

export type DateName = "startDate" | "endDate";
export type Dates = Record<DateName, string>;
type Errors = Partial<Dates>;
type Format = "pdf" | "csv";

/** The days of a file and how its making goes. They begin as the days of the list. */
export function useDownload(today: string, onDone: () => void) {
  const texts = useTexts("history");
  const guid = useGuid();
  const [dates, setDates] = useState<Dates>({
    startDate: addDays(today, 1 - STATEMENT_DAYS),
    endDate: today,
  });
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState<Format>();
  const check = useCheck(today);

  async function send(format: Format) {
    if (pending !== undefined) return;
    const wrong = check(dates);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setPending(format);
    const query = { ...dates, format };
    const failure = await download(downloadTransactionHistory, { params: { guid }, query });
    setPending(undefined);
    if (failure === undefined) {
      showToast({ kind: "ok", text: format === "pdf" ? texts.downloaded : texts.downloadedCsv });
      onDone();
    } else if (failure.code !== SESSION_ENDED) setErrors(errorsOf(failure, texts.downloadFailed));
  }

  return {
    dates,
    errors,
    pending,
    send,
    setDates: (chosen: Dates) => {
      setDates(chosen);
      setErrors({});
    },
  };
}

/** Both days are set, and are days that a file can be had of. */
function useCheck(today: string): (dates: Dates) => Errors {
  const common = useTexts("common");
  const language = useLanguage();
  return (dates) => {
    const missing: Errors = {};
    for (const name of ["startDate", "endDate"] as const) {
      if (dates[name] === "") missing[name] = common.required;
    }
    const isWhole = Object.keys(missing).length === 0;
    const problem = isWhole ? statementProblem(dates, today) : undefined;
    return problem === undefined
      ? missing
      : { [refusals[problem].param]: refusalText(problem, language) };
  };
}

/** What the server says of a date, at that date; anything else is a download that did not go well. */
function errorsOf({ errors }: Failure, otherwise: string): Errors {
  const [first] = errors;
  if (first === undefined) return { endDate: otherwise };
  return { [first.param === "startDate" ? "startDate" : "endDate"]: fieldErrorText(first.msg) };
}
