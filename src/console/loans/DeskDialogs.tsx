import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import {
  assignLoanApplication,
  cancelLoanApplication,
  DECLINE_REASONS,
  type DeclineReason,
  declineLoanApplication,
  type LoanApplicationFile,
  moveLoanApplication,
  reviseLoanOffer,
  sendBackLoanApplication,
} from "#contract/staff/loans.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

type Props = { file: LoanApplicationFile; onClose: () => void };

const MOST = 300;

/** Begins to verify; nothing is typed for it. */
export function Verify({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  const body = { to: "for_verification" as const, words: "" };
  return (
    <EditDialog
      title={texts.verify}
      done={texts.moved}
      send={() => call(moveLoanApplication, { params: { applicationNo }, body })}
      onClose={onClose}
    >
      {() => <p>{texts.verifyBody}</p>}
    </EditDialog>
  );
}

export function AskDocuments({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <Words
      title={texts.askDocuments}
      label={texts.askDocumentsLabel}
      hint={texts.askDocumentsHint}
      done={texts.moved}
      send={(words) =>
        call(moveLoanApplication, {
          params: { applicationNo },
          body: { to: "for_documents", words },
        })
      }
      onClose={onClose}
    />
  );
}

export function TakeDocuments({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <Words
      title={texts.takeDocuments}
      label={texts.takeDocumentsLabel}
      hint={texts.wordsForFileHint}
      done={texts.moved}
      send={(words) =>
        call(moveLoanApplication, {
          params: { applicationNo },
          body: { to: "for_verification", words },
        })
      }
      onClose={onClose}
    />
  );
}

export function SendBack({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <Words
      title={texts.sendBack}
      label={texts.sendBackLabel}
      hint={texts.wordsForFileHint}
      done={texts.sentBack}
      send={(words) =>
        call(sendBackLoanApplication, { params: { applicationNo }, body: { words } })
      }
      onClose={onClose}
    />
  );
}

export function Revise({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <Words
      title={texts.revise}
      label={texts.reviseLabel}
      hint={texts.wordsForFileHint}
      done={texts.revised}
      send={(words) => call(reviseLoanOffer, { params: { applicationNo }, body: { words } })}
      onClose={onClose}
    />
  );
}

export function Cancel({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <Words
      title={texts.cancel}
      label={texts.cancelLabel}
      hint={texts.wordsForFileHint}
      done={texts.cancelled}
      send={(words) => call(cancelLoanApplication, { params: { applicationNo }, body: { words } })}
      onClose={onClose}
    />
  );
}

export function Assign({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  const [to, setTo] = useState("");
  return (
    <EditDialog
      title={texts.assign}
      done={texts.assigned}
      send={() => call(assignLoanApplication, { params: { applicationNo }, body: { to } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField
          label={texts.assignTo}
          error={errorOf("to")}
          required
          maxLength={32}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      )}
    </EditDialog>
  );
}

export function Decline({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  const [reason, setReason] = useState("");
  const [words, setWords] = useState("");
  return (
    <EditDialog
      title={texts.decline}
      done={texts.declined}
      send={() =>
        call(declineLoanApplication, {
          params: { applicationNo },
          // What is none of the list the contract refuses at its field.
          body: { reason: reason as DeclineReason, words },
        })
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SelectField
            label={texts.declineReason}
            hint={texts.declineReasonHint}
            error={errorOf("reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          >
            <option value="">{texts.choose}</option>
            {DECLINE_REASONS.map((one) => (
              <option key={one} value={one}>
                {texts.declineReasons[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={texts.wordsForFile}
            hint={texts.wordsForFileHint}
            error={errorOf("words")}
            required
            maxLength={MOST}
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      )}
    </EditDialog>
  );
}

function Words(props: {
  title: string;
  label: string;
  hint: string;
  done: string;
  send: (words: string) => Promise<{ status: true } | Failure>;
  onClose: () => void;
}) {
  const [words, setWords] = useState("");
  return (
    <EditDialog
      title={props.title}
      done={props.done}
      send={() => props.send(words)}
      onClose={props.onClose}
    >
      {(errorOf) => (
        <TextField
          label={props.label}
          hint={props.hint}
          error={errorOf("words")}
          required
          maxLength={MOST}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
    </EditDialog>
  );
}
