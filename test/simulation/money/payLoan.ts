import { toDecimal } from "#common/money.ts";
import { getLoanQuote, payOwnLoan } from "#contract/loanPayments.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { approve, callAsMember } from "#test/simulation/safety.ts";
import { heardOf } from "./desk.ts";
import { someMoney } from "./cash.ts";
import { hear, newKey, type Sending, want, type Wanted } from "./money.ts";

/** A member pays on a loan of theirs from an own account; seldom all of it. */
export async function payOne(run: Run): Promise<void> {
  const payment = await somePayment(run);
  if (payment !== undefined) await (await payingOf(run, payment))(run);
}

/** One that nobody asked for yet, or one that was, once more. */
export async function somePayment(run: Run): Promise<Wanted | undefined> {
  const { chance, members, money } = run;
  const before = [...money.wanted.values()].filter(({ what }) => what === "payment");
  if (before.length > 0 && chance.below(4) === 0) return chance.pick(before.slice(-3));
  const member = chance.pick(members);
  const settles = chance.below(12) === 0;
  const amount = settles ? await endOf(run, member) : someMoney(chance);
  if (amount === undefined) return undefined;
  const account = chance.below(8) === 0 ? member.me : member.savings;
  const key = newKey(run, "loan");
  return want(run, { key, what: "payment", member, account, amount, settles });
}

/** What ends the loan today, as the member is told; undefined where nothing does. */
async function endOf(run: Run, member: Wanted["member"]): Promise<bigint | undefined> {
  await approve(run, member, "pay_loan", {});
  const params = { loanNo: member.loanNo };
  const { result } = await callAsMember(run, member, getLoanQuote, { params });
  // By the contract.
  const total = (result["ending"] as { total: string } | undefined)?.total;
  return total === undefined || total === "0.00" ? undefined : BigInt(total.replace(".", ""));
}

/** Gets ready what a process is then told, with a code for exactly this. */
export async function payingOf(run: Run, payment: Wanted): Promise<Sending> {
  const { key, member, account, amount, settles } = payment;
  const isFirst = !run.money.sent.has(key);
  run.money.sent.add(key);
  const pays = settles ? "all" : "part";
  const body = { accountNumber: account, amount: toDecimal(amount), pays };
  const { loanNo } = member;
  const code = await approve(run, member, "pay_loan", { kind: "pay_loan", loanNo, ...body });
  note(run, `${key}: member ${member.id} pays ${amount} of ${loanNo} from ${account}`);
  const input = { params: { loanNo }, body: { ...body, ...code }, key };
  return async (at) => {
    const answer = await callAsMember(run, member, payOwnLoan, input, at);
    hear(payment, heardOf(answer), isFirst);
    run.notes.push(`  ${key}: ${answer.status} ${answer.code}`);
  };
}
