import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  exportOpenTransfers,
  listOpenTransfers,
  OPEN_TRANSFER_STATES,
  type OpenTransfer,
  REFUND_DUES,
  TRANSFER_AGES,
} from "#contract/staff/transfers.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { buttonClass } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { generatePath, Link } from "react-router";
import { DueText } from "./DueText.tsx";
import { TransferTabs } from "./TransferTabs.tsx";

type Texts = Catalogue["transfers"];

/** Transfers that have not ended: what card issuer and rails still owe an answer for. */
export function OpenTransfersPage() {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const list: List<OpenTransfer> = {
    name: "open_transfers",
    title: texts.title,
    lead: <TransferTabs />,
    read: listRead(listOpenTransfers),
    fetchFile: listDownload(exportOpenTransfers),
    firstSort: "at",
    rowId: ({ refNo }) => refNo,
    rowName: ({ refNo }) => refNo,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: OPEN_TRANSFER_STATES.map((value) => ({ value, label: texts.states[value] })),
      },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: TRANSFER_KIND_NAMES.map((value) => ({ value, label: texts.kinds[value] })),
      },
      {
        type: "choice",
        key: "age",
        label: texts.age,
        choices: TRANSFER_AGES.map((value) => ({ value, label: texts.ages[value] })),
      },
      {
        type: "choice",
        key: "due",
        label: texts.due,
        choices: REFUND_DUES.map((value) => ({ value, label: texts.dues[value] })),
      },
      {
        type: "choice",
        key: "exception",
        label: texts.exception,
        choices: (["open", "none"] as const).map((value) => ({
          value,
          label: texts.exceptionFilter[value],
        })),
      },
      { type: "text", key: "refNo", label: texts.reference },
      { type: "text", isPersonal: true, key: "member", label: texts.member },
      { type: "days", fromKey: "from", toKey: "to", label: texts.accepted },
    ],
    preview: (row, onClose) => <Preview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<OpenTransfer>[] {
  return [
    {
      key: "member",
      head: texts.member,
      isSortable: true,
      onCard: "name",
      cell: ({ member, refNo }) => (
        <>
          {member}
          <span className="meta t-under">
            <Reference value={refNo} />
          </span>
        </>
      ),
    },
    {
      key: "kind",
      head: texts.kind,
      isMinor: true,
      cell: ({ kind, bankName, accountTail }) => (
        <>
          {texts.kinds[kind]}
          <span className="meta t-under">
            {[bankName, `••${accountTail}`].filter(Boolean).join(" ")}
          </span>
        </>
      ),
    },
    sourceColumn(texts),
    {
      key: "amount",
      head: texts.amount,
      isSortable: true,
      isFigure: true,
      cell: ({ amount }) => <Money amount={amount} alwaysShown />,
    },
    {
      key: "at",
      head: texts.accepted,
      isSortable: true,
      cell: ({ acceptedAt }) => (
        <DateText at={new Date(acceptedAt)} form="dayTime" language={language} />
      ),
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => (
        <StatusTag kind={state === "unknown" ? "warn" : "info"}>{texts.states[state]}</StatusTag>
      ),
    },
    {
      key: "due",
      head: texts.due,
      isSortable: true,
      cell: ({ refundDueAt }) => <DueText at={refundDueAt} />,
    },
    {
      key: "attempts",
      head: texts.inquiries,
      isFigure: true,
      isMinor: true,
      onCard: "hidden",
      cell: ({ attempts }) => attempts,
    },
  ];
}

/** What it left. */
const sourceColumn = (texts: Texts): Column<OpenTransfer> => ({
  key: "from",
  head: texts.from,
  isMinor: true,
  cell: ({ from, fromTail }) => (
    <>
      {from}
      <span className="meta t-under">{`••${fromTail}`}</span>
    </>
  ),
});

function Preview({ row, onClose }: { row: OpenTransfer; onClose: () => void }) {
  const texts = useTexts("transfers");
  const language = useLanguage();
  return (
    <PreviewPanel title={row.member} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "ref", name: texts.reference, value: <Reference value={row.refNo} /> },
          { key: "no", name: texts.membershipNo, value: row.membershipNo },
          { key: "kind", name: texts.kind, value: texts.kinds[row.kind] },
          { key: "from", name: texts.from, value: `${row.from} ••${row.fromTail}` },
          ...(row.bankName === null
            ? []
            : [{ key: "bank", name: texts.bank, value: row.bankName }]),
          { key: "amount", name: texts.amount, value: <Money amount={row.amount} alwaysShown /> },
          { key: "fee", name: texts.fee, value: <Money amount={row.fee} alwaysShown /> },
          { key: "state", name: texts.state, value: texts.states[row.state] },
          { key: "due", name: texts.due, value: <DueText at={row.refundDueAt} /> },
          {
            key: "next",
            name: texts.nextInquiry,
            value: <DateText at={new Date(row.nextInquiryAt)} form="dayTime" language={language} />,
          },
          ...(row.openExceptions === 0
            ? []
            : [
                {
                  key: "exceptions",
                  name: texts.exceptions,
                  value: (
                    <StatusTag kind="bad">{texts.openExceptions(row.openExceptions)}</StatusTag>
                  ),
                },
              ]),
        ]}
      />
      <Link
        className={buttonClass({ look: "primary" })}
        to={generatePath(paths.transfer, { refNo: row.refNo })}
      >
        {texts.openFile}
      </Link>
    </PreviewPanel>
  );
}
