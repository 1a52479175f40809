import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { HandOverDialog } from "#console/parts/HandOverDialog.tsx";
import { WordsDialog } from "#console/parts/WordsDialog.tsx";
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

/** An action whose words stay on record. */
type Action = "askDocuments" | "takeDocuments" | "sendBack" | "revise" | "cancel";

const ACTIONS: Record<
  Action,
  {
    done: "moved" | "sentBack" | "revised" | "cancelled";
    /** Also the member reads the words. */
    isTold?: boolean;
    send: (applicationNo: string, words: string) => Promise<{ status: true } | Failure>;
  }
> = {
  askDocuments: {
    done: "moved",
    isTold: true,
    send: (applicationNo, words) =>
      call(moveLoanApplication, {
        params: { applicationNo },
        body: { to: "for_documents", words },
      }),
  },
  takeDocuments: {
    done: "moved",
    send: (applicationNo, words) =>
      call(moveLoanApplication, {
        params: { applicationNo },
        body: { to: "for_verification", words },
      }),
  },
  sendBack: {
    done: "sentBack",
    send: (applicationNo, words) =>
      call(sendBackLoanApplication, { params: { applicationNo }, body: { words } }),
  },
  revise: {
    done: "revised",
    send: (applicationNo, words) =>
      call(reviseLoanOffer, { params: { applicationNo }, body: { words } }),
  },
  cancel: {
    done: "cancelled",
    send: (applicationNo, words) =>
      call(cancelLoanApplication, { params: { applicationNo }, body: { words } }),
  },
};

const withWords = (action: Action) =>
  function ActionDialog({ file: { applicationNo }, onClose }: Props) {
    const texts = useTexts("loans");
    const { done, isTold = false, send } = ACTIONS[action];
    return (
      <WordsDialog
        title={texts[action]}
        label={texts[`${action}Label`]}
        hint={isTold ? texts.askDocumentsHint : texts.wordsForFileHint}
        done={texts[done]}
        name="words"
        most={MOST}
        hasLines={isTold}
        send={(words) => send(applicationNo, words)}
        onClose={onClose}
      />
    );
  };

export const RequestDocuments = withWords("askDocuments");
export const TakeDocuments = withWords("takeDocuments");
export const SendBack = withWords("sendBack");
export const Revise = withWords("revise");
export const Cancel = withWords("cancel");

export function Assign({ file: { applicationNo }, onClose }: Props) {
  const texts = useTexts("loans");
  return (
    <HandOverDialog
      title={texts.assign}
      label={texts.assignTo}
      done={texts.assigned}
      send={(to) => call(assignLoanApplication, { params: { applicationNo }, body: { to } })}
      onClose={onClose}
    />
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
