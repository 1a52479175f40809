import type { FromCardKind } from "#contract/transferKinds.ts";
import type { orderCalls, TransferReceipt } from "#contract/transfers.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { MoneyCall } from "#server/platform/http/calls.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { voidIfAsked } from "#server/domains/otp/voidIfAsked.ts";
import { acceptFromCard } from "./acceptFromCard.ts";
import { shopOf } from "./shopOf.ts";
import { type FromCardIntent, storedIntent } from "./storedIntent.ts";
import { orderRefusal } from "./transferRefusal.ts";

type CallFromCard = MoneyCall<(typeof orderCalls)[FromCardKind]>;

/**
 * Accepts the order and answers its reference number. A repeat under the same idempotency key gets the first
 * answer, whatever became of the transfer. Refuses as the contract lists; a refusal has moved no money.
 */
export async function transferFromCard(
  { app, body, credentials, idempotencyKey, correlationId }: CallFromCard,
  intent: FromCardIntent,
): Promise<TransferReceipt> {
  // Before it shares a call with others: what is against its code is said to it alone.
  shopOf(intent);
  await voidIfAsked(app, credentials, { ...body, correlationId });
  const found = await acceptFromCard(app, {
    ...credentials,
    intent,
    key: idempotencyKey,
    // The order without its code: a repeat with a newer code is the same order.
    requestHash: sha256(JSON.stringify(storedIntent(intent))),
    pinId: body.pinId,
    pinHmac: pinHmac(app.secrets, body.pinId, body.pin),
    correlationId,
  });
  if (found.verdict !== "ok") throw await orderRefusal(app, credentials, found);
  app.metrics.transfers.inc({ state: "accepted" });
  pokeRelay(app);
  return found.answer;
}
