import { SentForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useId } from "react";
import {
  type DateName,
  type Dates,
  type FileOfDays,
  type Format,
  useDownload,
} from "./useDownload.ts";
import "./downloadForm.css";

/** The days whose movements are wanted as a file: the PDF first, and what else there is. */
export function DownloadForm(props: {
  file: FileOfDays;
  hint: string;
  /** The last day that can be chosen, and the first where there is one: yyyy-MM-dd. */
  today: string;
  firstDay?: string;
  /** Spans that are asked for often. */
  spans: readonly { label: string; dates: Dates }[];
  pdf: { label: string; pending: string };
  others: readonly { format: Format; label: string; pending: string }[];
  onDone: () => void;
}) {
  const { file, today, spans, pdf, others, onDone } = props;
  const common = useTexts("common");
  const texts = useTexts("history");
  const download = useDownload(file, onDone);
  const { form, pending } = download;
  const hint = useId();
  return (
    <SentForm form={form} className="stack" slow={common.stillWorking}>
      {download.failed !== undefined && (
        <Notice kind="bad" role="alert">
          {download.failed}
        </Notice>
      )}
      <p id={hint} className="sub">
        {props.hint}
      </p>
      <fieldset className="dates" aria-describedby={hint}>
        {(["startDate", "endDate"] as const).map((name) => (
          <DateInput
            key={name}
            name={name}
            label={texts[name]}
            min={props.firstDay}
            max={today}
            download={download}
          />
        ))}
      </fieldset>
      <div className="spans">
        {spans.map(({ label, dates }) => (
          <Button key={label} small onClick={() => download.change(dates)}>
            {label}
          </Button>
        ))}
      </div>
      <Button
        type="submit"
        look="primary"
        block
        pending={pending === "pdf"}
        pendingLabel={pdf.pending}
      >
        {pdf.label}
      </Button>
      {others.map((other) => (
        <Button
          key={other.format}
          block
          look="quiet"
          pending={pending === other.format}
          pendingLabel={other.pending}
          onClick={() => void download.sendAs(other.format)}
        >
          {other.label}
        </Button>
      ))}
      <output className="sr">{form.isPending && !form.isSlow && pdf.pending}</output>
    </SentForm>
  );
}

function DateInput(props: {
  name: DateName;
  label: string;
  min: string | undefined;
  max: string;
  download: ReturnType<typeof useDownload>;
}) {
  const { name, label, min, max, download } = props;
  return (
    <TextField
      type="date"
      name={name}
      label={label}
      min={min}
      max={max}
      required
      value={download.form.values[name]}
      error={download.form.errors[name]}
      // Not judged where it is left: the other day may be about to follow.
      onChange={({ currentTarget }) => download.change({ [name]: currentTarget.value })}
    />
  );
}
