import type { App, Caller } from "#server/app.ts";
import type { IssuerWord } from "#server/cards/orders/cardOrder.ts";
import { openOrder } from "#server/cards/orders/openOrder.ts";
import { settleOrder } from "#server/cards/orders/settleOrder.ts";
import { ownCard } from "#server/cards/ownCard.ts";
import { transact } from "#server/db/db.ts";
import { CODE_SECONDS } from "#server/otp/purposes.ts";
import { spendCode, type StepUp } from "#server/otp/spendCode.ts";
import { Refusal } from "#server/refusal.ts";

/** Longer than the issuer may take to answer: after that the look counts as not taken. */
const OWN_TIME_MS = 60_000;

/**
 * One look at the new CVV of the member's own card: sealed by the issuer to the key of the page that asks,
 * and passed on unread. Spends the code. Refuses with cvv_nothing_to_show when there is none that was not
 * looked at, and with issuer_unavailable, after which the look is still to be had with a new code. The same
 * page may repeat its call for five minutes, in case the answer was lost: nobody else could read it.
 */
export async function revealOwnCvv(
  app: App,
  caller: Caller,
  { publicKey, code }: { publicKey: string; code: StepUp },
): Promise<string> {
  const at = app.now();
  const shown = await findShown(app, caller, { publicKey, pinId: code.pinId, at });
  if (shown !== undefined) return showAgain(app, shown, publicKey);
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
      detail: { publicKey, pinId: code.pinId },
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

/** The plastic of a look that this page, with this code and this key, has been given. */
async function findShown(
  app: App,
  { memberId }: Caller,
  { publicKey, pinId, at }: { publicKey: string; pinId: string; at: Date },
): Promise<string | undefined> {
  const shown = await app.db
    .selectFrom("card_order as o")
    .innerJoin("card as c", "c.id", "o.card_id")
    .select("o.token")
    .where("c.member_id", "=", memberId)
    .where("c.status", "=", "active")
    .where("o.kind", "=", "reveal_cvv")
    .where("o.state", "=", "done")
    .where("o.created_at", ">", new Date(at.getTime() - CODE_SECONDS * 1000))
    .where("o.detail", "=", JSON.stringify({ publicKey, pinId }))
    .executeTakeFirst();
  return shown?.token ?? undefined;
}

async function showAgain(app: App, token: string, publicKey: string): Promise<string> {
  const answer = await app.issuer.revealCvv({ token, publicKey });
  if (answer.kind !== "revealed") throw new Refusal("issuer_unavailable");
  return answer.sealed;
}
