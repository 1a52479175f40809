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

/** One of the steps, so far or to come. */
export function stepText(
  { state }: Pick<LoanApplication["steps"][number], "state">,
  texts: LoanApplicationsTexts,
): string {
  return state === "accepted" ? texts.accepted.state : texts.states[state];
}

const WAY = ["for_verification", "for_approval", "for_signing", "accepted", "released"] as const;

/** The stages that are still to come of an application that goes its way; none of one that has ended. */
export function stagesToCome(stage: Stage): readonly (typeof WAY)[number][] {
  if (isOver(stage)) return [];
  switch (stage.state) {
    case "submitted":
    case "for_documents":
      return WAY;
    case "for_verification":
      return WAY.slice(1);
    case "for_approval":
    case "approved":
      return WAY.slice(2);
    case "for_signing":
      return WAY.slice(stage.isAccepted ? 4 : 3);
    case "released":
    case "rejected":
    case "cancelled":
      return [];
  }
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
