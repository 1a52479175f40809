import { ReferenceIn } from "#ui/Reference.tsx";
import {
  CASE_REASONS,
  CASE_WORDS_MAX,
  type CaseReason,
  reportTransfer,
} from "#contract/transferCases.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { serverNow } from "#client/clock.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { useState } from "react";
import { ReferenceToCopy } from "./ReferenceToCopy.tsx";

type OpenedCase = { caseNo: string; respondBy: string };

/** What is wrong with a transfer; ends with the number of a case and by when there is an answer. */
export function ReportDialog({
  details,
  onClose,
}: {
  details: TransferDetails;
  onClose: () => void;
}) {
  const { report } = useTexts("receipt");
  const [opened, setTaken] = useState<OpenedCase>();
  return (
    <Dialog title={opened === undefined ? report.title : report.sent} onClose={onClose}>
      {opened === undefined ? (
        <ReportForm details={details} onOpened={setTaken} />
      ) : (
        <Sent opened={opened} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ReportForm(props: { details: TransferDetails; onOpened: (opened: OpenedCase) => void }) {
  const { report } = useTexts("receipt");
  const { details } = props;
  const form = useReport(details.refNo, props.onOpened);
  const chosen = CASE_REASONS.find((reason) => reason === form.values.reason);
  const isLate = serverNow() > Date.parse(details.reportBy);
  return (
    <SentForm form={form} className="stack">
      <p className="sub">
        <ReferenceIn text={report.lead(details.refNo)} value={details.refNo} />
      </p>
      {isLate && <Notice kind="info">{report.late}</Notice>}
      <ChoiceCards
        legend={report.reason}
        name="reason"
        value={chosen}
        choices={CASE_REASONS.map((reason) => ({ value: reason, title: report.reasons[reason] }))}
        error={form.errors.reason}
        onChange={(reason) => form.change("reason", reason)}
      />
      <Field label={report.words} hint={report.wordsHint} optional error={form.errors.words}>
        {(control) => (
          <TextArea
            {...control}
            name="words"
            rows={3}
            maxLength={CASE_WORDS_MAX}
            value={form.values.words}
            onChange={(event) => form.change("words", event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" block pending={form.isPending}>
        {report.send}
      </Button>
    </SentForm>
  );
}

function useReport(refNo: string, onOpened: (opened: OpenedCase) => void) {
  const guid = useGuid();
  return useForm<"reason" | "words">({
    initial: { reason: "", words: "" },
    check: (values) => contractErrors(reportTransfer, values),
    send: async ({ reason, words }) => {
      // What `check` has let through is one of them.
      const body = { reason: reason as CaseReason, words };
      const answer = await call(reportTransfer, { params: { guid, refNo }, body });
      if (!answer.status) return answer;
      void queryClient.invalidateQueries({ queryKey: ["transferCases"] });
      onOpened(answer.result);
      return undefined;
    },
  });
}

function Sent({ opened, onClose }: { opened: OpenedCase; onClose: () => void }) {
  const { report } = useTexts("receipt");
  const language = useLanguage();
  return (
    <>
      <KeyValueList
        isTight
        rows={[
          {
            key: "case",
            name: report.caseNumber,
            value: <ReferenceToCopy value={opened.caseNo} what={report.caseNumber} />,
          },
          {
            key: "by",
            name: report.answerBy,
            value: <DateText at={new Date(opened.respondBy)} form="dayTime" language={language} />,
          },
        ]}
      />
      <p className="sub">{report.sentMeaning}</p>
      <div className="btnrow">
        <Button look="primary" block onClick={onClose}>
          {report.done}
        </Button>
      </div>
    </>
  );
}
