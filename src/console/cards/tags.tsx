import { useTexts } from "#console/texts/texts.ts";
import type { ApplicationStage } from "#contract/staff/cards.ts";
import type { KitState } from "#contract/staff/cardStock.ts";
import { StatusTag } from "#ui/StatusTag.tsx";

const STAGES = {
  sent: "info",
  review: "warn",
  approved: "brass",
  rejected: "bad",
  withdrawn: "neutral",
  produced: "brass",
  for_pickup: "brass",
  handed_over: "info",
  fulfilled: "ok",
  unclaimed: "neutral",
  failed: "bad",
} as const satisfies Record<ApplicationStage, string>;

const KITS = {
  announced: "info",
  in_stock: "ok",
  reserved: "brass",
  released: "info",
  activated: "ok",
  returned: "neutral",
  destroyed: "neutral",
  missing: "bad",
} as const satisfies Record<KitState, string>;

/** How far an application is, as icon and word. */
export function StageTag({ stage }: { stage: ApplicationStage }) {
  const { stages } = useTexts("cards");
  return <StatusTag kind={STAGES[stage]}>{stages[stage]}</StatusTag>;
}

/** Where plastic stands, as icon and word. */
export function KitTag({ state }: { state: KitState }) {
  const { kitStates } = useTexts("cards");
  return <StatusTag kind={KITS[state]}>{kitStates[state]}</StatusTag>;
}
