import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashDrawer, getCashPosition } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import "./cash.css";
import { Moment } from "./Moment.tsx";

type BranchRow = { branch: string; drawers: number; inside: bigint };

/** What is in the drawers of each branch now, and the drawers that were closed lately. */
export function BranchCash() {
  const texts = useTexts("cash");
  const may = useMay();
  const [differing, setDiffering] = useState<CashDrawer>();
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
            columns={drawerColumns(
              texts,
              may("request.cash_difference") ? setDiffering : undefined,
            )}
          />
          {differing !== undefined && (
            <AskDifference drawer={differing} onClose={() => setDiffering(undefined)} />
          )}
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

/** What a drawer has more or less is booked when another person agrees. */
function AskDifference({ drawer, onClose }: { drawer: CashDrawer; onClose: () => void }) {
  const texts = useTexts("cash");
  const { drawerId, difference } = drawer;
  return (
    <RequestDialog
      title={texts.differenceTitle}
      kind="cash_difference"
      payload={() => ({ drawerId })}
      changes={["cashPosition"]}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{texts.differenceBody}</p>
          <p>
            <Money amount={difference ?? 0n} alwaysShown />
          </p>
        </>
      )}
    </RequestDialog>
  );
}

const drawerColumns = (
  texts: Catalogue["cash"],
  onAsk: ((drawer: CashDrawer) => void) | undefined,
): readonly PlainColumn<CashDrawer>[] => [
  {
    key: "teller",
    head: texts.teller,
    cell: ({ teller, branch }) => (
      <div>
        {teller}
        <span className="meta drawer-branch">{branch}</span>
      </div>
    ),
  },
  { key: "since", head: texts.since, cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    key: "receipts",
    head: texts.receipts,
    isFigure: true,
    cell: ({ receipts }) => String(receipts),
  },
  figure("float", texts.float, (drawer) => drawer.float),
  figure("deposits", texts.deposits, ({ deposits }) => deposits),
  figure("withdrawals", texts.withdrawals, ({ withdrawals }) => withdrawals),
  {
    key: "difference",
    head: texts.difference,
    isFigure: true,
    cell: ({ difference }) =>
      difference === null ? "–" : <Money amount={difference} alwaysShown />,
  },
  {
    key: "state",
    head: texts.state,
    cell: (drawer) => (
      <>
        <StatusTag kind={STATE_KINDS[drawer.state]}>{texts.states[drawer.state]}</StatusTag>
        {drawer.state === "differs" && onAsk !== undefined && (
          <Button small onClick={() => onAsk(drawer)}>
            {texts.askDifference}
          </Button>
        )}
      </>
    ),
  },
];

const STATE_KINDS = { open: "ok", differs: "bad", closed: "neutral" } as const;
