import { freezeAccount } from "#contract/freeze.ts";
import { transact } from "#server/db/db.ts";
import { endFreeze } from "#server/domains/freeze/endFreeze.ts";
import { holdMember } from "#server/domains/members/holdMember.ts";
import { keepPause } from "./pauses.ts";
import { note, type Run } from "./run.ts";

/** A member presses, in a session that has not been idle. */
export async function freezeOne(run: Run): Promise<void> {
  const { admin, chance, clock, members, promised, server } = run;
  const member = chance.pick(members);
  note(run, `member ${member.id} freezes the account`);
  await admin.query(
    "update session set started_at = $2, last_active_at = $2 where member_id = $1 and ended_at is null",
    [member.id, new Date(clock.now)],
  );
  const answer = await server.inject({
    method: "POST",
    url: `/api${freezeAccount.path}`,
    headers: { authorization: `Bearer ${member.token}`, cookie: `sid=${member.cookie}` },
  });
  run.notes.push(`  answered ${answer.statusCode}`);
  if (answer.statusCode !== 200) return;
  const { rows } = await admin.query(FROZEN, [member.id]);
  if (rows.length !== 1)
    promised.wrongs.push(`member ${member.id} was told of a freeze there is not`);
}

/** Two people end a freeze, and the member signs in again. */
export async function liftOne(run: Run): Promise<void> {
  const { admin, app, chance } = run;
  const { rows } = await admin.query<{ id: bigint }>(
    "select id from member where access_closed_for = 'frozen' order by id",
  );
  if (rows.length === 0) return;
  const { id: memberId } = chance.pick(rows);
  note(run, `the freeze of member ${memberId} ends`);
  await transact(app.db, async (tx) => {
    const at = await holdMember(tx, app, memberId);
    await endFreeze(tx, app, {
      memberId,
      actor: { kind: "staff", name: "staff" },
      how: "office",
      identityDocument: "UMID ending 1234",
      correlationId: "lifted",
      at,
    });
  });
  keepPause(run, memberId);
  await admin.query(
    "update session set ended_at = null, ended_reason = null where member_id = $1 and ended_reason = 'frozen'",
    [memberId],
  );
}

const FROZEN = `
  select from member m join member_freeze f on f.member_id = m.id and f.lifted_at is null
  join card c on c.member_id = m.id and c.freeze_locked
  where m.id = $1 and m.access_closed_for = 'frozen'
    and not exists (select from session s where s.member_id = m.id and s.ended_at is null)`;

/** While an account was frozen nothing was accepted of it, went into a file, or left its accounts. */
export async function checkFreezes({ admin }: Run): Promise<string[]> {
  const { rows } = await admin.query<{ ref_no: string; what: string }>(`
    select t.ref_no, case when t.accepted_at > f.frozen_at then 'accepted' else 'put into a file' end as what
    from member_freeze f join transfer t on t.member_id = f.member_id left join rail_transfer r using (ref_no)
    left join pesonet_batch b on b.id = r.batch_id
    where t.accepted_at > f.frozen_at and (f.lifted_at is null or t.accepted_at < f.lifted_at)
      or t.accepted_at < f.frozen_at and b.cut_at > f.frozen_at
    union all
    select r.receipt_no, 'paid out' from member_freeze f
    join member_account a on a.member_id = f.member_id join cash_receipt r on r.account_id = a.id and r.is_withdrawal
    where r.taken_at > f.frozen_at and (f.lifted_at is null or r.taken_at < f.lifted_at)
    union all
    select p.reference, 'paid' from member_freeze f join loan l on l.member_id = f.member_id
    join loan_payment p on p.loan_id = l.id and p.source in ('online', 'automatic')
    where p.booked_at > f.frozen_at and (f.lifted_at is null or p.booked_at < f.lifted_at)
    order by 1`);
  return rows.map(({ ref_no: refNo, what }) => `${refNo} was ${what} while the account was frozen`);
}
