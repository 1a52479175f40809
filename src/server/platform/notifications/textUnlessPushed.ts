import { sql } from "kysely";
import * as z from "zod/mini";
import { transact, type Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { mayStandForText } from "./mayStandForText.ts";
import { type MemberNotice, type Teller, textMember } from "./tellMember.ts";

/** The notice that is pushed, and the text that stands behind it. */
type Told = {
  notificationId: bigint;
  memberId: bigint;
  notice: MemberNotice;
  values: Record<string, string>;
};

const job = z.object({
  notificationId: z.string().check(z.regex(/^\d{1,18}$/)),
  memberId: z.string().check(z.regex(/^\d{1,18}$/)),
  notice: z.string(),
  values: z.record(z.string(), z.string()),
});

/**
 * Tells by push in place of the text, where that works: the text goes out at once where no browser may stand for it,
 * and after a minute where no push service took the notice. So there is always one of the two.
 */
export async function textOrPush(tx: Tx, teller: Teller, told: Told): Promise<void> {
  const { memberId, notificationId } = told;
  const at = teller.now();
  if (!(await mayStandForText(tx, { memberId, notificationId, at }))) {
    return textMember(tx, teller, told);
  }
  const payload = {
    ...told,
    memberId: String(memberId),
    notificationId: String(notificationId),
  };
  await tx
    .insertInto("outbox")
    .values({ kind: "text_unless_pushed", payload: JSON.stringify(payload), created_at: at })
    .execute();
}

/** Job `text_unless_pushed`: the text of a notice that no push service has taken. */
export async function textUnlessPushed(app: App, payload: unknown): Promise<void> {
  const { notificationId, memberId, notice, values } = job.parse(payload);
  await transact(app.db, async (tx) => {
    const { rows } = await sql<{ notification_id: bigint }>`
      update push_notice set texted_at = ${app.now()}
      where notification_id = ${notificationId} and accepted_at is null and texted_at is null
      returning notification_id
    `.execute(tx);
    if (rows.length === 0) return;
    // Written by textOrPush.
    const told = { memberId: BigInt(memberId), notice: notice as MemberNotice, values };
    await textMember(tx, app, told);
  });
  pokeRelay(app);
}
