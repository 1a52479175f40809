import type { TransferReceipt, transferOwnAccountToCard as contract } from "#contract/transfers.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import type { MoneyCall } from "#server/platform/http/calls.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { voidIfAsked } from "#server/domains/otp/voidIfAsked.ts";
import { acceptOrder } from "./acceptOrders.ts";
import { storedIntent } from "./storedIntent.ts";
import { orderRefusal } from "./transferRefusal.ts";

/**
 * Accepts the order and answers its reference number: the account is debited and the transfer is under way. A
 * repeat under the same idempotency key gets the first answer, whatever became of the transfer. Refuses as the
 * contract lists; a refusal has moved no money.
 */
export async function transferOwnAccountToCard(
  call: MoneyCall<typeof contract>,
): Promise<TransferReceipt> {
  const { app, body } = call;
  const intent = JSON.stringify(storedIntent({ kind: "own", ...body }));
  await voidIfAsked(app, call.credentials, { ...body, correlationId: call.correlationId });
  const found = await acceptOrder(app, {
    ...call.credentials,
    key: call.idempotencyKey,
    // The order without its code: a repeat with a newer code is the same order.
    requestHash: sha256(intent),
    sourceAccount: body.source_account,
    destinationAccount: body.destination_account,
    amount: body.amount,
    intent,
    pinId: body.pinId,
    pinHmac: pinHmac(app.secrets, body.pinId, body.pin),
    correlationId: call.correlationId,
  });
  if (found.verdict !== "ok") throw await orderRefusal(app, call.credentials, found);
  app.metrics.transfers.inc({ state: "accepted" });
  pokeRelay(app);
  return found.answer;
}
