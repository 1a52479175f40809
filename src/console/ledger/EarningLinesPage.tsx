import { Loaded } from "#console/parts/Loaded.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import {
  type EarningLine,
  exportEarningLines,
  listEarningLines,
} from "#contract/staff/earnings.ts";
import { Money } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Reference, ReferenceIn } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { earningRunRead } from "./earningReads.ts";
import { LedgerTabs } from "./LedgerTabs.tsx";

/** What each account earned in a run, the largest first. */
export function EarningLinesPage() {
  const texts = useTexts("earnings");
  const { runId = "" } = useParams();
  const run = useQuery(earningRunRead(runId));
  const params = { runId };
  const list: List<EarningLine> = {
    name: "earning_lines",
    title: texts.lines,
    lead: (
      <>
        <LedgerTabs />
        <Loaded query={run}>
          {({ reference, gross }) => (
            <Panel padded className="t-about">
              <b>
                <ReferenceIn text={texts.linesOf(reference)} value={reference} />
              </b>{" "}
              <Money amount={gross} alwaysShown />
            </Panel>
          )}
        </Loaded>
      </>
    ),
    read: listRead(listEarningLines, params),
    fetchFile: listDownload(exportEarningLines, params),
    firstSort: "-gross",
    rowId: ({ line }) => String(line),
    rowName: ({ accountNumber }) => accountNumber,
    filters: [
      { type: "text", key: "accountNumber", label: texts.account },
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: (["all", "kept"] as const).map((value) => ({ value, label: texts.shown[value] })),
      },
    ],
    columns: columnsOf(texts),
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Catalogue["earnings"]): readonly Column<EarningLine>[] {
  const money = (amount: bigint) => <Money amount={amount} alwaysShown />;
  return [
    {
      key: "account",
      head: texts.account,
      onCard: "name",
      cell: ({ accountNumber, membershipNo }) => (
        <>
          <Reference value={accountNumber} />
          <span className="meta t-under">
            {texts.membershipNo} {membershipNo}
          </span>
        </>
      ),
    },
    { key: "days", head: texts.days, isFigure: true, isMinor: true, cell: ({ days }) => days },
    {
      key: "average",
      head: texts.average,
      isFigure: true,
      cell: ({ average }) => money(average),
    },
    {
      key: "gross",
      head: texts.gross,
      isSortable: true,
      isFigure: true,
      cell: ({ gross }) => money(gross),
    },
    { key: "tax", head: texts.tax, isFigure: true, isMinor: true, cell: ({ tax }) => money(tax) },
    { key: "net", head: texts.net, isFigure: true, cell: ({ net }) => money(net) },
  ];
}
