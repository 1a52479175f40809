import { audit } from "#server/platform/audit/writeAudit.ts";
import type { CardActor } from "#server/domains/cards/state/moveCard.ts";
import type { Tx } from "#server/db/db.ts";
import { openOrder } from "./openOrder.ts";
import { resolveStopExceptions } from "./reportRefusal.ts";
import { readStop } from "./stopAtIssuer.ts";

/** The issuer said no a moment ago: whoever presses again within this time is not asked for anew. */
const PAUSE_MS = 30_000;

type Asking = { cardId: bigint; actor: CardActor; correlationId: string; at: Date; askFrom: Date };

/**
 * Asks the issuer again, by a new order, to stop a card that it refused to stop. What stood among the exceptions for it
 * is resolved by that; another refusal stands there anew. Undefined where nothing is to be asked again. The caller holds
 * the card's row.
 */
export async function askStopAgain(tx: Tx, asking: Asking): Promise<bigint | undefined> {
  const { cardId, actor, correlationId, at, askFrom } = asking;
  const stop = await readStop(tx, cardId);
  if (stop.state !== "refused" || at.getTime() - stop.endedAt.getTime() < PAUSE_MS)
    return undefined;
  const { detail } = stop;
  const id = await openOrder(tx, {
    cardId,
    kind: "deactivate",
    detail,
    actor,
    correlationId,
    at,
    askFrom,
  });
  const resolution = "The issuer is asked again.";
  await resolveStopExceptions(tx, cardId, { at, by: actor.name, resolution });
  await audit(tx, {
    at,
    actorKind: "member",
    actor: actor.name,
    action: "ask_issuer_again",
    object: `card:${cardId}`,
    correlationId,
    detail: { kind: "deactivate" },
  });
  return id;
}
