import { useTexts } from "#console/texts/texts.ts";
import type { RequestState, RequestSummary } from "#contract/staff/requests.ts";
import { StatusTag } from "#ui/StatusTag.tsx";

const KINDS = {
  open: "info",
  approved: "ok",
  rejected: "bad",
  withdrawn: "neutral",
  expired: "neutral",
  stale: "warn",
  failed: "bad",
} as const satisfies Record<RequestState, string>;

/** How a request stands, as icon and word; of one that takes two approvals, how the second stands. */
export function StateTag({
  request: { state, secondApproval },
}: {
  request: Pick<RequestSummary, "state" | "secondApproval">;
}) {
  const texts = useTexts("requests");
  return secondApproval === null || secondApproval === "approved" ? (
    <StatusTag kind={KINDS[state]}>{texts.states[state]}</StatusTag>
  ) : (
    <StatusTag kind={KINDS[secondApproval]}>{texts.secondApproval[secondApproval]}</StatusTag>
  );
}
