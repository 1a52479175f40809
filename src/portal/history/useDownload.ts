import { addDays } from "#common/manila.ts";
import type { Failure } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import { downloadTransactionHistory, STATEMENT_DAYS, statementProblem } from "#contract/history.ts";
import { refusals, refusalText } from "#contract/refusals.ts";
import type { Errors, Values } from "#client/form/useForm.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";

const DATE_NAMES = ["startDate", "endDate"] as const;
export type DateName = (typeof DATE_NAMES)[number];
type Dates = Values<DateName>;
type Format = "pdf" | "csv";

/** The days of a file and how its making goes. They begin as the days of the list. */
export function useDownload(today: string, onDone: () => void) {
  const texts = useTexts("history");
  const guid = useGuid();
  const [pending, setPending] = useState<Format>();
  const [isFailed, setIsFailed] = useState(false);
  const check = useCheck(today);

  async function send(format: Format, dates: Dates): Promise<Failure | undefined> {
    setIsFailed(false);
    setPending(format);
    const query = { ...dates, format };
    const failure = await download(downloadTransactionHistory, { params: { guid }, query });
    setPending(undefined);
    // It may be tried again at once.
    if (failure !== undefined) return { ...failure, retryAfterSeconds: undefined };
    showToast({ kind: "ok", text: format === "pdf" ? texts.downloaded : texts.downloadedCsv });
    onDone();
    return undefined;
  }

  const form = useForm<DateName>({
    initial: { startDate: addDays(today, 1 - STATEMENT_DAYS), endDate: today },
    check,
    send: (dates) => send("pdf", dates),
    tell: () => setIsFailed(true),
  });
  return {
    form,
    /** With what did not go well, which is said at the last field. */
    errors: { ...(isFailed ? { endDate: texts.downloadFailed } : {}), ...form.errors },
    pending,
    change: (dates: Partial<Dates>) => {
      setIsFailed(false);
      // What was said of the one day may be mended at the other.
      for (const name of DATE_NAMES) form.change(name, dates[name] ?? form.values[name]);
    },
    sendCsv: () => form.submit((dates) => send("csv", dates)),
  };
}

/** Both days are set, and are days that a file can be had of. */
function useCheck(today: string): (dates: Dates) => Errors<DateName> {
  const language = useLanguage();
  return (dates) => {
    const missing: Partial<Record<DateName, string>> = {};
    for (const name of DATE_NAMES) {
      if (dates[name] === "") missing[name] = fieldTexts.required;
    }
    const isWhole = Object.keys(missing).length === 0;
    const problem = isWhole ? statementProblem(dates, today) : undefined;
    return problem === undefined
      ? missing
      : { [refusals[problem].param]: refusalText(problem, language) };
  };
}
