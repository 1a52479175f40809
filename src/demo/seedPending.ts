import { brand } from "#brand";
import { sql } from "kysely";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { railText } from "#common/railText.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { sendRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { appAt } from "./demoCallers.ts";

type Pending = {
  username: string;
  /** The bank that has it looks at it first: its account ends in 06 (docs/rails.md). */
  payee: { bankCode: string; account: string; name: string };
  amount: Centavos;
  minutesAgo: number;
};

/** One of just now, and one of a member of the teller's branch that is late. */
const PENDING: readonly Pending[] = [
  {
    username: "amado.laxamana36",
    payee: { bankCode: "BPI", account: "1234567806", name: "Jun Bautista" },
    amount: 1_250_00n,
    minutesAgo: 35,
  },
  {
    username: "elena.ocampo28",
    payee: { bankCode: "BDO", account: "001234567806", name: "Liza Ocampo" },
    amount: 1_800_00n,
    minutesAgo: 0,
  },
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * InstaPay transfers whose bank has not said yet what becomes of them. The order is written down, the rest is
 * the bank's own way: issuer, switch, history, notices.
 */
export async function seedPending(app: App): Promise<void> {
  for (const pending of PENDING) {
    const at = appAt(app, new Date(app.now().getTime() - pending.minutesAgo * MINUTE_MS));
    const refNo = await order(at, pending);
    await sendRailTransfer(at, { refNo, correlationId: "demo" });
  }
}

async function order(app: App, { username, payee, amount }: Pending): Promise<string> {
  const member = await app.db
    .selectFrom("member as m")
    .innerJoin("card as c", "c.member_id", "m.id")
    .select(["m.id", "m.guid", "c.id as cardId", "c.account_no", "c.ledger_account_id"])
    .where("m.username", "=", username)
    .executeTakeFirstOrThrow();
  const at = app.now();
  const refNo = `IP${manilaDate(at).slice(2).replaceAll("-", "")}-D${String(member.id).padStart(9, "0")}`;
  await transact(app.db, async (tx) => {
    const { instapay_fee: fee } = await readLimits(tx);
    const bank = await tx
      .selectFrom("bank")
      .select(["id", "bank_name", "instapay_bic"])
      .where("code", "=", payee.bankCode)
      .executeTakeFirstOrThrow();
    await postJournalEntry(tx, {
      operation: "INSTAPAY_OUT",
      step: "hold",
      reference: refNo,
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: member.guid,
      lines: recipe("INSTAPAY_OUT", "hold").lines(
        { A: amount, F: fee },
        { card_account: member.ledger_account_id ?? 0n },
      ),
    });
    await tx
      .insertInto("transfer")
      .values({
        ref_no: refNo,
        kind: "instapay",
        member_id: member.id,
        card_id: member.cardId,
        source_account_number: member.account_no ?? "",
        source_name: brand.cardDisplayName,
        destination_account_number: payee.account,
        amount_centavos: amount,
        fee_centavos: fee,
        state: "accepted",
        accepted_at: at,
        next_inquiry_at: new Date(at.getTime() + MINUTE_MS),
        correlation_id: "demo",
      })
      .execute();
    await tx
      .insertInto("rail_transfer")
      .values({
        ref_no: refNo,
        rail: "instapay",
        bank_id: bank.id,
        bank_bic: bank.instapay_bic ?? "",
        bank_name: bank.bank_name,
        account_number: payee.account,
        account_name: payee.name,
        rail_account_name: railText(payee.name) ?? "",
        refund_due_at: new Date(at.getTime() + HOUR_MS),
      })
      .execute();
    await sql`
      insert into transfer_total as t (member_id, period, sent_centavos)
      values (${member.id}, ${manilaDate(at)}, ${amount}), (${member.id}, ${manilaMonth(at)}, ${amount})
      on conflict (member_id, period) do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos`.execute(tx);
  });
  return refNo;
}
