import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashDrawer, getCashPosition } from "#contract/staff/cash.ts";
import { formatPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import "./cash.css";
import { Moment } from "./Moment.tsx";
import { VaultMoves } from "./VaultMoves.tsx";

type BranchRow = {
  branch: string;
  vault: bigint | null;
  drawers: number;
  inside: bigint;
  total: bigint;
};
type Limits = { drawer: bigint; vault: bigint };
/** Others hand over and take back meanwhile. */
const LOOK_AGAIN_MS = 5000;

/** What is in the drawers of each branch now, and the drawers that were closed lately. */
export function BranchCash() {
  const texts = useTexts("cash");
  const may = useMay();
  const [differing, setDiffering] = useState<CashDrawer>();
  const query = useQuery({
    queryKey: ["cashPosition"],
    queryFn: async ({ signal }) => (await read(getCashPosition, {}, signal)).result,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
  return (
    <Loaded query={query}>
      {({ branches, drawers, moves, limits, ofNoBranch }) => (
        <>
          <VaultMoves moves={moves} />
          <SectionHead title={texts.position} />
          <p className="meta">
            {texts.limits(formatPesos(limits.vault), formatPesos(limits.drawer))}{" "}
            {ofNoBranch !== null && texts.ofNoBranch(formatPesos(ofNoBranch))}
          </p>
          <PlainTable
            caption={texts.position}
            rows={branches}
            keyOf={({ branch }) => branch}
            empty={texts.noOpen}
            columns={branchColumns(texts, limits)}
          />
          <SectionHead title={texts.drawers} />
          <PlainTable
            caption={texts.drawers}
            rows={drawers}
            keyOf={({ drawerId }) => drawerId}
            empty={texts.noDrawers}
            columns={drawerColumns(
              texts,
              limits,
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

const branchColumns = (
  texts: Catalogue["cash"],
  limits: Limits,
): readonly PlainColumn<BranchRow>[] => [
  { key: "branch", head: texts.branch, cell: ({ branch }) => branch },
  {
    key: "vault",
    head: texts.inVault,
    isFigure: true,
    cell: ({ vault }) =>
      vault === null ? (
        texts.neverCounted
      ) : (
        <>
          <Money amount={vault} alwaysShown />
          {vault > limits.vault && <TooMuch />}
        </>
      ),
  },
  {
    key: "drawers",
    head: texts.openDrawers,
    isFigure: true,
    cell: (row) => String(row.drawers),
  },
  figure("inside", texts.inside, (row: BranchRow) => row.inside),
  figure("total", texts.total, (row: BranchRow) => row.total),
];

function TooMuch() {
  const texts = useTexts("cash");
  return (
    <span className="drawer-branch">
      <StatusTag kind="warn">{texts.tooMuch}</StatusTag>
    </span>
  );
}

const drawerColumns = (
  texts: Catalogue["cash"],
  limits: Limits,
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
  figure("deposits", texts.deposits, ({ deposits }) => deposits),
  figure("withdrawals", texts.withdrawals, ({ withdrawals }) => withdrawals),
  {
    key: "inside",
    head: texts.insideOne,
    isFigure: true,
    cell: ({ state, inside }) => (
      <>
        <Money amount={state === "closed" ? 0n : inside} alwaysShown />
        {state === "open" && inside > limits.drawer && <TooMuch />}
      </>
    ),
  },
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

const STATE_KINDS = { open: "ok", returning: "warn", differs: "bad", closed: "neutral" } as const;
