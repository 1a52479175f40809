import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import type { IssuerOutcome } from "#server/domains/cards/orders/cardOrder.ts";
import { openOrder } from "#server/domains/cards/orders/openOrder.ts";
import { settleOrder } from "#server/domains/cards/orders/settleOrder.ts";
import { ownCard } from "#server/domains/cards/state/ownCard.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { CODE_SECONDS } from "#server/domains/otp/purposes.ts";
import { spendCode, type StepUp } from "#server/domains/otp/spendCode.ts";
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
  const browser = code.browserHash.toString("base64url");
  const detail = { publicKey, pinId: code.pinId, browser };
  const asked = await transact(app.db, async (tx): Promise<bigint | Shown | Refusal> => {
    const card = await ownCard(tx, caller.memberId, "reveal_cvv");
    const shown = await findShown(tx, { cardId: card.id, detail, at });
    if (shown !== undefined) return shown;
    if (!card.cvv_unseen) throw new Refusal("cvv_nothing_to_show");
    const refusal = await spendCode(tx, app, caller, {
      ...code,
      purpose: "reveal_cvv",
      intent: { kind: "reveal_cvv" },
    });
    if (refusal !== undefined) return refusal;
    const { memberId, sessionId } = caller;
    await noteActivity(tx, { memberId, at, kind: "cvv_seen", doer: "member", from: { sessionId } });
    await tx.updateTable("card").set({ cvv_unseen: false }).where("id", "=", card.id).execute();
    return openOrder(tx, {
      cardId: card.id,
      kind: "reveal_cvv",
      detail,
      actor: { kind: "member", name: caller.memberGuid },
      correlationId: caller.correlationId,
      at,
      askFrom: new Date(at.getTime() + OWN_TIME_MS),
    });
  });
  if (asked instanceof Refusal) throw asked;
  if (typeof asked !== "bigint") return showAgain(app, asked.token, publicKey);
  let sealed: string | undefined;
  const end = await settleOrder(app, asked, async ({ token }): Promise<IssuerOutcome> => {
    const answer = await app.issuer.revealCvv({ token, publicKey });
    if (answer.kind === "revealed") {
      ({ sealed } = answer);
      return { kind: "done" };
    }
    const code = answer.kind === "refused" ? answer.code : "not_shown";
    app.log.warn({ reason: answer.reason }, "the issuer did not show a CVV");
    return { kind: "refused", code };
  });
  // Where the order ended as not shown, the look is still to be had: then it is not shown.
  if (end.state !== "done" || sealed === undefined) throw new Refusal("issuer_unavailable");
  return sealed;
}

type Shown = { token: string };

/** The plastic of a look that this page, with this browser, code and key, has been given. */
async function findShown(
  tx: Tx,
  { cardId, detail, at }: { cardId: bigint; detail: Record<string, string>; at: Date },
): Promise<Shown | undefined> {
  const shown = await tx
    .selectFrom("card_order")
    .select("token")
    .where("card_id", "=", cardId)
    .where("kind", "=", "reveal_cvv")
    .where("state", "=", "done")
    .where("created_at", ">", new Date(at.getTime() - CODE_SECONDS * 1000))
    .where("detail", "=", JSON.stringify(detail))
    .executeTakeFirst();
  const token = shown?.token ?? undefined;
  return token === undefined ? undefined : { token };
}

async function showAgain(app: App, token: string, publicKey: string): Promise<string> {
  const answer = await app.issuer.revealCvv({ token, publicKey });
  if (answer.kind !== "revealed") throw new Refusal("issuer_unavailable");
  return answer.sealed;
}
