import { sql } from "kysely";
import { manilaDate } from "#common/manila.ts";
import type { Repeats } from "#common/scheduleDays.ts";
import { cardOfAccountText, ending } from "#contract/cardNames.ts";
import type { Language } from "#contract/refusals.ts";
import type {
  dayStates,
  endReasons,
  pauseReasons,
  ScheduledTransfer,
} from "#contract/schedules.ts";
import { TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { whyText } from "#server/platform/messages/notices/scheduleTexts.ts";
import type { App } from "#server/platform/app.ts";
import { type BankingDays, readBankingDays } from "#server/platform/calendar/bankingDays.ts";
import { Refusal } from "#server/refusal.ts";
import { cardPayeeName } from "#server/domains/transfers/recipients/cardPayeeName.ts";
import { comingDays, sendableFrom } from "#server/domains/transfers/dueDays.ts";

const NEXT_DAYS = 4;
const LATEST_DAYS = 6;
/** Those that have ended are told of for a while. */
const MOST_ENDED = 20;

type Day = {
  dueOn: string;
  sendOn: string;
  state: (typeof dayStates)[number];
  refusedFor: string | null;
  refNo: string | null;
};
type Row = {
  id: bigint;
  kind: TransferKind;
  intent: Record<string, string>;
  /** Of the account that it leaves; null where it leaves the card. */
  source_name: string | null;
  bank_name: string | null;
  /** Of a card account, as the member was told whose it is. */
  told: string | null;
  amount: bigint;
  most: bigint;
  repeats: Repeats;
  first_on: string;
  next_on: string | null;
  state: ScheduledTransfer["state"];
  paused_for: (typeof pauseReasons)[number] | null;
  ended_for: (typeof endReasons)[number] | null;
  days: Day[];
};

type Whose = { memberId: bigint; language: Language };

/** The member's schedules: those that go on first, by their next day, then those that ended, the latest first. */
export async function readSchedules(app: App, whose: Whose): Promise<ScheduledTransfer[]> {
  const [rows, days] = await Promise.all([
    readRows(app, whose.memberId, undefined),
    readBankingDays(app.db),
  ]);
  const all = rows.map((row) => scheduleOf(app, row, days, whose.language));
  const isEnded = ({ state }: ScheduledTransfer) => state === "ended";
  return [
    ...all.filter((one) => !isEnded(one)).toSorted((a, b) => nextOf(a).localeCompare(nextOf(b))),
    ...all.filter(isEnded).slice(0, MOST_ENDED),
  ];
}

/** One of the member's schedules. Refuses not_found. */
export async function readSchedule(app: App, whose: Whose, id: bigint): Promise<ScheduledTransfer> {
  const [row] = await readRows(app, whose.memberId, id);
  if (row === undefined) throw new Refusal("not_found");
  return scheduleOf(app, row, await readBankingDays(app.db), whose.language);
}

/** A day on which a schedule takes money, as far as is known today. */
export type ComingTransfer = {
  /** yyyy-MM-dd */
  on: string;
  /** Amount and fee at the most. */
  most: bigint;
  amount: bigint;
  from: string;
  payee: string;
  /** The own account that it comes to; null where it goes to somebody else. */
  arrivesAt: string | null;
};

/** As often as a week has days to come in an outlook of a month, and one more. */
const MOST_COMING = 6;

/** What the member's schedules send until a day, in no order. What is paused or has ended sends nothing. */
export async function comingTransfers(
  app: App,
  memberId: bigint,
  until: string,
): Promise<ComingTransfer[]> {
  const rows = await readRows(app, memberId, undefined);
  const active = rows.filter(({ state }) => state === "active");
  if (active.length === 0) return [];
  const banking = await readBankingDays(app.db);
  return active.flatMap((row) => {
    const { intent, kind, repeats, amount, most, first_on: firstOn } = row;
    const nextOn = row.next_on ?? undefined;
    const announced = row.days.filter(({ state }) => state === "announced");
    const account = intent["destination_account_number"] ?? intent["destination_account"] ?? "";
    const of = {
      most,
      amount,
      from: intent["source_account"] ?? intent["from"] ?? "",
      payee: intent["destination_account_name"] ?? account,
      arrivesAt: TRANSFER_KINDS[kind].hasPayee ? null : account,
    };
    return [...announced, ...comingDays({ repeats, firstOn, kind, nextOn }, banking, MOST_COMING)]
      .filter(({ sendOn }) => sendOn <= until)
      .map(({ sendOn }) => ({ on: sendOn, ...of }));
  });
}

const LAST = "9999";
/** The day on which money leaves next: one that is announced, or the one that comes. */
const nextOf = ({ days, next }: ScheduledTransfer): string =>
  days.find(({ state }) => state === "announced")?.sendOn ?? next[0]?.sendOn ?? LAST;

async function readRows(app: App, memberId: bigint, id: bigint | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.intent, b.bank_name, t.amount_centavos as amount, t.most_centavos as most, t.repeats,
      t.first_on, t.next_on, t.state, t.paused_for, t.ended_for,
      case when a.id is not null then account_name(a.product) end as source_name,
      (select nullif(p.told, '') from payee_check p where p.id = t.payee_check_id and p.answer = 'told') as told,
      coalesce((
        select json_agg(json_build_object('dueOn', y.due_on, 'sendOn', y.send_on, 'state', y.state,
            'refusedFor', y.refused_for, 'refNo', y.ref_no) order by y.due_on desc)
        from (select * from transfer_schedule_day d where d.schedule_id = t.id
          order by d.due_on desc limit ${LATEST_DAYS}) y
      ), '[]'::json) as days
    from transfer_schedule t
    left join bank b on b.id = (t.intent ->> 'destination_bank')::bigint
    left join member_account a on a.member_id = t.member_id and a.account_number = t.intent ->> 'source_account'
    where t.member_id = ${memberId} and t.id = coalesce(${id ?? null}::bigint, t.id)
    order by t.id desc`.execute(app.db);
  return rows;
}

function scheduleOf(app: App, row: Row, days: BankingDays, language: Language): ScheduledTransfer {
  const { intent, kind, repeats, state, source_name: sourceName } = row;
  const rule = { repeats, firstOn: row.first_on };
  const account = intent["destination_account_number"] ?? intent["destination_account"] ?? "";
  const from = intent["from"] ?? intent["source_account"] ?? "";
  const isToCard = TRANSFER_KINDS[kind].arrives === "card";
  return {
    scheduleId: String(row.id),
    kind,
    from,
    fromName: sourceName === null ? cardOfAccountText(from) : `${sourceName} ${ending(from)}`,
    bankName: row.bank_name,
    accountNumber: account,
    accountName:
      intent["destination_account_name"] ?? row.told ?? (isToCard ? cardPayeeName(account) : ""),
    amount: row.amount,
    most: row.most,
    repeats,
    firstOn: row.first_on,
    state,
    pausedFor: row.paused_for,
    endedFor: row.ended_for,
    next: comingDays({ ...rule, kind, nextOn: nextOn(app, row, days) }, days, NEXT_DAYS),
    days: row.days.map(({ refusedFor, ...day }) => ({
      ...day,
      reason: refusedFor === null || day.state === "sent" ? "" : whyText(refusedFor)[language],
    })),
  };
}

/** The due day that comes next; of one that is paused the one that would if it were resumed now. */
function nextOn(app: App, row: Row, days: BankingDays): string | undefined {
  const { state, kind, repeats, first_on: firstOn, next_on: next } = row;
  if (state !== "paused") return next ?? undefined;
  return sendableFrom({ kind, repeats, firstOn, nextOn: next }, days, manilaDate(app.now()));
}
