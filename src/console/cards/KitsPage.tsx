import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { CARD_KINDS } from "#contract/staff/cards.ts";
import {
  exportCardKits,
  KIT_STATES,
  type KitRow,
  listCardKits,
} from "#contract/staff/cardStock.ts";
import { DateText } from "#ui/DateText.tsx";
import "./cards.css";
import { KitPreview } from "./KitPreview.tsx";
import { StockTabs } from "./StockTabs.tsx";
import { KitTag } from "./tags.tsx";

/** Every card by its serial: where it lies and whose it is. */
export function KitsPage() {
  const texts = useTexts("cards");
  const language = useLanguage();
  const list: List<KitRow> = {
    name: "card_kits",
    title: texts.kits,
    lead: <StockTabs />,
    read: listRead(listCardKits),
    fetchFile: listDownload(exportCardKits),
    firstSort: "serial",
    rowId: ({ id }) => id,
    rowName: ({ serial }) => serial,
    columns: columnsOf(texts, language),
    filters: [
      { type: "text", key: "serial", label: texts.serial },
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: KIT_STATES.map((value) => ({ value, label: texts.kitStates[value] })),
      },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: CARD_KINDS.map((value) => ({ value, label: texts.kindNames[value] })),
      },
      { type: "text", key: "branch", label: texts.branch },
      { type: "text", key: "batch", label: texts.delivered },
    ],
    preview: (row, onClose) => <KitPreview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["cards"], language: string): readonly Column<KitRow>[] {
  return [
    {
      key: "serial",
      head: texts.serial,
      isSortable: true,
      onCard: "name",
      cell: ({ serial, kind }) => (
        <>
          {serial}
          <span className="meta t-under">{texts.kindNames[kind]}</span>
        </>
      ),
    },
    {
      key: "branch",
      head: texts.branch,
      isMinor: true,
      cell: ({ branchName }) => branchName,
    },
    { key: "member", head: texts.ofMember, cell: ({ member }) => member || "–" },
    {
      key: "batch",
      head: texts.delivered,
      isMinor: true,
      cell: ({ batch }) => batch || "–",
    },
    {
      key: "since",
      head: texts.since,
      isSortable: true,
      cell: ({ since }) => <DateText at={new Date(since)} form="dayTime" language={language} />,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <KitTag state={state} />,
    },
  ];
}
