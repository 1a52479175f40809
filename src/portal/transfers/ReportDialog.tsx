import { ReferenceIn } from "#ui/Reference.tsx";
import {
  CASE_REASONS,
  CASE_WORDS_MAX,
  type CaseReason,
  type MemberCase,
  reportTransfer,
} from "#contract/transferCases.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { fieldTexts } from "#contract/fields.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { serverNow } from "#client/clock.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { FreezeDialog } from "#portal/shared/FreezeDialog.tsx";
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
import { NotMeWays } from "./NotMe.tsx";
import { ReferenceToCopy } from "./ReferenceToCopy.tsx";

type OpenedCase = { caseNo: string; respondBy: string; reason: CaseReason };

/**
 * What is wrong with a transfer, or `of` a report the answer that we asked for; ends with the number of the case and
 * by when there is an answer. Where somebody else made it, with the way to freeze the account.
 */
export function ReportDialog({
  details,
  of,
  onClose,
}: {
  details: TransferDetails;
  of?: MemberCase;
  onClose: () => void;
}) {
  const { report } = useTexts("receipt");
  const [opened, setTaken] = useState<OpenedCase>();
  const [isFreezing, setIsFreezing] = useState(false);
  if (isFreezing) return <FreezeDialog onClose={onClose} />;
  const title = of === undefined ? report.title : report.answerTitle;
  const sent = of === undefined ? report.sent : report.answerSent;
  return (
    <Dialog title={opened === undefined ? title : sent} onClose={onClose}>
      {opened === undefined ? (
        <ReportForm details={details} of={of} onOpened={setTaken} />
      ) : (
        <Sent opened={opened} onFreeze={() => setIsFreezing(true)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ReportForm(props: {
  details: TransferDetails;
  of: MemberCase | undefined;
  onOpened: (opened: OpenedCase) => void;
}) {
  const { report } = useTexts("receipt");
  const { details, of } = props;
  const form = useReport(details.refNo, of, props.onOpened);
  const chosen = CASE_REASONS.find((reason) => reason === form.values.reason);
  const isLate = serverNow() > Date.parse(details.reportBy);
  return (
    <SentForm form={form} className="stack">
      <p className="sub">
        <ReferenceIn text={report.lead(details.refNo)} value={details.refNo} />
      </p>
      {of === undefined && isLate && <Notice kind="info">{report.late}</Notice>}
      {of === undefined && (
        <ChoiceCards
          legend={report.reason}
          name="reason"
          value={chosen}
          choices={CASE_REASONS.map((reason) => ({ value: reason, title: report.reasons[reason] }))}
          error={form.errors.reason}
          onChange={(reason) => form.change("reason", reason)}
        />
      )}
      <Field
        label={of === undefined ? report.words : report.answerWords}
        hint={report.wordsHint}
        optional={of === undefined}
        error={form.errors.words}
      >
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
        {of === undefined ? report.send : report.answerSend}
      </Button>
    </SentForm>
  );
}

function useReport(
  refNo: string,
  of: MemberCase | undefined,
  onOpened: (opened: OpenedCase) => void,
) {
  const guid = useGuid();
  return useForm<"reason" | "words">({
    initial: { reason: of?.reason ?? "", words: "" },
    check: (values) => ({
      ...(of !== undefined && values.words.trim() === "" && { words: fieldTexts.required }),
      ...contractErrors(reportTransfer, values),
    }),
    send: async ({ reason, words }) => {
      // What `check` has let through is one of them.
      const body = { reason: reason as CaseReason, words };
      const answer = await call(reportTransfer, { params: { guid, refNo }, body });
      if (!answer.status) return answer;
      void queryClient.invalidateQueries({ queryKey: ["transferCases"] });
      onOpened({ ...answer.result, reason: body.reason });
      return undefined;
    },
  });
}

function Sent(props: { opened: OpenedCase; onFreeze: () => void; onClose: () => void }) {
  const { opened, onFreeze, onClose } = props;
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
      {opened.reason === "not_me" && <NotMeWays onFreeze={onFreeze} />}
      <div className="btnrow">
        <Button look="primary" block onClick={onClose}>
          {report.done}
        </Button>
      </div>
    </>
  );
}
