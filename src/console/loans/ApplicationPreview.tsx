import { Who } from "#console/parts/Who.tsx";
import { Reference } from "#ui/Reference.tsx";
import { paths } from "#console/paths.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import type { LoanApplicationFile } from "#contract/staff/loans.ts";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { generatePath, Link } from "react-router";
import { Ability, Offered, Proposed, Standing } from "./ApplicationFacts.tsx";
import { ApplicationActions } from "./ApplicationActions.tsx";
import { applicationRead } from "./loanReads.ts";
import "./loans.css";
import { StageTag } from "./tags.tsx";

/** The panel of an application: who asks for what, what was found out and proposed, what can be done. */
export function ApplicationPreview(props: {
  applicationNo: string;
  title: string;
  onClose: () => void;
}) {
  const query = useQuery(applicationRead(props.applicationNo));
  return (
    <ReadPreview
      title={query.data?.member ?? props.title}
      reference={props.applicationNo}
      query={query}
      onClose={props.onClose}
    >
      {(file) => <Details file={file} />}
    </ReadPreview>
  );
}

function Details({ file }: { file: LoanApplicationFile }) {
  const texts = useTexts("loans");
  const { differs, standing, openRequestId, aloneUpTo } = file;
  return (
    <div className="n-preview">
      <p className="n-links">
        <StageTag stage={file.stage} /> <Reference value={file.applicationNo} />
      </p>
      <div className="n-sum">
        <LoanPicture code={file.product} />
        <span>
          <b>
            <Money amount={file.amount} alwaysShown />
          </b>
          {file.productFacts.label}
          <span className="meta n-under">
            {file.monthsWished === null
              ? texts.noMonthsWished
              : texts.wishedMonths(file.monthsWished)}
          </span>
        </span>
      </div>
      <Links file={file} />
      {!standing.isActive && <Notice kind="warn">{texts.notActive}</Notice>}
      {differs.length > 0 && (
        <Notice kind="warn">
          {texts.differs(differs.map((name) => texts.formNames[name] ?? name).join(", "))}
        </Notice>
      )}
      {openRequestId !== null && (
        <Notice kind="info">
          {texts.askedSecond}{" "}
          <Link to={`${paths.requests}?show=all&open=${openRequestId}`}>{texts.toRequest}</Link>
        </Notice>
      )}
      <ApplicationActions file={file} />
      <p className="sub">{texts.approvalRule(formatPesos(aloneUpTo))}</p>
      <Standing file={file} />
      <Ability file={file} />
      <Proposed file={file} />
      <Offered file={file} />
      <Form file={file} />
      <Timeline
        events={file.events.map(({ at, who, what, detail }, index) => ({
          key: String(index),
          what: (
            <>
              {texts.events[what] ?? stageName(texts.stages, what)}
              {detail !== "" && <span className="meta n-under">{detail}</span>}
            </>
          ),
          who: <Who name={who} />,
          at: new Date(at),
        }))}
      />
    </div>
  );
}

function stageName(stages: Readonly<Record<string, string>>, what: string): string {
  return stages[what] ?? what;
}

function Links({ file }: { file: LoanApplicationFile }) {
  const texts = useTexts("loans");
  const { memberGuid, loanNo } = file;
  return (
    <p className="n-links">
      <Link to={generatePath(paths.member, { memberGuid })}>{texts.toMember}</Link>
      {loanNo !== null && <Link to={generatePath(paths.loan, { loanNo })}>{texts.toLoan}</Link>}
    </p>
  );
}

function Form({ file: { form, reason } }: { file: LoanApplicationFile }) {
  const texts = useTexts("loans");
  return (
    <section aria-label={texts.form}>
      <h3>{texts.form}</h3>
      <KeyValueList
        isTight
        rows={[
          ...Object.entries(form).map(([name, value]) => ({
            key: name,
            name: texts.formNames[name] ?? name,
            value: value || "–",
          })),
          ...(reason === "" ? [] : [{ key: "reason", name: texts.reason, value: reason }]),
        ]}
      />
    </section>
  );
}
