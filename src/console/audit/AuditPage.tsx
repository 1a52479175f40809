import { ActionName } from "#console/parts/ActionName.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { useMay } from "#console/api/me.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  ACTOR_KINDS,
  type AuditEventRow,
  exportAuditEvents,
  listAuditEvents,
} from "#contract/staff/audit.ts";
import { DateText } from "#ui/DateText.tsx";

import { AuditPanel } from "./AuditPanel.tsx";
import { ChainStatus } from "./ChainStatus.tsx";

type Texts = Catalogue["audit"];

/** What was done in the bank, by whom and to what, and how far it is sealed. */
export function AuditPage() {
  const texts = useTexts("audit");
  const language = useLanguage();
  const may = useMay();
  const list: List<AuditEventRow> = {
    name: "audit",
    title: texts.title,
    read: listRead(listAuditEvents),
    ...(may("audit.export") && { fetchFile: listDownload(exportAuditEvents) }),
    firstSort: "-at",
    rowId: ({ id }) => id,
    rowName: ({ id }) => texts.event(id),
    columns: columnsOf(texts, language),
    filters: [
      { type: "days", fromKey: "from", toKey: "to", label: texts.at },
      { type: "text", isWhole: true, isPersonal: true, key: "member", label: texts.member },
      { type: "text", isWhole: true, key: "actor", label: texts.actor },
      {
        type: "choice",
        key: "actorKind",
        label: texts.actorKind,
        choices: ACTOR_KINDS.map((value) => ({ value, label: texts.actorKinds[value] })),
      },
      { type: "text", key: "action", label: texts.action },
      { type: "text", isWhole: true, key: "object", label: texts.object },
      { type: "text", key: "branch", label: texts.branch },
      { type: "text", isWhole: true, key: "correlationId", label: texts.correlationId },
    ],
    actions: <ChainStatus />,
    preview: (row, onClose) => <AuditPanel row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<AuditEventRow>[] {
  return [
    {
      key: "action",
      head: texts.action,
      onCard: "name",
      cell: ({ action }) => <ActionName action={action} />,
    },
    {
      key: "at",
      head: texts.at,
      isSortable: true,
      cell: ({ at }) => <DateText at={new Date(at)} form="dayTime" language={language} />,
    },
    {
      key: "actor",
      head: texts.actor,
      cell: ({ actor, actorKind }) => (
        <>
          <code>{actor}</code>
          <span className="meta t-under">{texts.actorKinds[actorKind]}</span>
        </>
      ),
    },
    { key: "object", head: texts.object, cell: ({ object }) => <code>{object}</code> },
  ];
}
