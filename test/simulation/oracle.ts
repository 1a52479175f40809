import { RAILS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import type { EndedTransfer } from "./endedTransfer.ts";
import { type Reckoned, reckonMoney } from "./money/oracleBooks.ts";
import { checkExceptions } from "./oracleExceptions.ts";
import { checkFreezes } from "./freezes.ts";
import { checkLimits } from "./oracleLimits.ts";
import { checkSafety } from "./oracleSafety.ts";
import { FEES } from "./orders.ts";
import { checkInward, type EndedInward, readInward } from "./oracleInward.ts";
import type { RailItem } from "./railReports.ts";
import type { Run } from "./run.ts";

/** What is wrong at the end of a run, looked at from the partners' side and from the members'. */
export async function checkSimulation(run: Run): Promise<string[]> {
  const { admin, app, issuer, instapay, pesonet, promised, told } = run;
  const { rows: transfers } = await admin.query<EndedTransfer>(`
    select t.ref_no, t.kind, t.state, t.member_id, t.amount_centavos as amount, t.fee_centavos as fee,
      c.account_no as card_no, t.destination_account_number as destination, t.accepted_at, t.credited_at, t.returned_at,
      t.sent_at, t.next_inquiry_at, r.credit_by, r.refund_due_at, r.is_refunded_unconfirmed, r.going_back
    from transfer t left join card c on c.id = t.card_id left join rail_transfer r using (ref_no) order by t.ref_no`);
  const cameIn = await readInward(run);
  const reckoned = await reckonMoney(run, transfers, cameIn);
  const breaches = await checkInvariants(app.db);
  return [
    ...promised.wrongs,
    ...told.wrongs,
    ...issuer.wrongs,
    ...instapay.wrongs,
    ...pesonet.wrongs,
    ...breaches.map(({ rule, account, detail }) => `${rule}: ${account ?? ""} ${detail}`),
    ...transfers.flatMap((transfer) => checkTransfer(run, transfer)),
    ...(await checkPaidOnce(run)),
    ...(await checkPromises(run, transfers)),
    ...(await checkPostings(run, transfers)),
    ...reckoned.wrongs,
    ...(await checkBalances(run, transfers, cameIn, reckoned)),
    ...(await checkInward(run, cameIn)),
    ...(await checkNotices(run, transfers)),
    ...(await checkFreezes(run)),
    ...(await checkLimits(run, transfers, cameIn)),
    ...(await checkExceptions(run, transfers)),
    ...(await checkSafety(run, transfers)),
  ];
}

/** The transfer at its rail; undefined when it never came there. */
export function railItemOf({ instapay, pesonet }: Run, refNo: string): RailItem | undefined {
  return instapay.items.get(refNo) ?? pesonet.items.get(refNo);
}

/** One transfer: it has an end, and the partners have exactly what this end says. */
function checkTransfer(run: Run, transfer: EndedTransfer): string[] {
  const { ref_no: refNo, kind, state, amount, fee } = transfer;
  const wrongs: string[] = [];
  const isCredited = state === "credited";
  const isOver = (isCredited || state === "returned") && transfer.next_inquiry_at === null;
  if (!isOver) wrongs.push(`${refNo} has no end: ${state}`);
  const effect = run.issuer.effects.get(refNo);
  const isRail = TRANSFER_KINDS[kind].rail !== null;
  if (transfer.card_no === null && effect?.from !== undefined)
    wrongs.push(`${refNo} left no card, and the issuer took it from ${effect.from}`);
  if (transfer.card_no === null && isRail) {
    if (effect !== undefined) wrongs.push(`${refNo} left no card, and the issuer has heard of it`);
  } else if (effect !== undefined) {
    if (effect.amount !== amount + (isRail ? fee : 0n))
      wrongs.push(`${refNo} is another amount at the issuer`);
    const isThere = effect.state === "done" && effect.reversal === "none";
    if (isThere !== isCredited)
      wrongs.push(
        `${refNo} is ${state}, at the issuer ${effect.state}, put back: ${effect.reversal}`,
      );
  } else if (isCredited) wrongs.push(`${refNo} is credited, and the issuer never heard of it`);
  if (fee !== FEES[kind]) wrongs.push(`${refNo} costs ${fee}`);
  if (isRail) wrongs.push(...checkAtRail(run, transfer, isCredited));
  return wrongs;
}

function checkAtRail(run: Run, transfer: EndedTransfer, isCredited: boolean): string[] {
  const { ref_no: refNo, amount, destination, sent_at: sentAt } = transfer;
  const item = railItemOf(run, refNo);
  if (item === undefined) return isCredited ? [`${refNo} is credited, and no rail has it`] : [];
  const wrongs: string[] = [];
  if (sentAt === null) wrongs.push(`${refNo} is at its rail and was never sent`);
  if (item.amount !== amount || item.accountNo !== destination)
    wrongs.push(`${refNo} is something else at its rail`);
  const isWithBank = item.isSettled && !item.isBack;
  if (isCredited && !isWithBank) wrongs.push(`${refNo} is credited, at its rail ${item.state}`);
  const mayDiffer = item.said.has("reject") || transfer.is_refunded_unconfirmed === true;
  if (!isCredited && isWithBank && !mayDiffer)
    wrongs.push(`${refNo} is returned, and the other bank has it`);
  return wrongs;
}

/** What we knew to be credited before anybody was asked to put it back is not put back. */
async function checkPaidOnce({ admin, issuer }: Run): Promise<string[]> {
  const { rows } = await admin.query<{ ref_no: string; credited_at: Date }>(`
    select s.ref_no, min(s.at) as credited_at
    from transfer_step s join transfer t using (ref_no) join rail_transfer r using (ref_no)
    where s.state = 'credited' and t.state = 'returned' and not (r.has_rejected or r.has_returned)
    group by s.ref_no`);
  return rows
    .filter(({ ref_no: refNo, credited_at: at }) => {
      const askedAt = issuer.firstAskedBack.get(refNo);
      return askedAt !== undefined && at.getTime() < askedAt;
    })
    .map(({ ref_no: refNo }) => `${refNo} was credited before it was put back, and is paid twice`);
}

/** Each order that was answered is there once; nothing is there that nobody ordered. */
async function checkPromises(
  { admin, promised }: Run,
  transfers: EndedTransfer[],
): Promise<string[]> {
  const wrongs: string[] = [];
  const { rows } = await admin.query<{ key: string; ref_no: string }>(
    "select key, answer ->> 'refNo' as ref_no from idempotency_key",
  );
  const kept = new Map(rows.map(({ key, ref_no: refNo }) => [key, refNo]));
  for (const [key, refNo] of promised.refNos) {
    if (kept.get(key) !== refNo)
      wrongs.push(`${key} was promised as ${refNo}, kept is ${kept.get(key)}`);
  }
  const refNos = new Set(transfers.map(({ ref_no: refNo }) => refNo));
  for (const [key, refNo] of kept) {
    const intent = promised.sent.get(key)?.intent;
    const transfer = transfers.find((one) => one.ref_no === refNo);
    if (
      transfer === undefined ||
      transfer.kind !== intent?.kind ||
      transfer.amount !== intent.amount
    ) {
      wrongs.push(`${key} and ${refNo} are not alike`);
    }
  }
  if (refNos.size !== kept.size) wrongs.push(`${refNos.size} transfers for ${kept.size} orders`);
  return wrongs;
}

type Moved = { reference: string; code: string; moved: bigint };

/** What each transfer has left in the card book, account by account: what the partners have says it. */
async function checkPostings(run: Run, transfers: EndedTransfer[]): Promise<string[]> {
  const { rows } = await run.admin.query<Moved>(`
    select e.reference, a.code, sum(case p.side when 'D' then p.amount_centavos else -p.amount_centavos end)::bigint as moved
    from posting p join journal_entry e on e.id = p.journal_entry_id join ledger_account a on a.id = p.ledger_account_id
    where a.book = 'CARD' and e.operation <> 'OPENING' group by e.reference, a.code`);
  const found = new Map(rows.map(({ reference, code, moved }) => [`${reference} ${code}`, moved]));
  const wrongs: string[] = [];
  for (const transfer of transfers) {
    for (const [code, expected] of Object.entries(expectedOf(run, transfer))) {
      const moved = found.get(`${transfer.ref_no} ${code}`) ?? 0n;
      if (moved !== expected)
        wrongs.push(
          `${transfer.ref_no} (${transfer.state}) leaves ${moved} on ${code}, not ${expected}`,
        );
    }
  }
  return wrongs;
}

function expectedOf(
  run: Run,
  { ref_no: refNo, kind, state, amount, fee, card_no: card }: EndedTransfer,
): Record<string, bigint> {
  const { rail } = TRANSFER_KINDS[kind];
  const pending = { "2520": 0n, "2530": 0n, "2550": 0n };
  if (rail === null) {
    const onCards = onCardsOf(run, refNo);
    return { ...pending, "1510": onCards, "2510": -onCards };
  }
  const isCredited = state === "credited";
  const item = railItemOf(run, refNo);
  const withBank = item !== undefined && item.isSettled && !item.isBack ? amount : 0n;
  const taken = isCredited ? amount : 0n;
  const total = isCredited ? amount + fee : 0n;
  return {
    ...pending,
    [RAILS[rail].positionAccount]: -withBank,
    // What left an account came through the accounts between the two books.
    ...(card === null ? { "1510": total, "2510": 0n } : { "1510": 0n, "2510": total }),
    "4510": isCredited ? -fee : 0n,
    // Given back, and with the other bank all the same: to be recovered.
    "1590": withBank - taken,
  };
}

/** By how much the issuer has changed what is on all cards: nothing where it moved it from one to another. */
function onCardsOf({ issuer }: Run, refNo: string): bigint {
  const effect = issuer.effects.get(refNo);
  if (effect?.state !== "done") return 0n;
  const added = effect.to === undefined ? 0n : effect.amount;
  const taken = effect.from === undefined ? 0n : effect.amount;
  return added - taken;
}

/** Members' money: the issuer has what our books have, nothing is held, and every peso is accounted for. */
async function checkBalances(
  { admin, issuer, members }: Run,
  transfers: EndedTransfer[],
  cameIn: EndedInward[],
  { besides }: Reckoned,
): Promise<string[]> {
  const { rows } = await admin.query<{
    subledger: string;
    balance: bigint;
    held: bigint;
    history: bigint | null;
  }>(`
    select a.subledger, a.balance_centavos as balance, a.hold_centavos as held, (
        select sum(x.amount_centavos)::bigint from card_transaction x join card c on c.id = x.card_id
        where c.account_no = a.subledger) as history
    from ledger_account a where a.kind = 'member' and a.subledger <> ''`);
  const books = new Map(rows.map((row) => [row.subledger, row]));
  const wrongs: string[] = [];
  for (const { id, card, savings, cardAtFirst, savingsAtFirst } of members) {
    const onCard = books.get(card);
    const saved = books.get(savings)?.balance ?? 0n;
    if (onCard === undefined) throw new Error(`${card} is not in the books`);
    const { balance, held, history } = onCard;
    if (balance !== issuer.balances.get(card)) {
      wrongs.push(
        `${card} has ${balance} in our books, ${issuer.balances.get(card)} at the issuer`,
      );
    }
    if (held !== 0n) wrongs.push(`${card} still has ${held} on hold`);
    if (cardAtFirst + (history ?? 0n) !== balance) {
      wrongs.push(
        `${card} has ${balance}, its history adds up to ${cardAtFirst + (history ?? 0n)}`,
      );
    }
    const credited = transfers.filter(({ state }) => state === "credited");
    const sum = (which: (transfer: EndedTransfer) => boolean) =>
      credited.filter(which).reduce((total, { amount, fee }) => total + amount + fee, 0n);
    const out = sum(
      // What a member moves between accounts of their own stays theirs.
      ({ member_id: member, kind }) => member === id && TRANSFER_KINDS[kind].hasPayee,
    );
    const received = sum(
      ({ destination, kind }) => destination === card && TRANSFER_KINDS[kind].arrives === "card",
    );
    const fromBanks = cameIn
      .filter(({ member_id: member, state }) => member === id && state === "credited")
      .reduce((total, { amount }) => total + amount, 0n);
    const otherwise = besides
      .filter(({ account }) => account === savings)
      .reduce((total, { amount }) => total + amount, 0n);
    const atFirst = savingsAtFirst + cardAtFirst + otherwise;
    const wealth = atFirst - out + received + fromBanks - (issuer.spent.get(card) ?? 0n);
    if (saved + balance !== wealth)
      wrongs.push(`member ${id} has ${saved + balance}, should have ${wealth}`);
  }
  return wrongs;
}

/** Each member hears of each transfer what there is to hear, once. */
async function checkNotices({ admin }: Run, transfers: EndedTransfer[]): Promise<string[]> {
  const { rows } = await admin.query<{ kind: string; ref_no: string; times: bigint }>(
    "select kind, params ->> 'refNo' as ref_no, count(*) as times from notification group by 1, 2",
  );
  const times = new Map(
    rows.map(({ kind, ref_no: refNo, times: count }) => [`${kind} ${refNo}`, Number(count)]),
  );
  return transfers.flatMap(
    ({ ref_no: refNo, kind, credited_at: creditedAt, returned_at: returnedAt }) => {
      const heard = (...kinds: string[]) =>
        kinds.reduce((sum, one) => sum + (times.get(`${one} ${refNo}`) ?? 0), 0);
      const { notices } = TRANSFER_KINDS[kind];
      const first = heard(notices.sent);
      const credited = heard(notices.credited);
      const returned = heard(...notices.returned);
      const expected = [1, creditedAt === null ? 0 : 1, returnedAt === null ? 0 : 1];
      const isRight = first === expected[0] && credited === expected[1] && returned === expected[2];
      return isRight
        ? []
        : [
            `of ${refNo} the member hears ${first}/${credited}/${returned} times, not ${expected.join("/")}`,
          ];
    },
  );
}
