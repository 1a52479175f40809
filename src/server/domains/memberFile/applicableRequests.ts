import { sql } from "kysely";
import type { RequestKind } from "#contract/staff/actions.ts";
import type { App } from "#server/platform/app.ts";
import { DISPUTED_FUNDS } from "#server/domains/cases/requests/disputedFunds.ts";
import {
  canComeBack,
  isInUse,
  isReplaceable,
} from "#server/domains/cards/requests/cardConditions.ts";

/**
 * The kinds of requests about one member that would change something as member, card and holds stand now.
 * Only what is offered: each kind looks again when it is asked for.
 */
export async function applicableRequests(app: App, memberId: bigint): Promise<RequestKind[]> {
  const { db } = app;
  const [member, card, accounts, holds, locks] = await Promise.all([
    db
      .selectFrom("member")
      .select(["access_closed_for", "paused_until"])
      .where("id", "=", memberId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("card")
      .select(["status", "deactivated_for", "admin_locked", "account_no"])
      .where("member_id", "=", memberId)
      .executeTakeFirst(),
    db
      .selectFrom("member_account")
      .select("id")
      .where("member_id", "=", memberId)
      .limit(1)
      .execute(),
    sql`select h.id from ledger_hold h
      where h.released_at is null and h.reason = ${DISPUTED_FUNDS} and h.ledger_account_id in (
        select ledger_account_id from member_account where member_id = ${memberId}
        union all select ledger_account_id from card where member_id = ${memberId})
      limit 1`.execute(db),
    db
      .selectFrom("money_lock")
      .select("hold_id")
      .where("member_id", "=", memberId)
      .where("ended_at", "is", null)
      .limit(1)
      .execute(),
  ]);
  const { access_closed_for: closedFor, paused_until: pausedUntil } = member;
  const applies: [RequestKind, boolean][] = [
    ["change_mobile", true],
    ["change_email", true],
    ["reactivate_member", closedFor !== null && closedFor !== "frozen"],
    ["lift_freeze", closedFor === "frozen"],
    ["shorten_pause", pausedUntil !== null && pausedUntil > app.now()],
    ["lift_admin_lock", card?.admin_locked === true],
    ["deactivate_card", card !== undefined && isInUse(card)],
    ["reactivate_card", card !== undefined && canComeBack(card)],
    ["replace_card", card !== undefined && isReplaceable(card)],
    ["disputed_funds_hold", accounts.length > 0 || (card?.account_no ?? null) !== null],
    ["disputed_funds_release", holds.rows.length > 0],
    ["release_money_lock", locks.length > 0],
  ];
  return applies.flatMap(([kind, isSo]) => (isSo ? [kind] : []));
}
