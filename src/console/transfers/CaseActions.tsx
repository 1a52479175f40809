import { call } from "#console/api/call.ts";
import { meRead } from "#console/api/me.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { HandOverDialog } from "#console/parts/HandOverDialog.tsx";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import {
  answerTransferCase,
  type CaseFile,
  handOverTransferCase,
  noteTransferCase,
  resolveTransferCase,
  takeTransferCase,
} from "#contract/staff/transferCases.ts";
import { CASE_WAITS_FOR } from "#contract/transferCases.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

type Action = "answer" | "note" | "handOver" | "close";

/** What the clerk can do about a case: answering and closing are the owner's. */
export function CaseActions({ file }: { file: CaseFile }) {
  const texts = useTexts("transfers");
  const { data: me } = useQuery(meRead());
  const [open, setOpen] = useState<Action>();
  /** How often the member had written when the dialog opened: what came later is not answered by it. */
  const [wordsRead, setWordsRead] = useState(0);
  const params = { caseNo: file.caseNo };
  const isMine = file.owner === me?.username;
  const close = () => setOpen(undefined);
  const begin = (action: Action) => {
    setWordsRead(file.events.filter(({ isMember }) => isMember).length);
    setOpen(action);
  };
  const shown: Action[] =
    isMine || file.owner === null ? ["answer", "note", "handOver", "close"] : ["note"];
  return (
    <div className="x-actions">
      {!isMine && (
        <ActButton
          small
          look="primary"
          act={() => call(takeTransferCase, { params })}
          done={texts.taken}
        >
          {texts.take}
        </ActButton>
      )}
      {shown.map((action) => (
        <Button key={action} small onClick={() => begin(action)}>
          {texts[action]}
        </Button>
      ))}
      {open === "answer" && <Answer caseNo={file.caseNo} wordsRead={wordsRead} onClose={close} />}
      {open === "handOver" && <HandOver caseNo={file.caseNo} onClose={close} />}
      {open === "note" && (
        <WordsDialog
          title={texts.note}
          label={texts.noteLabel}
          hint={texts.noteHint}
          done={texts.noted}
          name="words"
          hasLines
          send={(words) => call(noteTransferCase, { params, body: { words } })}
          onClose={close}
        />
      )}
      {open === "close" && (
        <WordsDialog
          title={texts.close}
          label={texts.answerLabel}
          hint={texts.closeHint}
          done={texts.closed}
          name="words"
          hasLines
          send={(words) => call(resolveTransferCase, { params, body: { words, wordsRead } })}
          onClose={close}
        />
      )}
    </div>
  );
}

type OfCase = { caseNo: string; onClose: () => void };

function Answer({ caseNo, wordsRead, onClose }: OfCase & { wordsRead: number }) {
  const texts = useTexts("transfers");
  const [awaited, setAwaited] = useState("");
  const waitsFor = CASE_WAITS_FOR.find((one) => one === awaited) ?? null;
  return (
    <WordsDialog
      title={texts.answer}
      label={texts.answerLabel}
      hint={texts.answerHint}
      done={texts.answered}
      name="words"
      hasLines
      send={(words) =>
        call(answerTransferCase, { params: { caseNo }, body: { words, waitsFor, wordsRead } })
      }
      onClose={onClose}
    >
      <SelectField
        label={texts.waitsFor}
        hint={texts.waitsForHint}
        error={undefined}
        value={awaited}
        onChange={(event) => setAwaited(event.currentTarget.value)}
      >
        <option value="">{texts.waitsForNobody}</option>
        {CASE_WAITS_FOR.map((one) => (
          <option key={one} value={one}>
            {texts.waitsForNames[one]}
          </option>
        ))}
      </SelectField>
    </WordsDialog>
  );
}

function HandOver({ caseNo, onClose }: OfCase) {
  const texts = useTexts("transfers");
  const [note, setNote] = useState("");
  return (
    <HandOverDialog
      title={texts.handOver}
      label={texts.handOverTo}
      done={texts.handedOver}
      send={(to) => call(handOverTransferCase, { params: { caseNo }, body: { to, note } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <Field label={texts.noteLabel} hint={texts.noteHint} error={errorOf("note")}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </HandOverDialog>
  );
}
