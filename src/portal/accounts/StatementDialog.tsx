import { manilaDate } from "#common/manila.ts";
import { downloadAccountStatement } from "#contract/accounts.ts";
import { daysProblem } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { download } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { DownloadForm } from "#portal/shared/DownloadForm.tsx";
import { spansTo } from "#portal/shared/spans.ts";
import type { Dates } from "#portal/shared/useDownload.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";

/** The days of one account that are wanted as a file: any since it was opened. */
export function StatementDialog(props: { accountNo: string; since: string; onClose: () => void }) {
  const { accountNo, since, onClose } = props;
  const texts = useTexts("account");
  const history = useTexts("history");
  const language = useLanguage();
  const guid = useGuid();
  const today = manilaDate(serverDate());
  const { thisMonth, lastMonth, thisYear } = spansTo(today);
  const fromSince = ({ startDate, endDate }: Dates) => ({
    startDate: startDate < since ? since : startDate,
    endDate,
  });
  const spans = [
    { label: history.thisMonth, dates: fromSince(thisMonth) },
    { label: history.lastMonth, dates: fromSince(lastMonth) },
    { label: texts.thisYear, dates: fromSince(thisYear) },
  ];
  return (
    <Dialog title={texts.statementTitle} onClose={onClose}>
      <DownloadForm
        file={{
          initial: fromSince(thisMonth),
          problem: (dates) => daysProblem(dates, today),
          ask: (format, dates) =>
            download(downloadAccountStatement, {
              params: { guid, accountNo },
              query: { ...dates, format },
            }),
          downloaded: () => texts.downloaded,
        }}
        hint={texts.statementHint(formatDate(dayOf(since), "day", language))}
        today={today}
        firstDay={since}
        spans={spans.filter(({ dates }) => dates.startDate <= dates.endDate)}
        pdf={{ label: texts.asPdf, pending: texts.preparing.pdf }}
        others={[
          { format: "csv", label: history.asCsv, pending: texts.preparing.csv },
          { format: "ofx", label: texts.asOfx, pending: texts.preparing.ofx },
        ]}
        onDone={onClose}
      />
    </Dialog>
  );
}
