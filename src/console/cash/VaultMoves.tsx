import { useMay } from "#console/api/me.ts";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import type { CashMove } from "#contract/staff/cashMoves.ts";
import { formatPesos } from "#common/money.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useState } from "react";
import { Moment } from "./Moment.tsx";
import {
  type AskedKind,
  AskMoveDialog,
  AskVaultDifference,
  DecideMoveDialog,
  TakeBack,
} from "./MoveDialogs.tsx";

const AT_VAULT = ["count", "to_bank", "from_bank"] as const;

/** What moves in and out of the vaults, each counted by two. */
export function VaultMoves({ moves }: { moves: readonly CashMove[] }) {
  const texts = useTexts("cash");
  const may = useMay();
  const [asking, setAsking] = useState<AskedKind>();
  const [shown, setShown] = useState<{ move: CashMove; books: boolean }>();
  return (
    <>
      <SectionHead title={texts.vault} />
      {may("cash.move") && (
        <div className="form-actions cash-acts">
          {AT_VAULT.map((kind) => (
            <Button key={kind} small onClick={() => setAsking(kind)}>
              {texts.moves[kind]}
            </Button>
          ))}
        </div>
      )}
      <PlainTable
        caption={texts.vault}
        rows={moves}
        keyOf={({ moveId }) => moveId}
        empty={texts.noMoves}
        columns={columnsOf(texts, {
          onDecide: (move) => setShown({ move, books: false }),
          onBook: may("request.vault_difference")
            ? (move) => setShown({ move, books: true })
            : undefined,
        })}
      />
      {asking !== undefined && <AskMoveDialog kind={asking} onClose={() => setAsking(undefined)} />}
      {shown?.books === false && (
        <DecideMoveDialog move={shown.move} onClose={() => setShown(undefined)} />
      )}
      {shown?.books === true && (
        <AskVaultDifference move={shown.move} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

type Acts = {
  onDecide: (move: CashMove) => void;
  onBook: ((move: CashMove) => void) | undefined;
};

const columnsOf = (texts: Catalogue["cash"], acts: Acts): readonly PlainColumn<CashMove>[] => [
  {
    key: "kind",
    head: texts.move,
    cell: ({ kind, branch }) => (
      <div>
        {texts.moves[kind]}
        <span className="meta drawer-branch">{branch}</span>
      </div>
    ),
  },
  { key: "at", head: texts.time, cell: ({ askedAt }) => <Moment at={askedAt} /> },
  {
    key: "by",
    head: texts.by,
    cell: ({ askedBy, decidedBy }) => (
      <div>
        {askedBy}
        {decidedBy !== null && <span className="meta drawer-branch">{decidedBy}</span>}
      </div>
    ),
  },
  {
    key: "slip",
    head: texts.slip,
    cell: ({ slip }) => (slip === null ? "–" : <Reference value={slip} />),
  },
  {
    key: "amount",
    head: texts.amount,
    isFigure: true,
    cell: ({ amount }) => <Money amount={amount} alwaysShown />,
  },
  {
    key: "state",
    head: texts.state,
    cell: (move) => (
      <div className="cash-state">
        <StatusTag kind={STATE_KINDS[move.state]}>{texts.moveStates[move.state]}</StatusTag>
        <MoveAct move={move} {...acts} />
      </div>
    ),
  },
];

function MoveAct({ move, onDecide, onBook }: { move: CashMove } & Acts) {
  const texts = useTexts("cash");
  if (move.mayDecide) {
    return (
      <Button
        small
        aria-label={`${texts.decide}: ${texts.moves[move.kind]} ${formatPesos(move.amount)}, ${move.askedBy}`}
        onClick={() => onDecide(move)}
      >
        {texts.decide}
      </Button>
    );
  }
  if (move.state === "waiting" && move.isOwn) return <TakeBack move={move} />;
  if (move.state === "differs" && move.kind === "count" && onBook !== undefined) {
    return (
      <Button small onClick={() => onBook(move)}>
        {texts.askDifference}
      </Button>
    );
  }
  return null;
}

const STATE_KINDS = {
  waiting: "warn",
  differs: "bad",
  done: "ok",
  refused: "neutral",
  ended: "neutral",
} as const;
