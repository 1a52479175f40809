import { sendOnce } from "#client/sendOnce.ts";
import { Day, dayText } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { CalendarDay } from "#contract/staff/operations.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Field } from "#ui/Field.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { type RequestedDay, readYearFile } from "./readYearFile.ts";

type Result = { asked: number; problems: string[] };

/** Asks for every day of a file that the calendar does not have like that, one request a day. */
export function ImportDialog(props: { known: readonly CalendarDay[]; onClose: () => void }) {
  const texts = useTexts("operations");
  const common = useTexts("common");
  const language = useLanguage();
  const [days, setDays] = useState<RequestedDay[]>();
  const [isWrong, setIsWrong] = useState(false);
  const [result, setResult] = useState<Result>();
  const form = useNamedForm({
    required: ["reason"],
    send: async (field) => {
      if (days === undefined) return undefined;
      setResult(await requestAll(days, field("reason"), language));
      setDays(undefined);
      return undefined;
    },
  });

  async function open(file: File | undefined) {
    setResult(undefined);
    const read = file === undefined ? undefined : readYearFile(await file.text(), props.known);
    setIsWrong(file !== undefined && read === undefined);
    setDays(read);
  }

  return (
    <Dialog title={texts.importYear} onClose={props.onClose}>
      <SentForm form={form} className="form-fields">
        <p className="meta">{texts.importHint}</p>
        <Field label={texts.file} error={isWrong ? texts.wrongFile : undefined}>
          {(control) => (
            <div className="inp">
              <input
                {...control}
                type="file"
                accept="application/json,.json"
                onChange={(event) => void open(event.currentTarget.files?.[0])}
              />
            </div>
          )}
        </Field>
        {days !== undefined && <DaysToRequest days={days} />}
        {result && <WhatBecame of={result} />}
        <TextField label={texts.reason} name="reason" error={form.errors["reason"]} />
        <div className="form-actions">
          <Button onClick={props.onClose}>{common.words.close}</Button>
          <Button
            type="submit"
            look="primary"
            pending={form.isPending}
            pendingLabel={texts.asking}
            blocked={days === undefined || days.length === 0}
          >
            {texts.ask}
          </Button>
        </div>
      </SentForm>
    </Dialog>
  );
}

async function requestAll(
  days: readonly RequestedDay[],
  reason: string,
  language: string,
): Promise<Result> {
  const done: Result = { asked: 0, problems: [] };
  for (const payload of days) {
    const body = { kind: "holiday" as const, payload, reason, documents: [] };
    const answer = await sendOnce(`holiday ${payload.day}`, body, (idempotencyKey) =>
      call(makeRequest, { body }, { idempotencyKey }),
    );
    if (answer.status) done.asked += 1;
    else done.problems.push(`${dayText(payload.day, language)}: ${failureText(answer)}`);
  }
  return done;
}

function DaysToRequest({ days }: { days: readonly RequestedDay[] }) {
  const texts = useTexts("operations");
  return (
    <>
      <p aria-live="polite">{texts.daysToAsk(days.length)}</p>
      <ul>
        {days.map(({ day, name }) => (
          <li key={day}>
            <Day on={day} /> {name}
          </li>
        ))}
      </ul>
    </>
  );
}

function WhatBecame({ of }: { of: Result }) {
  const texts = useTexts("operations");
  return (
    <Notice kind={of.problems.length === 0 ? "ok" : "warn"} role="alert">
      {texts.daysAsked(of.asked)}
      <ul>
        {of.problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
