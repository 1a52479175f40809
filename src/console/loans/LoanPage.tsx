import { Reference } from "#ui/Reference.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { paths } from "#console/paths.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatPesos, toDecimal, plainPesos } from "#common/money.ts";
import type { LoanFile } from "#contract/staff/loanAccounts.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { DateText, formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { PesosField } from "#console/parts/PesosField.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { generatePath, Link, useParams } from "react-router";
import { LoanCertificate } from "./LoanCertificate.tsx";
import { loanRead } from "./loanReads.ts";
import { Accruals, Payments, Schedule } from "./LoanTables.tsx";
import "./loans.css";

const STATES: Record<string, "ok" | "bad" | "warn" | "neutral"> = {
  active: "ok",
  past_due: "bad",
  restructured: "warn",
};

/** One loan: what is owed, schedule, payments, and paying from savings at the counter. */
export function LoanPage() {
  const texts = useTexts("loans");
  const { loanNo = "" } = useParams();
  const query = useQuery(loanRead(loanNo));
  const { data } = query;
  return (
    <div className="c-page">
      <PageHead
        title={loanNo}
        heading={<Reference value={loanNo} />}
        before={
          data && (
            <Link to={generatePath(paths.member, { memberGuid: data.memberGuid })}>
              {data.member}
            </Link>
          )
        }
        after={data && <p className="sub">{data.name}</p>}
        actions={
          data &&
          (data.state === "fully_paid" ? (
            <LoanCertificate loanNo={data.loanNo} />
          ) : (
            <Pay file={data} />
          ))
        }
      />
      <Loaded query={query}>
        {(file) => (
          <>
            {file.openRequestId !== null && (
              <Notice kind="info">
                {texts.askedSecond}{" "}
                <Link to={`${paths.requests}?show=all&open=${file.openRequestId}`}>
                  {texts.toRequest}
                </Link>
              </Notice>
            )}
            <div className="n-file">
              <Owed file={file} />
              <Terms file={file} />
            </div>
            <Schedule file={file} />
            <Payments file={file} />
            <Accruals file={file} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
const pesos = (amount: bigint) => <Money amount={amount} alwaysShown />;

function Owed({ file }: { file: LoanFile }) {
  const texts = useTexts("loans");
  return (
    <Panel padded>
      <KeyValueList
        isTight
        rows={[
          fact(
            texts.state,
            <StatusTag kind={STATES[file.state] ?? "neutral"}>
              {texts.loanStates[file.state] ?? file.state}
            </StatusTag>,
          ),
          fact(texts.outstanding, pesos(file.outstanding)),
          fact(texts.overdue, pesos(file.overdue)),
          fact(texts.penaltyDue, pesos(file.penaltyDue)),
          fact(texts.advance, pesos(file.advance)),
          fact(texts.amortization, pesos(file.amortization)),
        ]}
      />
    </Panel>
  );
}

function Terms({ file }: { file: LoanFile }) {
  const texts = useTexts("loans");
  const language = useLanguage();
  const day = (on: string) => formatDate(new Date(`${on}T00:00:00+08:00`), "day", language);
  const { applicationNo, automaticDebit, pastDueSince } = file;
  return (
    <Panel padded>
      <KeyValueList
        isTight
        rows={[
          fact(texts.lent, pesos(file.principal)),
          fact(texts.months, texts.monthsOf(file.months)),
          fact(texts.annualRate, `${file.annualRate} %`),
          fact(
            texts.released,
            <DateText at={new Date(file.releasedAt)} form="day" language={language} />,
          ),
          fact(texts.firstDueOn, day(file.firstDueOn)),
          ...(automaticDebit === null
            ? []
            : [
                fact(
                  texts.automaticDebit,
                  texts.automaticDebitFrom(automaticDebit.account, day(automaticDebit.begunOn)),
                ),
              ]),
          ...(pastDueSince === null ? [] : [fact(texts.pastDueSince, day(pastDueSince))]),
          fact(texts.membershipNo, file.membershipNo),
          fact(texts.branch, file.branchName || "–"),
          ...(applicationNo === null
            ? []
            : [
                fact(
                  texts.application,
                  <Link to={`${paths.loanApplications}?show=all&open=${applicationNo}`}>
                    <Reference value={applicationNo} />
                  </Link>,
                ),
              ]),
        ]}
      />
    </Panel>
  );
}

function Pay({ file: { loanNo, savings, settlement, mayPay } }: { file: LoanFile }) {
  const texts = useTexts("loans");
  const [isOpen, setIsOpen] = useState(false);
  const [isEnding, setIsEnding] = useState(false);
  const [amount, setAmount] = useState("");
  const ending = isEnding ? settlement : null;
  return (
    <>
      {mayPay && (
        <Button look="primary" onClick={() => setIsOpen(true)}>
          {texts.payCounter}
        </Button>
      )}
      {isOpen && (
        <RequestDialog
          title={texts.payCounter}
          kind="pay_loan"
          required={ending === null ? ["amount"] : []}
          payload={(field) =>
            ending === null
              ? { loanNo, amount: plainPesos(field("amount")) }
              : { loanNo, amount: toDecimal(ending), settles: true }
          }
          changes={["loan", loanNo]}
          onClose={() => setIsOpen(false)}
        >
          {(errors) => (
            <>
              <p>{texts.payCounterBody(formatPesos(savings ?? 0n))}</p>
              {settlement !== null && (
                <Checkbox id="settles" checked={isEnding} onChange={() => setIsEnding(!isEnding)}>
                  {texts.settles(formatPesos(settlement))}
                </Checkbox>
              )}
              {ending === null ? (
                <PesosField
                  label={texts.amount}
                  name="amount"
                  error={errors["amount"]}
                  value={amount}
                  onChange={setAmount}
                />
              ) : (
                <p>{texts.settlesBody}</p>
              )}
            </>
          )}
        </RequestDialog>
      )}
    </>
  );
}
