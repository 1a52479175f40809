import { ending } from "#contract/cardNames.ts";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  exportInwardCredits,
  INWARD_INTO,
  INWARD_STATES,
  type InwardCreditRow,
  listInwardCredits,
} from "#contract/staff/inwardCredits.ts";
import { RAIL_NAMES } from "#contract/transferKinds.ts";
import { buttonClass } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { generatePath, Link } from "react-router";
import { TransferTabs } from "./TransferTabs.tsx";

type Texts = Catalogue["transfers"];

const KINDS = {
  accepted: "info",
  credited: "ok",
  rejected: "neutral",
  returning: "warn",
  returned: "neutral",
} as const;

/** What other banks sent to members, and what became of it. */
export function InwardPage() {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const list: List<InwardCreditRow> = {
    name: "inward_credits",
    title: texts.incomingTitle,
    lead: <TransferTabs />,
    read: listRead(listInwardCredits),
    fetchFile: listDownload(exportInwardCredits),
    firstSort: "-at",
    rowId: ({ refNo }) => refNo,
    rowName: ({ refNo }) => refNo,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: INWARD_STATES.map((value) => ({ value, label: texts.inwardStates[value] })),
      },
      {
        type: "choice",
        key: "rail",
        label: texts.rail,
        choices: RAIL_NAMES.map((value) => ({ value, label: texts.rails[value] })),
      },
      {
        type: "choice",
        key: "into",
        label: texts.into,
        choices: INWARD_INTO.map((value) => ({ value, label: texts.intos[value] })),
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
      { type: "text", isPersonal: true, key: "sender", label: texts.sender },
      { type: "days", fromKey: "from", toKey: "to", label: texts.cameIn },
    ],
    preview: (row, onClose) => <Preview row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<InwardCreditRow>[] {
  return [
    {
      key: "member",
      head: texts.member,
      isSortable: true,
      onCard: "name",
      cell: ({ member, refNo }) => (
        <>
          {member ?? texts.nobodys}
          <span className="meta t-under">
            <Reference value={refNo} />
          </span>
        </>
      ),
    },
    {
      key: "sender",
      head: texts.sender,
      isSortable: true,
      cell: ({ sender, bankName, rail }) => (
        <>
          {sender}
          <span className="meta t-under">{`${bankName}, ${texts.rails[rail]}`}</span>
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
      head: texts.cameIn,
      isSortable: true,
      isMinor: true,
      cell: ({ answeredAt }) => (
        <DateText at={new Date(answeredAt)} form="dayTime" language={language} />
      ),
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StatusTag kind={KINDS[state]}>{texts.inwardStates[state]}</StatusTag>,
    },
    {
      key: "reason",
      head: texts.refusedFor,
      isMinor: true,
      cell: (row) => reasonOf(row, texts) ?? "–",
    },
  ];
}

/** The rail's reason, or the issuer's. */
function reasonOf({ reasonCode, issuerReason }: InwardCreditRow, texts: Texts): string | null {
  return reasonCode === null ? issuerReason : (texts.refusals[reasonCode] ?? reasonCode);
}

function Preview({ row, onClose }: { row: InwardCreditRow; onClose: () => void }) {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const moment = (at: string) => <DateText at={new Date(at)} form="dayTime" language={language} />;
  const reason = reasonOf(row, texts);
  return (
    <PreviewPanel title={row.member ?? texts.nobodys} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "ref", name: texts.reference, value: <Reference value={row.refNo} /> },
          ...(row.membershipNo === null
            ? []
            : [{ key: "no", name: texts.membershipNo, value: row.membershipNo }]),
          { key: "to", name: texts.toAccount, value: ending(row.accountTail) },
          {
            key: "into",
            name: texts.into,
            value: row.into === null ? texts.nowhere : texts.intos[row.into],
          },
          { key: "amount", name: texts.amount, value: <Money amount={row.amount} alwaysShown /> },
          { key: "sender", name: texts.sender, value: row.sender },
          { key: "bank", name: texts.bank, value: row.bankName },
          { key: "from", name: texts.senderAccount, value: ending(row.senderTail) },
          { key: "rail", name: texts.rail, value: texts.rails[row.rail] },
          { key: "tx", name: texts.txId, value: row.txId },
          { key: "state", name: texts.state, value: texts.inwardStates[row.state] },
          ...(row.reasonCode === null
            ? []
            : [{ key: "reason", name: texts.refusedFor, value: `${reason} (${row.reasonCode})` }]),
          ...(row.issuer === null
            ? []
            : [{ key: "issuer", name: texts.issuer, value: texts.issuerStates[row.issuer] }]),
          ...(row.issuerReason === null
            ? []
            : [{ key: "why", name: texts.issuerReason, value: row.issuerReason }]),
          { key: "at", name: texts.cameIn, value: moment(row.answeredAt) },
          ...(row.endedAt === null
            ? []
            : [{ key: "end", name: texts.endedAt, value: moment(row.endedAt) }]),
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
      {row.memberGuid !== null && (
        <Link
          className={buttonClass({ look: "primary" })}
          to={generatePath(paths.member, { memberGuid: row.memberGuid })}
        >
          {texts.openMember}
        </Link>
      )}
    </PreviewPanel>
  );
}
