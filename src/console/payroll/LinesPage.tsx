import { Reference } from "#ui/Reference.tsx";
import { Day } from "#console/parts/Day.tsx";
import { useMay } from "#console/api/me.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { paths } from "#console/paths.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  exportRemittanceLines,
  listRemittanceLines,
  REMITTANCE_ROW_STATES,
  REMITTANCE_VERDICTS,
  type RemittanceLine,
  SETTLEMENTS,
} from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { PaidFor } from "./PaidFor.tsx";
import "./payroll.css";
import { PayrollTabs } from "./PayrollTabs.tsx";

type Texts = Catalogue["loans"];
const SHOWN = ["to_do", ...REMITTANCE_ROW_STATES, "all"] as const;
const KINDS = {
  waiting: "info",
  posted: "ok",
  exception: "warn",
  settled: "ok",
  passed_over: "info",
} as const;

/** Findings that do not say whose loan or account it is. */
const NO_LOAN: readonly string[] = [
  "unknown_loan",
  "unknown_account",
  "two_targets",
  "shortened_number",
  "totals_row",
  "remark_row",
  "invalid",
];

/** Rows of remittances that could not be posted as they came, and on request all others. */
export function LinesPage() {
  const texts = useTexts("loans");
  const list: List<RemittanceLine> = {
    name: "remittance_lines",
    title: texts.exceptions,
    lead: <PayrollTabs />,
    read: listRead(listRemittanceLines),
    fetchFile: listDownload(exportRemittanceLines),
    firstSort: "line",
    rowId: ({ lineId }) => lineId,
    rowName: ({ reference, line }) => `${reference}, ${line}`,
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: SHOWN.map((value) => ({ value, label: texts.shown[value] })),
      },
      {
        type: "choice",
        key: "verdict",
        label: texts.finding,
        choices: REMITTANCE_VERDICTS.map((value) => ({ value, label: texts.findings[value] })),
      },
      { type: "text", key: "employer", label: texts.employer },
      { type: "text", key: "loanNo", label: texts.loan },
      { type: "text", key: "accountNo", label: texts.account },
      { type: "text", key: "reference", label: texts.file, isWhole: true },
    ],
    columns: columnsOf(texts),
    preview: (row, onClose) => <LinePreview key={row.lineId} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts): List<RemittanceLine>["columns"] {
  const amount = (value: bigint | null) =>
    value === null ? "–" : <Money amount={value} alwaysShown />;
  return [
    {
      key: "loan",
      head: texts.paidFor,
      onCard: "name",
      cell: ({ loanNo, accountNo, name }) => (
        <>
          <PaidFor loanNo={loanNo} accountNo={accountNo} />
          <span className="meta t-under">{name}</span>
        </>
      ),
    },
    {
      key: "line",
      head: texts.file,
      isSortable: true,
      cell: ({ reference, line, employer }) => (
        <>
          <Reference value={reference} />, {line}
          <span className="meta t-under">{employer}</span>
        </>
      ),
    },
    { key: "finding", head: texts.finding, cell: ({ verdict }) => texts.findings[verdict] },
    { key: "amount", head: texts.amount, isFigure: true, cell: (row) => amount(row.amount) },
    {
      key: "expected",
      head: texts.expected,
      isFigure: true,
      isMinor: true,
      cell: ({ expected }) => amount(expected),
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: (row) => (
        <StatusTag kind={isDropped(row) ? "neutral" : KINDS[row.state]}>
          {stateOf(texts, row)}
        </StatusTag>
      ),
    },
  ];
}

/** Waits for nothing: its file was refused or withdrawn. */
const isDropped = ({ fileState }: RemittanceLine) =>
  fileState === "refused" || fileState === "withdrawn";

const stateOf = (texts: Texts, row: RemittanceLine) =>
  isDropped(row) ? texts.remittanceStates[row.fileState] : texts.rowStates[row.state];

function LinePreview({ row, onClose }: { row: RemittanceLine; onClose: () => void }) {
  const texts = useTexts("loans");
  const may = useMay();
  const [isSettling, setIsSettling] = useState(false);
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  const money = (amount: bigint | null) =>
    amount === null ? "–" : <Money amount={amount} alwaysShown />;
  const isKnown = row.expected !== null || !NO_LOAN.includes(row.verdict);
  const maySettle =
    row.state === "exception" &&
    row.fileState === "posted" &&
    row.amount !== null &&
    may("request.settle_remittance");
  return (
    <PreviewPanel
      title={`${row.reference}, ${row.line}`}
      reference={row.reference}
      onClose={onClose}
    >
      <div className="p-preview">
        <KeyValueList
          isTight
          rows={[
            fact(texts.finding, texts.findings[row.verdict]),
            fact(texts.state, stateOf(texts, row)),
            fact(
              texts.paidFor,
              <PaidFor loanNo={row.loanNo} accountNo={row.accountNo} hasLink={isKnown} />,
            ),
            fact(texts.member, row.name || "–"),
            fact(texts.employer, row.employer),
            fact(texts.month, <Day on={row.month} />),
            fact(texts.amount, money(row.amount)),
            fact(texts.expected, money(row.expected)),
            ...(row.settledBy === ""
              ? []
              : [
                  fact(texts.settlement, settlementName(texts, row.settlement)),
                  fact(texts.settledBy, row.settledBy),
                ]),
          ]}
        />
        {row.openRequestId !== null && (
          <p>
            {texts.askedSecond}{" "}
            <Link to={`${paths.requests}?show=all&open=${row.openRequestId}`}>
              {texts.toRequest}
            </Link>
          </p>
        )}
        {maySettle && row.openRequestId === null && (
          <div className="p-actions">
            <Button small look="primary" onClick={() => setIsSettling(true)}>
              {texts.settle}
            </Button>
          </div>
        )}
        {isSettling && <Settle row={row} isKnown={isKnown} onClose={() => setIsSettling(false)} />}
      </div>
    </PreviewPanel>
  );
}

function settlementName(texts: Texts, settlement: string): string {
  const names: Readonly<Record<string, string>> = texts.settlements;
  return names[settlement] ?? settlement;
}

function Settle(props: { row: RemittanceLine; isKnown: boolean; onClose: () => void }) {
  const { row, isKnown, onClose } = props;
  const texts = useTexts("loans");
  const isNothing = row.amount === 0n;
  const ways = SETTLEMENTS.filter((one) => (one === "noted") === isNothing);
  return (
    <RequestDialog
      title={texts.settle}
      kind="settle_remittance"
      required={["settlement"]}
      payload={(field) => ({
        lineId: row.lineId,
        settlement: field("settlement"),
        loanNo: field("settlement") === "post" ? field("loanNo").trim() : "",
        accountNo: field("settlement") === "post" ? field("accountNo").trim() : "",
      })}
      changes={["list", "remittance_lines"]}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField label={texts.settlement} name="settlement" error={errors["settlement"]}>
            <option value="">{texts.choose}</option>
            {ways.map((one) => (
              <option key={one} value={one}>
                {texts.settlements[one]}
              </option>
            ))}
          </SelectField>
          {!isNothing && (
            <>
              <TextField
                label={texts.onLoan}
                name="loanNo"
                autoComplete="off"
                maxLength={30}
                defaultValue={isKnown ? row.loanNo : ""}
                error={errors["loanNo"]}
              />
              <TextField
                label={texts.onAccount}
                name="accountNo"
                autoComplete="off"
                maxLength={30}
                defaultValue={isKnown ? row.accountNo : ""}
                error={errors["accountNo"]}
              />
            </>
          )}
        </>
      )}
    </RequestDialog>
  );
}
