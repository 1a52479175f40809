import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Stack } from "#scripts/start/startStack.ts";

/**
 * Orders that were accepted after the freeze of their member, by the audit: an order writes its line while it holds
 * the member's row, and the freeze while it does, so that the numbers of the lines are the order in which both came.
 */
export async function acceptedAfterFreeze(stack: Stack): Promise<string[]> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ object: string; guid: string }>(
      `select t.object, m.guid
       from member_freeze f
       join member m on m.id = f.member_id
       join lateral (
         select max(e.id) as id from audit_event e
         where e.object = 'member:' || m.guid and e.action = 'access_frozen') z on true
       join audit_event t on t.actor = m.guid::text and t.action = 'accept_transfer' and t.id > z.id
       where f.lifted_at is null`,
    );
    return rows.map(({ object, guid }) => `${object} of ${guid} was accepted after the freeze`);
  });
}

/** Puts frozen members back as they were, sessions too, for what comes next: no part of what is shown. */
export async function thaw(stack: Stack): Promise<void> {
  await asOwner(stack, async (owner) => {
    await owner.query("begin");
    await owner.query("alter table card disable trigger card_moves_by_event");
    await owner.query("update card set freeze_locked = false where freeze_locked");
    await owner.query("alter table card enable trigger card_moves_by_event");
    await owner.query(
      `update session s set ended_at = null, ended_reason = null, last_active_at = now()
       from member_freeze f where f.member_id = s.member_id and f.lifted_at is null and s.ended_reason = 'frozen'
         and s.ended_at >= f.frozen_at`,
    );
    await owner.query(
      `update member m set status = 'active', access_closed_for = null
       from member_freeze f where f.member_id = m.id and f.lifted_at is null`,
    );
    await owner.query(
      `update member_freeze set lifted_at = greatest(now(), frozen_at), lifted_by = 'lab',
        lifted_how = 'passkey_and_code' where lifted_at is null`,
    );
    await owner.query("commit");
  });
}
