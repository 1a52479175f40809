import type { CardStep } from "#contract/cardApplication.ts";
import type { CardKind } from "#server/domains/cards/state/releaseDate.ts";

type Moments = {
  kind: CardKind;
  stage: string;
  requested_at: Date;
  decided_at: Date | null;
  ordered_at: Date | null;
  produced_at: Date | null;
  ready_at: Date | null;
  released_at: Date | null;
  ended_at: Date | null;
};

/**
 * The way of a card from its order into use, in order: what has happened with its moment, what is to come without.
 * What was passed over is left out, and of one that came to nothing what is to come.
 */
export function stepsOf(row: Moments): { step: CardStep; at: Date | null }[] {
  const { kind, stage, requested_at: at, decided_at: decided, ended_at: ended } = row;
  const isOver = ended !== null;
  const isInUse = stage === "fulfilled";
  // Of who is the issuer's customer already, nothing is decided.
  const isJudged = decided?.getTime() !== at.getTime();
  const approved = isOver && !isInUse && stage === "rejected" ? null : decided;
  const way: { step: CardStep; at: Date | null }[] = [
    { step: "ordered", at },
    ...(isJudged ? [{ step: "approved", at: approved } as const] : []),
    ...(kind === "personalized"
      ? ([
          { step: "making", at: row.ordered_at },
          { step: "sent", at: row.produced_at },
        ] as const)
      : []),
    { step: "ready", at: row.ready_at },
    { step: "handed_over", at: row.released_at },
    isOver && !isInUse ? { step: "ended", at: ended } : { step: "activated", at: ended },
  ];
  const last = way.findLastIndex((one) => one.at !== null);
  // A card in hand needs no word of the steps before it that nobody noted.
  return way.filter((one, index) => one.at !== null || (index > last && !isOver));
}
