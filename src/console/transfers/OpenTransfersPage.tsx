import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PeekPanel } from "#console/table/PeekPanel.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  exportOpenTransfers,
  listOpenTransfers,
  OPEN_TRANSFER_STATES,
  type OpenTransfer,
} from "#contract/staff/transfers.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";

type Texts = Catalogue["transfers"];

/** Transfers that have not ended: what the card issuer still owes an answer for. */
export function OpenTransfersPage() {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const list: List<OpenTransfer> = {
    name: "open_transfers",
    title: texts.title,
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
      { type: "text", key: "refNo", label: texts.reference },
      { type: "text", key: "member", label: texts.member },
      { type: "days", fromKey: "from", toKey: "to", label: texts.accepted },
    ],
    peek: (row, onClose) => <Peek row={row} onClose={onClose} />,
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
          <span className="meta t-under">{refNo}</span>
        </>
      ),
    },
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
      key: "attempts",
      head: texts.inquiries,
      isFigure: true,
      cell: ({ attempts }) => attempts,
    },
  ];
}

function Peek({ row, onClose }: { row: OpenTransfer; onClose: () => void }) {
  const texts = useTexts("transfers");
  const language = useLanguage();
  return (
    <PeekPanel title={row.member} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "ref", name: texts.reference, value: row.refNo },
          { key: "no", name: texts.membershipNo, value: row.membershipNo },
          { key: "amount", name: texts.amount, value: <Money amount={row.amount} alwaysShown /> },
          { key: "state", name: texts.state, value: texts.states[row.state] },
          {
            key: "next",
            name: texts.nextInquiry,
            value: <DateText at={new Date(row.nextInquiryAt)} form="dayTime" language={language} />,
          },
        ]}
      />
      <Timeline
        events={[
          {
            key: "accepted",
            what: texts.states.accepted,
            who: texts.inThePortal,
            at: new Date(row.acceptedAt),
          },
        ]}
      />
    </PeekPanel>
  );
}
