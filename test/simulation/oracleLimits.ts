import { manilaDate, manilaMonth } from "#common/manila.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { EndedTransfer } from "./endedTransfer.ts";
import type { EndedInward } from "./oracleInward.ts";
import type { Run } from "./run.ts";

/** What counts toward a day, a month and a card's load is what went out and stayed out, and what came in. */
export async function checkLimits(
  run: Run,
  transfers: EndedTransfer[],
  cameIn: EndedInward[],
): Promise<string[]> {
  const { admin } = run;
  const { rows: sent } = await admin.query<{ name: string; total: bigint }>(
    "select concat(member_id, ' ', period) as name, sent_centavos as total from transfer_total where sent_centavos > 0",
  );
  const { rows: loaded } = await admin.query<{ name: string; total: bigint }>(
    `select concat(c.account_no, ' ', l.month) as name, l.loaded_centavos as total
     from card_load l join card c on c.id = l.card_id where l.loaded_centavos > 0`,
  );
  return [
    ...differences("sent", sent, expectedSent(transfers)),
    ...differences("loaded", loaded, expectedLoads(run, transfers, cameIn)),
  ];
}

type Totals = Map<string, bigint>;

function add(totals: Totals, name: string, amount: bigint): void {
  totals.set(name, (totals.get(name) ?? 0n) + amount);
}

function expectedSent(transfers: EndedTransfer[]): Totals {
  const totals: Totals = new Map();
  for (const { kind, state, member_id: member, amount, accepted_at: at } of transfers) {
    if (state !== "credited" || TRANSFER_KINDS[kind].rail === null) continue;
    add(totals, `${member} ${manilaDate(at)}`, amount);
    add(totals, `${member} ${manilaMonth(at)}`, amount);
  }
  return totals;
}

/**
 * What the issuer put on a card is its load, and so is money that a rail brought back; what never left, or is given
 * back from the hold, is none.
 */
function expectedLoads({ issuer }: Run, transfers: EndedTransfer[], cameIn: EndedInward[]): Totals {
  const totals: Totals = new Map();
  for (const { state, account_number: card, load_month: month, amount } of cameIn) {
    if (month !== null && state === "credited") add(totals, `${card} ${month}`, amount);
  }
  for (const { kind, state, card_no: card, amount, fee, ...transfer } of transfers) {
    const isOurs = TRANSFER_KINDS[kind].rail === null;
    const loaded = issuer.effects.get(transfer.ref_no)?.to;
    if (isOurs && state === "credited" && loaded !== undefined)
      add(totals, `${loaded} ${manilaMonth(transfer.accepted_at)}`, amount);
    if (
      !isOurs &&
      card !== null &&
      transfer.returned_at !== null &&
      transfer.going_back === "from_rail"
    ) {
      add(totals, `${card} ${manilaMonth(transfer.returned_at)}`, amount + fee);
    }
  }
  return totals;
}

function differences(
  what: string,
  rows: { name: string; total: bigint }[],
  expected: Totals,
): string[] {
  const found = new Map(rows.map(({ name, total }) => [name, total]));
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((name) => {
    const [is, should] = [found.get(name) ?? 0n, expected.get(name) ?? 0n];
    return is === should ? [] : [`${what} of ${name} is ${is}, not ${should}`];
  });
}
