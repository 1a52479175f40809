import type { NoticeChange } from "#contract/noticeChoices.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { noteActivity } from "#server/platform/activity/noteActivity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { requireWithin } from "#server/platform/base/throttle.ts";
import { isMailAddress } from "#server/platform/config/mailConfig.ts";
import { pokeRelay } from "#server/platform/jobs/pokeRelay.ts";
import { Refusal } from "#server/refusal.ts";
import { ruleOf } from "./noticeGroups.ts";
import { isOn, readChosen } from "./readNoticeChoices.ts";
import { tellMember } from "./tellMember.ts";

/** Each is a row of the trail, and may be a text message. */
const CHANGES_A_DAY = 20;

/**
 * From now on these kinds of notices go, or no longer go, by these channels. What is so already changes nothing.
 * What is switched off is told by text, once for all of it: whoever took over a session would have warnings told
 * to nobody. Refuses notice_choice_fixed for what always goes, too_many_requests beyond twenty changes a day.
 */
export async function setNoticeChoices(
  app: App,
  caller: Caller,
  asked: readonly NoticeChange[],
): Promise<void> {
  for (const change of asked) requireChoice(change);
  const { memberId } = caller;
  await transact(app.db, async (tx) => {
    const changes = await keepChanges(tx, app, { memberId, asked });
    if (changes.length === 0) return;
    const at = app.now();
    const limit = { scope: "notice_choices", key: String(memberId), limit: CHANGES_A_DAY };
    await requireWithin(tx, { ...limit, window: "1 day", at });
    await audit(tx, {
      at,
      actorKind: "member",
      actor: caller.memberGuid,
      action: "notice_choices_set",
      object: `member:${caller.memberGuid}`,
      correlationId: caller.correlationId,
      detail: Object.fromEntries(
        changes.map(({ group, channel, position }) => [`${group} ${channel}`, position]),
      ),
    });
    const from = { sessionId: caller.sessionId };
    await noteActivity(tx, { memberId, at, kind: "notice_choices_set", doer: "member", from });
    // What is no longer pushed goes by text again, where it would.
    if (changes.some(({ position, channel }) => position === "off" && channel !== "push")) {
      await tellMember(tx, app, { memberId, notice: "notices_lessened" });
    }
  });
  pokeRelay(app);
}

function requireChoice({ group, channel, position }: NoticeChange): void {
  const rule = ruleOf(group, channel);
  if (rule === "by_amount" || (rule === "always" && position === "off")) {
    throw new Refusal("notice_choice_fixed");
  }
}

/** Keeps what is not so already, the last word for each; answers that. */
async function keepChanges(
  tx: Tx,
  app: App,
  { memberId, asked }: { memberId: bigint; asked: readonly NoticeChange[] },
): Promise<NoticeChange[]> {
  // One change after the other, so that none is told twice.
  const member = await tx
    .selectFrom("member")
    .select("email_address")
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const chosen = await readChosen(tx, memberId);
  const last = new Map(asked.map((change) => [`${change.group} ${change.channel}`, change]));
  const changes = [...last.values()].filter(
    (change) => isOn(chosen, change) !== (change.position === "on"),
  );
  if (changes.length === 0) return [];
  const isMailed = app.mail !== undefined && isMailAddress(member.email_address);
  if (
    !isMailed &&
    changes.some(({ channel, position }) => channel === "email" && position === "on")
  ) {
    throw new Refusal("unavailable");
  }
  await tx
    .insertInto("notice_choice")
    .values(
      changes.map(({ group, channel, position }) => ({
        member_id: memberId,
        notice_group: group,
        channel,
        is_on: position === "on",
        chosen_at: app.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["member_id", "notice_group", "channel"]).doUpdateSet((row) => ({
        is_on: row.ref("excluded.is_on"),
        chosen_at: row.ref("excluded.chosen_at"),
      })),
    )
    .execute();
  return changes;
}
