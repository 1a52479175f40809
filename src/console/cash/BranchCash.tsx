import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashDrawer, getCashPosition } from "#contract/staff/cash.ts";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { Moment } from "./Moment.tsx";

type BranchRow = { branch: string; drawers: number; inside: bigint };

/** What is in the drawers of each branch now, and the drawers that were closed lately. */
export function BranchCash() {
  const texts = useTexts("cash");
  const query = useQuery({
    queryKey: ["cashPosition"],
    queryFn: async ({ signal }) => (await read(getCashPosition, {}, signal)).result,
    staleTime: 0,
  });
  return (
    <Loaded query={query}>
      {({ branches, drawers }) => (
        <>
          <SectionHead title={texts.position} />
          <PlainTable
            caption={texts.position}
            rows={branches}
            keyOf={({ branch }) => branch}
            empty={texts.noOpen}
            columns={[
              { key: "branch", head: texts.branch, cell: ({ branch }) => branch },
              {
                key: "drawers",
                head: texts.openDrawers,
                isFigure: true,
                cell: (row) => String(row.drawers),
              },
              figure("inside", texts.inside, (row: BranchRow) => row.inside),
            ]}
          />
          <SectionHead title={texts.drawers} />
          <PlainTable
            caption={texts.drawers}
            rows={drawers}
            keyOf={({ drawerId }) => drawerId}
            empty={texts.noDrawers}
            columns={drawerColumns(texts)}
          />
        </>
      )}
    </Loaded>
  );
}

function figure<Row>(key: string, head: string, amountOf: (row: Row) => bigint): PlainColumn<Row> {
  return {
    key,
    head,
    isFigure: true,
    cell: (row) => <Money amount={amountOf(row)} alwaysShown />,
  };
}

const drawerColumns = (texts: Catalogue["cash"]): readonly PlainColumn<CashDrawer>[] => [
  { key: "teller", head: texts.teller, cell: ({ teller }) => teller },
  { key: "branch", head: texts.branch, cell: ({ branch }) => branch },
  { key: "since", head: texts.since, cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    key: "receipts",
    head: texts.receipts,
    isFigure: true,
    cell: ({ receipts }) => String(receipts),
  },
  figure("float", texts.float, (drawer) => drawer.float),
  figure("deposits", texts.deposits, ({ deposits }) => deposits),
  {
    key: "state",
    head: texts.state,
    cell: ({ state }) => (
      <StatusTag kind={state === "open" ? "ok" : "neutral"}>{texts.states[state]}</StatusTag>
    ),
  },
];
