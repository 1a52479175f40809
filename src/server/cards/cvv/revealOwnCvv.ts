import type { App, Caller } from "#server/app.ts";
import type { IssuerWord } from "#server/cards/orders/cardOrder.ts";
import { openOrder } from "#server/cards/orders/openOrder.ts";
import { settleOrder } from "#server/cards/orders/settleOrder.ts";
import { ownCard } from "#server/cards/ownCard.ts";
import { transact } from "#server/db/db.ts";
import { spendCode, type StepUp } from "#server/otp/spendCode.ts";
import { Refusal } from "#server/refusal.ts";

/** Longer than the issuer may take to answer: after that the look counts as not taken. */
const OWN_TIME_MS = 60_000;

/**
 * One look at the new CVV of the member's own card: sealed by the issuer to the key of the page that asks,
 * and passed on unread. Spends the code. Refuses with cvv_nothing_to_show when there is none that was not
 * looked at, and with issuer_unavailable, after which the look is still to be had with a new code.
 */
export async function revealOwnCvv(
  app: App,
  caller: Caller,
  { publicKey, code }: { publicKey: string; code: StepUp },
): Promise<string> {
  const at = app.now();
  const asked = await transact(app.db, async (tx): Promise<bigint | Refusal> => {
    const card = await ownCard(tx, caller.memberId, { unlocked: true });
    if (!card.cvv_unseen) throw new Refusal("cvv_nothing_to_show");
    const refusal = await spendCode(tx, app, caller, {
      ...code,
      purpose: "reveal_cvv",
      intent: { kind: "reveal_cvv" },
    });
    if (refusal !== undefined) return refusal;
    await tx.updateTable("card").set({ cvv_unseen: false }).where("id", "=", card.id).execute();
    return openOrder(tx, {
      cardId: card.id,
      kind: "reveal_cvv",
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + OWN_TIME_MS),
    });
  });
  if (asked instanceof Refusal) throw asked;
  let sealed: string | undefined;
  await settleOrder(app, asked, async ({ token }): Promise<IssuerWord> => {
    const answer = await app.issuer.revealCvv({ token, publicKey });
    if (answer.kind === "revealed") {
      ({ sealed } = answer);
      return { kind: "done" };
    }
    const code = answer.kind === "refused" ? answer.code : "not_shown";
    app.log.warn({ reason: answer.reason }, "the issuer did not show a CVV");
    return { kind: "refused", code };
  });
  if (sealed === undefined) throw new Refusal("issuer_unavailable");
  return sealed;
}
