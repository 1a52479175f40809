import { addDays, manilaDate } from "#common/manila.ts";
import { STATEMENT_DAYS } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { useSlow } from "#client/useSlow.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useId } from "react";
import { type Dates, type DateName, useDownload } from "./useDownload.ts";

/** Spans that are asked for often. */
const SPANS = [7, 14, STATEMENT_DAYS];

/** The days whose transactions are wanted as a file. It closes once the file is there. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("history");
  return (
    <Dialog title={texts.selectDates} onClose={onClose}>
      <DownloadForm onDone={onClose} />
    </Dialog>
  );
}

function DownloadForm({ onDone }: { onDone: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("history");
  const today = manilaDate(serverDate());
  const form = useDownload(today, onDone);
  const isSlow = useSlow(form.pending !== undefined);
  const hint = useId();
  return (
    <form
      method="dialog"
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void form.send("pdf");
      }}
    >
      <p id={hint} className="sub">
        {texts.datesHint}
      </p>
      <fieldset className="dates" aria-describedby={hint}>
        <DateInput name="startDate" label={texts.startDate} today={today} form={form} />
        <DateInput name="endDate" label={texts.endDate} today={today} form={form} />
      </fieldset>
      <div className="spans">
        {SPANS.map((days) => (
          <Button
            key={days}
            small
            onClick={() => form.setDates({ startDate: addDays(today, 1 - days), endDate: today })}
          >
            {texts.lastNumberOfDays(days)}
          </Button>
        ))}
      </div>
      <Button
        type="submit"
        look="primary"
        block
        pending={form.pending === "pdf"}
        pendingLabel={texts.preparing}
      >
        {texts.startDownload}
      </Button>
      <Button
        block
        look="quiet"
        pending={form.pending === "csv"}
        pendingLabel={texts.preparingCsv}
        onClick={() => void form.send("csv")}
      >
        {texts.asCsv}
      </Button>
      <output className="meta">
        {form.pending !== undefined && !isSlow && <span className="sr">{texts.preparing}</span>}
        {isSlow && common.stillWorking}
      </output>
    </form>
  );
}

function DateInput(props: {
  name: DateName;
  label: string;
  today: string;
  form: {
    dates: Dates;
    setDates: (dates: Dates) => void;
    errors: Partial<Record<DateName, string>>;
  };
}) {
  const { name, label, today, form } = props;
  return (
    <TextField
      type="date"
      name={name}
      label={label}
      max={today}
      required
      value={form.dates[name]}
      error={form.errors[name]}
      onChange={({ currentTarget }) =>
        form.setDates({ ...form.dates, [name]: currentTarget.value })
      }
    />
  );
}
