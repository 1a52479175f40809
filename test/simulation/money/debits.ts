import { beginAutomaticDebit, stopAutomaticDebit } from "#contract/loanDebits.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { approve, callAsMember } from "#test/simulation/safety.ts";

/** A member has the loan paid by itself on due days, from the savings. */
export async function beginDebit(run: Run): Promise<void> {
  const member = run.chance.pick(run.members);
  const { loanNo } = member;
  const wanted = { loanNo, accountNumber: member.savings };
  const code = await approve(run, member, "automatic_debit", {
    kind: "automatic_debit",
    ...wanted,
  });
  note(run, `member ${member.id} has ${loanNo} debited`);
  const input = { params: { loanNo }, body: { accountNumber: member.savings, ...code } };
  const { status, code: refused } = await callAsMember(run, member, beginAutomaticDebit, input);
  run.notes.push(`  ${status} ${refused}`);
}

/** A member stops it. */
export async function stopDebit(run: Run): Promise<void> {
  const member = run.chance.pick(run.members);
  const { loanNo } = member;
  await approve(run, member, "automatic_debit", {});
  note(run, `member ${member.id} stops the debit of ${loanNo}`);
  const { status } = await callAsMember(run, member, stopAutomaticDebit, { params: { loanNo } });
  run.notes.push(`  ${status}`);
}

/** What the worker is about to meet: for each debit that stands, whether the money is there and may be taken. */
export async function lookAtDebits({ admin, money, clock }: Run): Promise<void> {
  const { rows } = await admin.query<{ loan_no: string; available: bigint; is_frozen: boolean }>({
    name: "look-at-debits",
    text: `select l.loan_no, g.available_centavos as available, m.access_closed_for = 'frozen' as is_frozen
           from automatic_debit d join loan l on l.id = d.loan_id join member m on m.id = l.member_id
           join member_account a on a.id = d.account_id join ledger_account g on g.id = a.ledger_account_id
           where d.ended_at is null`,
  });
  for (const { loan_no: loanNo, available, is_frozen: isFrozen } of rows) {
    money.looks.push({ loanNo, at: clock.now, available, isFrozen });
  }
}
