import { Reference } from "#ui/Reference.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { CASE_REASONS } from "#contract/transferCases.ts";
import {
  CASE_DUES,
  CASE_OWNERS,
  CASE_SHOWN,
  type CaseRow,
  exportTransferCases,
  listTransferCases,
} from "#contract/staff/transferCases.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { CasePreview } from "./CasePreview.tsx";
import { DueText } from "./DueText.tsx";
import { TransferTabs } from "./TransferTabs.tsx";

type Texts = Catalogue["transfers"];

/** Problems that members reported with transfers, the nearest answer first. */
export function CasesPage() {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const choices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value) => ({ value, label: names[value] }));
  const list: List<CaseRow> = {
    name: "transfer_cases",
    title: texts.cases,
    lead: <TransferTabs />,
    read: listRead(listTransferCases),
    fetchFile: listDownload(exportTransferCases),
    firstSort: "due",
    rowId: ({ caseNo }) => caseNo,
    rowName: ({ caseNo, member }) => `${member}, ${caseNo}`,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: choices(CASE_SHOWN, texts.shown),
      },
      {
        type: "choice",
        key: "owner",
        label: texts.owner,
        choices: choices(CASE_OWNERS, texts.caseOwners),
      },
      {
        type: "choice",
        key: "due",
        label: texts.respondBy,
        choices: choices(CASE_DUES, texts.caseDues),
      },
      {
        type: "choice",
        key: "reason",
        label: texts.reason,
        choices: choices(CASE_REASONS, texts.reasons),
      },
      { type: "text", key: "caseNo", label: texts.caseNo },
      { type: "text", key: "refNo", label: texts.reference },
      { type: "text", isPersonal: true, key: "member", label: texts.member },
      { type: "days", fromKey: "from", toKey: "to", label: texts.reported },
    ],
    preview: ({ caseNo }, onClose) => (
      <CasePreview key={caseNo} caseNo={caseNo} onClose={onClose} />
    ),
    previewElsewhere: (caseNo, onClose) => <CasePreview caseNo={caseNo} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<CaseRow>[] {
  return [
    {
      key: "member",
      head: texts.member,
      isSortable: true,
      onCard: "name",
      cell: ({ member, caseNo }) => (
        <>
          {member}
          <span className="meta t-under">
            <Reference value={caseNo} />
          </span>
        </>
      ),
    },
    { key: "reason", head: texts.reason, cell: ({ reason }) => texts.reasons[reason] },
    {
      key: "amount",
      head: texts.amount,
      isFigure: true,
      isMinor: true,
      cell: ({ amount }) => <Money amount={amount} alwaysShown />,
    },
    {
      key: "at",
      head: texts.reported,
      isSortable: true,
      isMinor: true,
      cell: ({ reportedAt }) => (
        <DateText at={new Date(reportedAt)} form="dayTime" language={language} />
      ),
    },
    {
      key: "due",
      head: texts.respondBy,
      isSortable: true,
      cell: ({ respondBy, answeredAt }) =>
        answeredAt === null ? (
          <DueText at={respondBy} />
        ) : (
          <StatusTag kind="ok">{texts.answeredAt}</StatusTag>
        ),
    },
    {
      key: "owner",
      head: texts.owner,
      isMinor: true,
      cell: ({ owner }) => owner ?? texts.nobody,
    },
    { key: "state", head: texts.state, onCard: "mark", cell: (row) => <CaseTag row={row} /> },
  ];
}

function CaseTag({ row: { state } }: { row: CaseRow }) {
  const texts = useTexts("transfers");
  const kinds = { open: "warn", waiting: "info", resolved: "ok" } as const;
  return <StatusTag kind={kinds[state]}>{texts.caseStates[state]}</StatusTag>;
}
