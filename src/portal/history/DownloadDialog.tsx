import { addDays, manilaDate } from "#common/manila.ts";
import { downloadTransactionHistory, STATEMENT_DAYS, statementProblem } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { DownloadForm } from "#portal/shared/DownloadForm.tsx";
import { spansTo } from "#portal/shared/spans.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Dialog } from "#ui/Dialog.tsx";

/** The days whose transactions are wanted as a file. It closes once the file is there. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("history");
  const guid = useGuid();
  const today = manilaDate(serverDate());
  const { thisMonth, lastMonth } = spansTo(today);
  const last30 = { startDate: addDays(today, 1 - STATEMENT_DAYS), endDate: today };
  return (
    <Dialog title={texts.selectDates} onClose={onClose}>
      <DownloadForm
        file={{
          // They begin as the days of the list.
          initial: last30,
          problem: (dates) => statementProblem(dates, today),
          ask: (format, dates) =>
            download(downloadTransactionHistory, {
              params: { guid },
              query: { ...dates, format: format === "csv" ? "csv" : "pdf" },
            }),
          downloaded: (format) => (format === "pdf" ? texts.downloaded : texts.downloadedCsv),
        }}
        hint={texts.datesHint}
        today={today}
        spans={[
          { label: texts.thisMonth, dates: thisMonth },
          { label: texts.lastMonth, dates: lastMonth },
          { label: texts.lastNumberOfDays(STATEMENT_DAYS), dates: last30 },
        ]}
        pdf={{ label: texts.startDownload, pending: texts.preparing }}
        others={[{ format: "csv", label: texts.asCsv, pending: texts.preparingCsv }]}
        onDone={onClose}
      />
    </Dialog>
  );
}
