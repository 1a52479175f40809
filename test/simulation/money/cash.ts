import { toDecimal } from "#common/money.ts";
import { takeCashDeposit } from "#contract/staff/cash.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { beHere, callAt, heardOf, TELLERS } from "./desk.ts";
import { hear, newKey, type Sending, want, type Wanted } from "./money.ts";
import { askFor } from "./requests.ts";

/** Little and much. */
export function someMoney({ below, pick }: Run["chance"]): bigint {
  return BigInt(1 + below(pick([100, 50_000, 3_000_000])));
}

/** A member brings cash, which the teller takes; now and then one is pressed again. */
export async function depositOne(run: Run): Promise<void> {
  await (
    await givingOf(run, someDeposit(run))
  )(run);
}

/** A deposit that nobody asked for yet, or one that was, once more. */
export function someDeposit(run: Run): Wanted {
  const { chance, members, money } = run;
  const before = [...money.wanted.values()].filter(({ what }) => what === "deposit");
  if (before.length > 0 && chance.below(4) === 0) return chance.pick(before.slice(-4));
  const member = chance.pick(members);
  const account = chance.pick([member.savings, member.savings, member.me, member.loanNo]);
  const key = newKey(run, "cash");
  const amount = someMoney(chance);
  return want(run, { key, what: "deposit", member, account, amount, settles: false });
}

/** Gets ready what a process then takes, from the teller whose key it is. */
export async function givingOf(run: Run, deposit: Wanted): Promise<Sending> {
  const { key, account, amount } = deposit;
  const teller = TELLERS[Number(key.slice(-1)) % TELLERS.length] ?? TELLERS[0];
  const isFirst = !run.money.sent.has(key);
  run.money.sent.add(key);
  await beHere(run, teller);
  note(run, `${key}: ${teller} takes ${amount} for ${account}`);
  const body = { accountNumber: account, amount: toDecimal(amount) };
  return async (at) => {
    const answer = await callAt(at, teller, takeCashDeposit, { body, key });
    hear(deposit, heardOf(answer), isFirst);
    run.notes.push(`  ${key}: ${answer.status} ${answer.code}`);
  };
}

/** A member wants cash, seldom all there is and a centavo more; often one who is frozen, if there is one. */
export async function withdrawOne(run: Run): Promise<void> {
  const { admin, chance, members } = run;
  const { rows: frozen } = await admin.query<{ id: bigint }>({
    name: "who-is-frozen",
    text: "select id from member where access_closed_for = 'frozen' order by id",
  });
  const stopped = members.filter(({ id }) => frozen.some((one) => one.id === id));
  const member = chance.pick(stopped.length > 0 && chance.below(2) === 0 ? stopped : members);
  const account = chance.pick([member.savings, member.savings, member.me]);
  const { rows } = await admin.query<{ available: bigint }>({
    name: "available-of",
    text: `select g.available_centavos as available from member_account a
           join ledger_account g on g.id = a.ledger_account_id where a.account_number = $1`,
    values: [account],
  });
  const all = rows[0]?.available ?? 0n;
  const amount = chance.below(8) === 0 ? all + BigInt(chance.below(2)) : someMoney(chance);
  if (amount === 0n) return;
  note(run, `${TELLERS[0]} asks to pay out ${amount} of ${account}`);
  await askFor(run, chance.pick(TELLERS), "cash_withdrawal", {
    accountNumber: account,
    amount: toDecimal(amount),
    identityDocument: "UMID ending 1234",
  });
}
