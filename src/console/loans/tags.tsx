import { useTexts } from "#console/texts/texts.ts";
import type { LoanStage } from "#contract/staff/loans.ts";
import { StatusTag } from "#ui/StatusTag.tsx";

const STAGES = {
  submitted: "info",
  for_verification: "warn",
  for_documents: "neutral",
  for_approval: "brass",
  approved: "brass",
  for_signing: "info",
  released: "ok",
  rejected: "bad",
  cancelled: "neutral",
} as const satisfies Record<LoanStage, string>;

/** How far an application is, as icon and word. */
export function StageTag({ stage }: { stage: LoanStage }) {
  const { stages } = useTexts("loans");
  return <StatusTag kind={STAGES[stage]}>{stages[stage]}</StatusTag>;
}
