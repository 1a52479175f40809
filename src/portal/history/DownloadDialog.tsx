import { addDays, manilaDate } from "#common/manila.ts";
import { STATEMENT_DAYS } from "#contract/history.ts";
import { serverDate } from "#client/clock.ts";
import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useId } from "react";
import { type DateName, useDownload } from "./useDownload.ts";

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
  const download = useDownload(today, onDone);
  const { form, pending } = download;
  const hint = useId();
  return (
    <SentForm form={form} className="stack" slow={common.stillWorking}>
      <p id={hint} className="sub">
        {texts.datesHint}
      </p>
      <fieldset className="dates" aria-describedby={hint}>
        <DateInput name="startDate" label={texts.startDate} today={today} download={download} />
        <DateInput name="endDate" label={texts.endDate} today={today} download={download} />
      </fieldset>
      <div className="spans">
        {SPANS.map((days) => (
          <Button
            key={days}
            small
            onClick={() => download.change({ startDate: addDays(today, 1 - days), endDate: today })}
          >
            {texts.lastNumberOfDays(days)}
          </Button>
        ))}
      </div>
      <Button
        type="submit"
        look="primary"
        block
        pending={pending === "pdf"}
        pendingLabel={texts.preparing}
      >
        {texts.startDownload}
      </Button>
      <Button
        block
        look="quiet"
        pending={pending === "csv"}
        pendingLabel={texts.preparingCsv}
        onClick={() => void download.sendCsv()}
      >
        {texts.asCsv}
      </Button>
      <output className="sr">{form.isPending && !form.isSlow && texts.preparing}</output>
    </SentForm>
  );
}

function DateInput(props: {
  name: DateName;
  label: string;
  today: string;
  download: ReturnType<typeof useDownload>;
}) {
  const { name, label, today, download } = props;
  return (
    <TextField
      type="date"
      name={name}
      label={label}
      max={today}
      required
      value={download.form.values[name]}
      error={download.errors[name]}
      // Not judged where it is left: the other day may be about to follow.
      onChange={({ currentTarget }) => download.change({ [name]: currentTarget.value })}
    />
  );
}
