import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import { formatPesos, formatPesosAscii, toDecimal } from "#common/money.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { transact } from "#server/db/db.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";

/** Each is a text message and a row of the trail. */
const CHANGES_A_DAY = 20;

/**
 * From now on purchases and withdrawals from this amount on (centavos) are told by text: 0n each of them, null
 * none. What it is already changes nothing. A change is told by text itself, because whoever means to spend a
 * stranger's money would have it told to nobody. Refuses too_many_requests beyond twenty changes a day.
 */
export async function setPurchaseTexts(
  app: App,
  caller: Caller,
  textFrom: bigint | null,
): Promise<void> {
  await transact(app.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("member")
      .set({ purchase_text_from_centavos: textFrom })
      .where("id", "=", caller.memberId)
      .where("purchase_text_from_centavos", "is distinct from", textFrom)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const changes = { scope: "purchase_texts", key: String(caller.memberId), limit: CHANGES_A_DAY };
    await requireWithin(tx, { ...changes, window: "1 day", at: app.now() });
    await audit(tx, {
      at: app.now(),
      actorKind: "member",
      actor: caller.memberGuid,
      action: "purchase_texts_set",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: { textFrom: textFrom === null ? null : toDecimal(textFrom) },
    });
    await noteActivity(tx, {
      memberId: caller.memberId,
      at: app.now(),
      kind: "purchase_texts_set",
      doer: "member",
      from: { sessionId: caller.sessionId },
    });
    await tellMember(tx, app, {
      memberId: caller.memberId,
      ...noticeOf(textFrom),
    });
  });
  pokeRelay(app);
}

function noticeOf(textFrom: bigint | null) {
  if (textFrom === null) return { notice: "purchase_texts_off" } as const;
  if (textFrom === 0n) return { notice: "purchase_texts_every" } as const;
  const values = { amount: formatPesos(textFrom), pesos: formatPesosAscii(textFrom) };
  return { notice: "purchase_texts_set", values } as const;
}
