import { manilaDate, manilaMonth } from "#common/manila.ts";
import { LIMIT_SPANS, type LimitSpan } from "#contract/ownLimits.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { EndedTransfer } from "./endedTransfer.ts";
import type { Run } from "./run.ts";
import { isPaused, mayHold } from "./safetyKept.ts";

/** Whether what members did for their own safety held: no order above a limit or to a new payee in a pause, no lock lost, none freed early, twice or in a pause. */
export async function checkSafety(run: Run, transfers: EndedTransfer[]): Promise<string[]> {
  return [
    ...transfers.flatMap((transfer) => checkWithinLimits(run, transfer, transfers)),
    ...transfers.flatMap((transfer) => checkPayee(run, transfer, transfers)),
    ...(await checkLocks(run)),
  ];
}

/** Each was within what may have held when it was accepted. */
function checkWithinLimits(
  { safety }: Run,
  transfer: EndedTransfer,
  transfers: EndedTransfer[],
): string[] {
  const at = transfer.accepted_at.getTime();
  return LIMIT_SPANS.flatMap((span) => {
    const set = safety.limits.filter(
      (one) => one.member === transfer.member_id && one.kind === transfer.kind && one.span === span,
    );
    const holding = mayHold(set, at);
    if (holding.includes(null)) return [];
    const most = holding.reduce<bigint>((max, one) => (one !== null && one > max ? one : max), 0n);
    const counted = countedWith(transfer, transfers, span);
    return counted > most
      ? [`${transfer.ref_no} is the ${counted}th centavo of a ${span}, the member allows ${most}`]
      : [];
  });
}

/** What counted toward the limit once all of this moment were accepted: the last of them was judged by it. */
function countedWith(transfer: EndedTransfer, transfers: EndedTransfer[], span: LimitSpan): bigint {
  if (span === "transfer") return transfer.amount;
  const at = transfer.accepted_at.getTime();
  const period = span === "day" ? manilaDate : manilaMonth;
  return transfers
    .filter(
      (one) =>
        one.member_id === transfer.member_id &&
        one.kind === transfer.kind &&
        period(one.accepted_at) === period(transfer.accepted_at) &&
        one.accepted_at.getTime() <= at &&
        // Not what had come back by then.
        (one === transfer || one.returned_at === null || one.returned_at.getTime() > at),
    )
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** In a pause nobody was paid whom no transfer of this member had reached by then. */
function checkPayee(
  { safety }: Run,
  { ref_no: refNo, kind, member_id: member, destination, accepted_at: acceptedAt }: EndedTransfer,
  transfers: EndedTransfer[],
): string[] {
  const at = acceptedAt.getTime();
  if (!TRANSFER_KINDS[kind].hasPayee || !isPaused(safety, member, at)) return [];
  const isKnown = transfers.some(
    (one) =>
      one.member_id === member &&
      one.destination === destination &&
      TRANSFER_KINDS[one.kind].hasPayee &&
      one.credited_at !== null &&
      one.credited_at.getTime() <= at,
  );
  return isKnown ? [] : [`${refNo} went to a new payee in the pause of member ${member}`];
}

async function checkLocks({ admin, safety }: Run): Promise<string[]> {
  const { rows: freed } = await admin.query<{ hold_id: bigint; member_id: bigint; ended_at: Date }>(
    "select hold_id, member_id, ended_at from money_lock where ended_for = 'freed'",
  );
  const { rows: held } = await admin.query<{ key: string; amount: bigint }>(
    "select reference as key, amount_centavos as amount from ledger_hold where reason = 'money_lock'",
  );
  const { rows: wrong } = await admin.query<{ hold_id: bigint }>(`
    select hold_id from money_lock
    where ended_for = 'freed' and (ended_at < free_from or free_from <> asked_at + interval '24 hours')`);
  const { rows: told } = await admin.query<{ member_id: bigint; freed: bigint; times: bigint }>(`
    select member_id, count(*) filter (where is_lock) as freed, count(*) filter (where not is_lock) as times
    from (
      select member_id, true as is_lock from money_lock where ended_for = 'freed'
      union all select member_id, false from notification where kind = 'money_freed'
    ) t group by 1`);
  const heldAs = new Map(held.map(({ key, amount }) => [key, amount]));
  return [
    ...[...safety.locked].flatMap(([key, amount]) =>
      amount > 0n && heldAs.get(key) !== amount
        ? [`${key} was promised to lock ${amount}, held is ${heldAs.get(key)}`]
        : [],
    ),
    ...freed.flatMap(({ hold_id: id, member_id: member, ended_at: at }) =>
      isPaused(safety, member, at.getTime()) ? [`lock ${id} was freed in the pause`] : [],
    ),
    ...wrong.map(({ hold_id: id }) => `lock ${id} was freed before its time`),
    ...told.flatMap(({ member_id: id, freed: count, times }) =>
      count === times ? [] : [`member ${id} has ${count} locks freed and heard of ${times}`],
    ),
    ...(await checkPlaced(admin, safety)),
  ];
}

/** What members locked is what is locked and what was freed: dividing a lock makes and loses nothing. */
async function checkPlaced(admin: Run["admin"], { locked }: Run["safety"]): Promise<string[]> {
  const { rows } = await admin.query<{ placed: bigint; left: bigint }>({
    text: `select
        coalesce(sum(h.amount_centavos) filter (where h.reference = any ($1)), 0)::bigint as placed,
        coalesce(sum(h.amount_centavos) filter (where k.ended_for is distinct from 'divided'), 0)::bigint as left
      from money_lock k join ledger_hold h on h.id = k.hold_id`,
    values: [[...locked.keys()]],
  });
  const { placed = 0n, left = 0n } = rows[0] ?? {};
  return placed === left ? [] : [`${placed} was locked, ${left} is locked or was freed`];
}
