import { sql } from "kysely";
import { byKind, TRANSFER_KIND_NAMES, type TransferKind } from "#contract/transferKinds.ts";
import {
  type KindLimits,
  type LimitSpan,
  NEW_PAYEE,
  type OwnLimit,
  type OwnLimits,
  type PayeeLimit,
} from "#contract/ownLimits.ts";
import { readPause } from "#server/domains/members/pause/readPause.ts";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/db/db.ts";
import { readLimits, type TransferLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { readRecipients } from "#server/domains/transfers/recipients/readRecipients.ts";
import { ceilingOf } from "./ceilings.ts";

type Row = {
  kind: TransferKind | null;
  recipient_id: string | null;
  span: LimitSpan;
  holds: bigint | null;
  raised_centavos: bigint | null;
  /** When a raise that does not hold yet will; null where there is none. */
  starts_at: Date | null;
};

/** The limits that a member set, of every kind and of every recipient, and what is used of them. */
export async function readOwnLimits(app: App, memberId: bigint): Promise<OwnLimits> {
  const { db } = app;
  const at = app.now();
  const [rows, limits, sent, payees, pause] = await Promise.all([
    readRows(db, memberId, at),
    readLimits(db),
    readSent(db, memberId, at),
    readPayees(db, memberId, at),
    readPause(app, memberId),
  ]);
  return {
    kinds: TRANSFER_KIND_NAMES.map((kind) => ({
      ...kindLimits(rows, limits, kind),
      ...sent[kind],
    })),
    payees: payees.map(({ kind, sentToday, ...payee }) => ({
      ...payee,
      day: limitOf(
        rows.find(({ recipient_id: id }) => id === payee.recipientId),
        ceilingOf(limits, kind, "day"),
      ),
      sentToday,
    })),
    newPayee: limitOf(
      rows.find(({ kind, recipient_id: id }) => kind === null && id === null),
      ceilingOf(limits, NEW_PAYEE, "transfer"),
    ),
    pausedUntil: pause?.endsAt ?? null,
  };
}

function kindLimits(
  rows: readonly Row[],
  limits: TransferLimits,
  kind: TransferKind,
): Omit<KindLimits, "sentToday" | "sentThisMonth"> {
  const of = (span: LimitSpan) =>
    limitOf(
      rows.find((row) => row.kind === kind && row.span === span),
      ceilingOf(limits, kind, span),
    );
  return { kind, transfer: of("transfer"), day: of("day"), month: of("month") };
}

function limitOf(row: Row | undefined, ceiling: bigint | null): OwnLimit {
  return {
    amount: row?.holds ?? null,
    ceiling,
    raise:
      row === undefined || row.starts_at === null
        ? null
        : { amount: row.raised_centavos, startsAt: row.starts_at.toISOString() },
  };
}

/** A raise whose time comes in a pause waits for its end. */
async function readRows(db: Db, memberId: bigint, at: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.kind, l.recipient_id, l.span, own_limit_holds(l, m, ${at}::timestamptz) as holds, l.raised_centavos,
      case when l.raised_from is not null and not own_limit_is_raised(l, m, ${at}::timestamptz) then
        case when is_paused(m, ${at}::timestamptz) then greatest(l.raised_from, m.paused_until)
        else l.raised_from end end as starts_at
    from own_limit l join member m on m.id = l.member_id
    where l.member_id = ${memberId}`.execute(db);
  return rows;
}

type Sent = Pick<KindLimits, "sentToday" | "sentThisMonth">;

async function readSent(db: Db, memberId: bigint, at: Date): Promise<Record<TransferKind, Sent>> {
  const { rows } = await sql<{ kind: string; today: bigint; this_month: bigint }>`
    select k.kind, s.today_centavos as today, s.this_month_centavos as this_month
    from transfer_kind k cross join lateral sent_by_kind(${memberId}, k.kind, ${at}::timestamptz) s`.execute(
    db,
  );
  return byKind((kind) => {
    const found = rows.find((row) => row.kind === kind);
    return { sentToday: found?.today ?? 0n, sentThisMonth: found?.this_month ?? 0n };
  });
}

async function readPayees(
  db: Db,
  memberId: bigint,
  at: Date,
): Promise<(Omit<PayeeLimit, "day"> & { kind: TransferKind })[]> {
  const recipients = await readRecipients(db, memberId);
  const { rows } = await sql<{ id: string; sent: bigint }>`
    select s.id, sent_to_payee(s.member_id, s.bank_id, s.account_number, ${at}::timestamptz) as sent
    from saved_recipient s where s.member_id = ${memberId}`.execute(db);
  const sent = new Map(rows.map((row) => [row.id, row.sent]));
  return recipients.map(({ id, kind, nickname, accountName, accountNumber, bankName }) => ({
    recipientId: id,
    kind,
    name: nickname === "" ? accountName : nickname,
    accountNumber,
    bankName,
    sentToday: sent.get(id) ?? 0n,
  }));
}
