import type { MemberCase } from "#contract/transferCases.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { transferCasesRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NotMe } from "./NotMe.tsx";
import { ReportDialog } from "./ReportDialog.tsx";

/** What the member reported about a transfer: how each report stands, what we answered, and whom it waits for. */
export function Cases({ details }: { details: TransferDetails }) {
  const { data = [] } = useQuery(transferCasesRead(useGuid(), details.refNo));
  const [answered, setAnswered] = useState<MemberCase>();
  const shown = data.filter(({ state }, index) => index === 0 || state !== "resolved");
  return (
    <>
      {shown.map((one) => (
        <Case
          key={one.caseNo}
          of={one}
          bank={details.destinationBank}
          onAnswer={() => setAnswered(one)}
        />
      ))}
      {answered !== undefined && (
        <ReportDialog details={details} of={answered} onClose={() => setAnswered(undefined)} />
      )}
    </>
  );
}

type Props = { of: MemberCase; bank: string | null; onAnswer: () => void };

function Case({ of, bank, onAnswer }: Props) {
  const { report } = useTexts("receipt");
  const told = of.events.filter(({ what }) => what === "answered" || what === "resolved").at(-1);
  return (
    <Notice kind={kindOf(of)}>
      <p>
        <b>
          {report.caseTitle}: {headline(of, bank, report)}.
        </b>{" "}
        {report.caseNumber} <Reference value={of.caseNo} />.
      </p>
      {told !== undefined && (
        <>
          <p>
            {told.what === "resolved" ? report.closedOn : report.answeredOn} <Moment at={told.at} />
            :
          </p>
          <blockquote className="case-words">{told.words}</blockquote>
        </>
      )}
      <Next of={of} onAnswer={onAnswer} />
      {of.reason === "not_me" && of.state !== "resolved" && <NotMe />}
    </Notice>
  );
}

function Next({ of, onAnswer }: Omit<Props, "bank">) {
  const { report } = useTexts("receipt");
  if (of.state === "resolved")
    return (
      <div className="no-print">
        <p>{report.disagree}</p>
        <CallUs />
      </div>
    );
  if (of.waitsFor === "bank") return <p>{report.bankNext}</p>;
  if (of.waitsFor === "member")
    return (
      <div className="case-next no-print">
        <p>{report.youNext}</p>
        <Button small look="primary" onClick={onAnswer}>
          {report.answer}
        </Button>
        <CallUs />
      </div>
    );
  if (isAnswered(of)) return null;
  return (
    <p>
      {report.answerBy} <Moment at={of.respondBy} />.
    </p>
  );
}

function Moment({ at }: { at: string }) {
  return <DateText at={new Date(at)} form="dayTime" language={useLanguage()} />;
}

/** Words that the member adds after an answer wait for one again. */
const isAnswered = ({ events }: MemberCase) => events.at(-1)?.what === "answered";

function kindOf({ state, waitsFor }: MemberCase) {
  if (state === "resolved") return "ok";
  return waitsFor === "member" ? "warn" : "info";
}

function headline(
  of: MemberCase,
  bank: string | null,
  { states, otherBank }: ReceiptTexts["report"],
) {
  if (of.state === "resolved") return states.closed;
  if (of.waitsFor === "bank") return states.forBank(bank ?? otherBank);
  if (of.waitsFor === "member") return states.forYou;
  return isAnswered(of) ? states.goesOn : states.looking;
}
