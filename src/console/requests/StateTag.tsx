import { useTexts } from "#console/texts/texts.ts";
import type { RequestState } from "#contract/staff/requests.ts";
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

/** How a request stands, as icon and word. */
export function StateTag({ state }: { state: RequestState }) {
  const texts = useTexts("requests");
  return <StatusTag kind={KINDS[state]}>{texts.states[state]}</StatusTag>;
}
