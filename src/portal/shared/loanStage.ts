import type { LoanApplication } from "#contract/loans.ts";
import type { LoanApplicationsTexts } from "#portal/texts/en/loanApplications.ts";
import type { StatusTag } from "#ui/StatusTag.tsx";
import type { ComponentProps } from "react";

type Stage = Pick<LoanApplication, "state" | "isAccepted" | "hasOffer">;

/** Its offer was neither accepted in time nor ended yet: nothing is left to decide on. */
export const isOver = ({ state, isAccepted, hasOffer }: Stage): boolean =>
  state === "for_signing" && !isAccepted && !hasOffer;

/** The stage in the member's words: an offer that was accepted is no longer one to decide on. */
export function stageText(stage: Stage, texts: LoanApplicationsTexts): string {
  if (isOver(stage)) return texts.over.state;
  const { state, isAccepted } = stage;
  return state === "for_signing" && isAccepted ? texts.accepted.state : texts.states[state];
}

/** What the stage means and what comes next. */
export function stageMeaning(stage: Stage, texts: LoanApplicationsTexts): string {
  if (isOver(stage)) return texts.over.meaning;
  const { state, isAccepted } = stage;
  return state === "for_signing" && isAccepted ? texts.accepted.meaning : texts.meanings[state];
}

/** One of the steps so far. */
export function stepText(
  { state }: LoanApplication["steps"][number],
  texts: LoanApplicationsTexts,
): string {
  return state === "accepted" ? texts.accepted.state : texts.states[state];
}

/** Brass and amber ask for something, green and red are ends. */
export function stageKind(stage: Stage): ComponentProps<typeof StatusTag>["kind"] {
  const { state, isAccepted } = stage;
  if (isOver(stage)) return "neutral";
  switch (state) {
    case "for_documents":
      return "warn";
    case "for_signing":
      return isAccepted ? "info" : "brass";
    case "released":
      return "ok";
    case "rejected":
      return "bad";
    case "cancelled":
      return "neutral";
    case "submitted":
    case "for_verification":
    case "for_approval":
    case "approved":
      return "info";
  }
}

const ENDED: readonly LoanApplication["state"][] = ["released", "rejected", "cancelled"];
const SHOWN_AFTER_END_MS = 30 * 24 * 60 * 60 * 1000;

export const isEnded = ({ state }: Pick<LoanApplication, "state">): boolean =>
  ENDED.includes(state);

/** What the dashboard shows: what is open, and for a month how the others ended. A loan shows itself. */
export function shownApplications(
  applications: readonly LoanApplication[],
  now: Date,
): readonly LoanApplication[] {
  return applications.filter((one) =>
    isEnded(one)
      ? one.state !== "released" &&
        now.getTime() - new Date(one.changedAt).getTime() < SHOWN_AFTER_END_MS
      : true,
  );
}
