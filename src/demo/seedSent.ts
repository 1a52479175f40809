import { brand } from "#brand";
import { sql } from "kysely";
import { addDays, manilaDate, manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { railText } from "#common/railText.ts";
import {
  type Clearing,
  creditMoment,
  pesonetCycle,
} from "#server/platform/calendar/pesonetCycles.ts";
import type { Tx } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { isBatched, type Rail, RAILS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { refundRecipe, railRecipe } from "#server/domains/transfers/rails/railRecipes.ts";
import type { CardEvent } from "./cardPast.ts";
import type { PastEntry } from "./entries.ts";
import type { SeededMember } from "./seededMember.ts";

/** Where a demo member has sent money from the card, and how it ended. */
type Sent = {
  rail: Rail;
  /** Of data/live/banks.json. */
  bankCode: string;
  account: string;
  name: string;
  amount: Centavos;
  daysAgo: number;
  /** Why the other bank sent it back (data/live/rail-codes.json); undefined when it arrived. */
  returnedFor?: string;
};

export type PastSent = Sent & {
  reference: string;
  fee: Centavos;
  acceptedAt: Date;
  settledAt: Date;
  endedAt: Date;
  cycle: { day: string; no: number; creditBy: Date } | null;
};

const MINUTE_MS = 60_000;
const ORDERED = "08:15:00";
const CUT = "09:00:00";
const CLEARED = "10:00:00";

/** By the beginning of the member's scenario in data/seed/members.json. */
const SENT: Record<string, readonly Sent[]> = {
  "happy path": [
    to("instapay", "BDO", "001234567890", "Maria Luz Dela Cruz", 2_500_00n, 74),
    to("pesonet", "LANDBANK", "1234567890", "Rodel Macaraeg", 8_000_00n, 33),
    to("instapay", "GCASH", "09175550142", "Ana Yambao", 500_00n, 26),
    {
      ...to("instapay", "BDO", "001234567801", "Maria Luz Dela Crux", 1_200_00n, 17),
      returnedFor: "BE01",
    },
    to("instapay", "BDO", "001234567890", "Maria Luz Dela Cruz", 1_200_00n, 17),
  ],
  "PESONet return": [
    to("pesonet", "BPI", "1234567890", "Jose Soliman", 3_000_00n, 61),
    { ...to("pesonet", "BPI", "1234567803", "Jose Soliman", 4_500_00n, 19), returnedFor: "AC03" },
  ],
  "desk: sends": [
    to("pesonet", "METROBANK", "1234567890777", "Norma Laxamana", 2_500_00n, 82),
    to("instapay", "GCASH", "09175550188", "Jun Bautista", 750_00n, 40),
  ],
  "long names": [to("pesonet", "METROBANK", "1234567890123", "Peñafrancia Ibañez", 2_000_00n, 45)],
};

function to(
  rail: Rail,
  bankCode: string,
  account: string,
  name: string,
  amount: Centavos,
  daysAgo: number,
): Sent {
  return { rail, bankCode, account, name, amount, daysAgo };
}

/** What a member has sent to other banks in the last ninety days, each with the moments of its way. */
export function sentPast(
  member: SeededMember,
  { clearing, limits, now }: { clearing: Clearing; limits: TransferLimits; now: Date },
): PastSent[] {
  const scenario = Object.keys(SENT).find((beginning) => member.scenario.startsWith(beginning));
  return (SENT[scenario ?? ""] ?? []).map((sent, place) => {
    const ordered = momentOf(addDays(manilaDate(now), -sent.daysAgo), ORDERED);
    // One after the other, also on one day.
    const acceptedAt = after(ordered, place * MINUTE_MS);
    const cycle = isBatched(sent.rail) ? pesonetCycle(clearing, acceptedAt) : null;
    const settledAt = cycle === null ? after(acceptedAt, 4_000) : momentOf(cycle.day, CLEARED);
    return {
      ...sent,
      reference: `${TRANSFER_KINDS[sent.rail].referencePrefix}${manilaDate(acceptedAt).slice(2).replaceAll("-", "")}-D${member.serial}${String(place).padStart(2, "0")}`,
      fee: limits[`${sent.rail}_fee`],
      acceptedAt,
      settledAt,
      endedAt: cycle === null ? settledAt : after(settledAt, 20 * MINUTE_MS),
      cycle: cycle && { day: cycle.day, no: cycle.no, creditBy: creditMoment(cycle) },
    };
  });
}

/** What is sent was topped up shortly before. */
export function fundingOf(sent: PastSent[]): { at: Date; amount: Centavos }[] {
  return sent.map(({ acceptedAt, amount, fee }) => ({
    at: after(acceptedAt, -30_000),
    amount: amount + fee,
  }));
}

/** Writes the transfers down as they ended; answers their lines and entries. */
export async function insertSent(
  tx: Tx,
  member: SeededMember,
  past: PastSent[],
): Promise<CardEvent[]> {
  const lines: CardEvent[] = [];
  for (const sent of past) lines.push(...linesOf(member, sent, await insertOne(tx, member, sent)));
  return lines;
}

/** Answers the bank's name. */
async function insertOne(tx: Tx, member: SeededMember, sent: PastSent): Promise<string> {
  const { rail, reference, cycle, acceptedAt, settledAt, endedAt } = sent;
  const isBack = sent.returnedFor !== undefined;
  // A file leaves with its cycle.
  const sentAt = cycle === null ? acceptedAt : momentOf(cycle.day, CUT);
  const bank = await tx
    .selectFrom("bank")
    .select(["id", "bank_name", "instapay_bic", "pesonet_bic"])
    .where("code", "=", sent.bankCode)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("transfer")
    .values({
      ref_no: reference,
      kind: rail,
      member_id: member.id,
      card_id: member.cardId,
      source_account_number: member.card.accountNo ?? "",
      source_name: brand.cardDisplayName,
      destination_account_number: sent.account,
      amount_centavos: sent.amount,
      fee_centavos: sent.fee,
      state: isBack ? "returned" : "credited",
      accepted_at: acceptedAt,
      sent_at: sentAt,
      ...(isBack ? { returned_at: endedAt } : { credited_at: endedAt }),
      correlation_id: "demo",
    })
    .execute();
  await tx
    .insertInto("rail_transfer")
    .values({
      ref_no: reference,
      rail,
      bank_id: bank.id,
      bank_bic: bank[`${rail}_bic`] ?? "",
      bank_name: bank.bank_name,
      account_number: sent.account,
      account_name: sent.name,
      rail_account_name: railText(sent.name) ?? "",
      issuer_leg: isBack ? "given_back" : "taken",
      has_acknowledged: isBatched(rail),
      has_settled: wasSettled(sent),
      has_credited: !isBack,
      has_rejected: isBack,
      has_returned: wasSettled(sent) && isBack,
      going_back: isBack ? backFrom(sent) : null,
      reason_code: sent.returnedFor ?? null,
      asked_at: sentAt,
      is_announced: true,
      cycle_day: cycle?.day ?? null,
      cycle_no: cycle?.no ?? null,
      credit_by: cycle?.creditBy ?? null,
      refund_due_at: after(cycle === null ? acceptedAt : settledAt, 60 * MINUTE_MS),
    })
    .execute();
  const step = { ref_no: reference, via: "job", detail: "" };
  await tx
    .insertInto("transfer_step")
    .values([
      { ...step, state: "sent", at: sentAt },
      { ...step, state: isBack ? "returned" : "credited", at: endedAt },
    ])
    .execute();
  if (!isBack) await addTotals(tx, member.id, sent);
  return bank.bank_name;
}

/** Money that went out counts towards the limits of its day and its month. */
async function addTotals(
  tx: Tx,
  memberId: bigint,
  { acceptedAt, amount }: PastSent,
): Promise<void> {
  await sql`
    insert into transfer_total as t (member_id, period, sent_centavos)
    values (${memberId}, ${manilaDate(acceptedAt)}, ${amount}), (${memberId}, ${manilaMonth(acceptedAt)}, ${amount})
    on conflict (member_id, period) do update
      set sent_centavos = t.sent_centavos + excluded.sent_centavos`.execute(tx);
}

/** What comes back from another bank is load of its month, as any credit is. */
export async function countReturnsAsLoad(tx: Tx, member: SeededMember, past: PastSent[]) {
  for (const sent of past) {
    if (sent.returnedFor === undefined || !wasSettled(sent)) continue;
    await sql`
      insert into card_load (card_id, month, loaded_centavos)
      values (${member.cardId}, ${manilaMonth(sent.endedAt)}, ${sent.amount + sent.fee})
      on conflict (card_id, month) do update
        set loaded_centavos = card_load.loaded_centavos + excluded.loaded_centavos`.execute(tx);
  }
}

/** A file is cleared before its banks say no; a switch hears the no first. */
const wasSettled = ({ rail, returnedFor }: Sent) => isBatched(rail) || returnedFor === undefined;
const backFrom = (sent: Sent) => (wasSettled(sent) ? "from_rail" : "from_hold");

function linesOf(member: SeededMember, sent: PastSent, bankName: string): CardEvent[] {
  const { rail, reference, acceptedAt, settledAt, endedAt, amount, fee } = sent;
  const { entries, history } = RAILS[rail];
  const account = { book: "CARD" as const, code: "2510", subledger: member.card.accountNo ?? "" };
  const entry = (named: { operation: string; step: string }, bookedAt: Date): PastEntry => {
    const { roles, lines } = recipe(named.operation, named.step);
    const accounts = Object.fromEntries(roles.map((role) => [role, account]));
    return { ...named, reference, bookedAt, lines: lines({ A: amount, F: fee }, accounts) };
  };
  const [operation, step] = entries.hold;
  const hold = { operation, step };
  const settle = railRecipe(rail, "settle");
  const line = (
    description: string,
    at: Date,
    value: Centavos,
    entries: PastEntry[],
  ): CardEvent => ({
    at,
    description,
    subDescription: `${bankName} …${sent.account.slice(-4)}`,
    amount: value,
    reference,
    isTransfer: true,
    entries,
  });
  const out = [
    line(history.sent, acceptedAt, -amount, [
      entry(hold, acceptedAt),
      ...(wasSettled(sent) ? [entry(settle, settledAt)] : []),
    ]),
    line(history.fee, acceptedAt, -fee, []),
  ];
  if (sent.returnedFor === undefined) return out;
  return [
    ...out,
    line(`${history.sent} Returned`, endedAt, amount, [
      entry(refundRecipe(rail, backFrom(sent), "card"), endedAt),
    ]),
    line(`${history.fee} Returned`, endedAt, fee, []),
  ];
}

const momentOf = (day: string, time: string) => new Date(`${day}T${time}+08:00`);
const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
