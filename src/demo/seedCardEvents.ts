import type { CardEvent } from "#server/domains/cards/state/cardEvents.ts";
import { type CardActor, moveCard } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import type { DemoMember } from "./demoFiles.ts";
import { sceneOf } from "./seedCards.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_HOURS = 24;
/** When a card that is older than what it waits for was opened. */
export const OPENED_DAYS_AGO = 400;

/** What brings a card to the states of the scenarios, in this order. */
const TO_STATUS: Record<number, readonly CardEvent[]> = {
  0: [],
  1: ["request_card", "approve", "activate_card"],
  2: ["request_card", "approve", "activate_card"],
  3: ["request_card", "approve", "activate_card"],
  4: ["request_card"],
  10: ["request_card", "approve"],
  12: ["request_card", "reject"],
};
const TO_PERSO: Record<number, readonly CardEvent[]> = {
  0: [],
  1: ["request_perso_card", "receive_perso_card", "hand_over", "activate_perso_card"],
  4: ["request_perso_card"],
  10: ["request_perso_card", "receive_perso_card"],
  11: ["request_perso_card", "receive_perso_card", "hand_over"],
  12: ["request_perso_card", "receive_perso_card", "hand_over", "activation_failed"],
};
const BY_MEMBER: readonly CardEvent[] = [
  "request_card",
  "activate_card",
  "request_perso_card",
  "activate_perso_card",
  "lock_card",
];
const BY_STAFF: readonly CardEvent[] = ["receive_perso_card", "hand_over", "admin_lock"];

/**
 * Brings a card that was just opened to the states of its scenario, by the events that lead there: so that
 * its record begins where the card does. The card is as the file has it afterwards.
 */
export async function moveToScenario(
  tx: Tx,
  { card }: Pick<DemoMember, "card">,
  { cardId, memberGuid, now }: { cardId: bigint; memberGuid: string; now: Date },
): Promise<void> {
  for (const { event, hoursAgo } of lifeOf(card)) {
    await moveCard(tx, {
      cardId,
      event,
      actor: actorOf(event, memberGuid),
      reason: "opening",
      at: new Date(now.getTime() - hoursAgo * HOUR_MS),
      correlationId: "demo",
    });
  }
}

type Past = { event: CardEvent; hoursAgo: number };

/** The events with their hours, the oldest first; those of an application are of its time (seedCards.ts). */
function lifeOf(card: DemoMember["card"]): Past[] {
  const scene = sceneOf({ card });
  const generic = scene?.kind === "generic" ? scene.daysAgo : OPENED_DAYS_AGO;
  const perso = scene?.kind === "personalized" ? scene.daysAgo : OPENED_DAYS_AGO - 30;
  const asked: Past[] = [
    ...(TO_STATUS[card.cardStatus] ?? []).map((event) => ({
      event,
      hoursAgo: generic * DAY_HOURS,
    })),
    ...(TO_PERSO[card.persoCardStatus] ?? []).map((event) => ({
      event,
      // What was asked for weeks ago came to the office a day ago, and failed an hour ago.
      hoursAgo: scene === undefined ? perso * DAY_HOURS : (LATELY[event] ?? perso * DAY_HOURS),
    })),
  ];
  const since: Past[] = [
    ...(card.memberLocked === 1 ? [{ event: "lock_card", hoursAgo: 12 } as const] : []),
    ...(card.adminLocked === 1 ? [{ event: "admin_lock", hoursAgo: 8 } as const] : []),
    ...(card.cardStatus === 3 ? [{ event: "suspend", hoursAgo: 4 } as const] : []),
    ...(card.cardStatus === 2 ? [{ event: "deactivate", hoursAgo: 4 } as const] : []),
  ];
  return [...asked, ...since];
}

const LATELY: Partial<Record<CardEvent, number>> = {
  receive_perso_card: DAY_HOURS,
  hand_over: DAY_HOURS,
  activation_failed: 1,
};

function actorOf(event: CardEvent, memberGuid: string): CardActor {
  if (BY_MEMBER.includes(event)) return { kind: "member", name: memberGuid };
  if (BY_STAFF.includes(event)) return { kind: "staff", name: "card.demo" };
  return { kind: "job", name: "opening" };
}
