import { sql } from "kysely";
import { MOST_RECIPIENTS, type RecentPayee } from "#contract/recipients.ts";
import { PAYEE_KINDS, type PayeeKind } from "#contract/transferKinds.ts";
import type { Tx } from "#server/db/db.ts";
import { cardPayeeName } from "./cardPayeeName.ts";
import { readRecipients } from "./readRecipients.ts";

/** As far back as it is looked for people: more than anybody sends in months. */
const LATEST_TRANSFERS = 300;

type Row = {
  kind: PayeeKind;
  bank_id: bigint | null;
  bank_name: string | null;
  account_number: string;
  account_name: string | null;
  accepted_at: Date;
  ref_no: string;
  amount_centavos: bigint;
};

/**
 * Whom the member has sent to, each account once, whoever was sent to last first: the saved recipients, and the
 * payees of their latest transfers that did not come back. A shop is paid by its code each time.
 */
export async function readRecentPayees(
  db: Pick<Tx, "getExecutor">,
  memberId: bigint,
): Promise<RecentPayee[]> {
  const saved = (await readRecipients(db, memberId)).map(({ id: savedId, ...recipient }) => ({
    ...recipient,
    savedId,
    latest: null,
  }));
  const paid = await readPaid(db, memberId);
  const latest = new Map<string, RecentPayee>();
  for (const payee of [...saved, ...paid].toSorted(byLastUse)) {
    const key = `${payee.bankId} ${payee.accountNumber}`;
    const known = latest.get(key);
    // Over two rails it is one account: its name, where it is saved and what was sent last stay with it.
    latest.set(key, known === undefined ? payee : joined(known, payee));
  }
  return [...latest.values()].slice(0, MOST_RECIPIENTS);
}

/** One account, saved and sent to: as it was used last, with what the older one knows of it. */
function joined(known: RecentPayee, older: RecentPayee): RecentPayee {
  const isSaved = known.savedId === null && older.savedId !== null;
  return {
    ...known,
    ...(isSaved && { savedId: older.savedId, nickname: older.nickname }),
    latest: known.latest ?? older.latest,
  };
}

const byLastUse = (a: RecentPayee, b: RecentPayee) =>
  b.lastUsedAt < a.lastUsedAt ? -1 : Number(b.lastUsedAt > a.lastUsedAt);

async function readPaid(db: Pick<Tx, "getExecutor">, memberId: bigint): Promise<RecentPayee[]> {
  const { rows } = await sql<Row>`
    select distinct on (x.bank_id, t.destination_account_number)
      t.kind, x.bank_id, b.bank_name, t.destination_account_number as account_number, payee_name(t) as account_name,
      t.accepted_at, t.ref_no, t.amount_centavos
    from (
      select * from transfer
      where member_id = ${memberId} and kind = any(${PAYEE_KINDS}::text[]) and state <> 'returned' and shop is null
      order by accepted_at desc limit ${LATEST_TRANSFERS}
    ) t
    left join rail_transfer x on x.ref_no = t.ref_no
    left join bank b on b.id = x.bank_id
    order by x.bank_id, t.destination_account_number, t.accepted_at desc`.execute(db);
  return rows.map((row) => ({
    savedId: null,
    kind: row.kind,
    bankId: row.bank_id === null ? null : String(row.bank_id),
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountName: row.account_name ?? cardPayeeName(row.account_number),
    nickname: "",
    lastUsedAt: row.accepted_at.toISOString(),
    latest: {
      refNo: row.ref_no,
      amount: row.amount_centavos,
      sentAt: row.accepted_at.toISOString(),
    },
  }));
}
