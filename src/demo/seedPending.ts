import { brand } from "#brand";
import { sql } from "kysely";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import { railText } from "#common/railText.ts";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import { readLimits } from "#server/domains/transfers/limits/readLimits.ts";
import { sendRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";

/** The bank that has it looks at it first: its account ends in 06 (docs/rails.md). */
const PAYEE = { bankCode: "BDO", account: "001234567806", name: "Liza Ocampo" };
const AMOUNT = 1_800_00n;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * An InstaPay transfer that was ordered just now, whose bank has not said yet what becomes of it. The order
 * is written down, the rest is the bank's own way: issuer, switch, history, notices.
 */
export async function seedPending(app: App): Promise<void> {
  const member = await app.db
    .selectFrom("member as m")
    .innerJoin("card as c", "c.member_id", "m.id")
    .select(["m.id", "m.guid", "c.id as cardId", "c.account_no", "c.ledger_account_id"])
    .where("m.username", "=", "elena.ocampo28")
    .executeTakeFirstOrThrow();
  const at = app.now();
  const refNo = `IP${manilaDate(at).slice(2).replaceAll("-", "")}-D${String(member.id).padStart(9, "0")}`;
  await transact(app.db, async (tx) => {
    const { instapay_fee: fee } = await readLimits(tx);
    const bank = await tx
      .selectFrom("bank")
      .select(["id", "bank_name", "instapay_bic"])
      .where("code", "=", PAYEE.bankCode)
      .executeTakeFirstOrThrow();
    await postJournalEntry(tx, {
      operation: "INSTAPAY_OUT",
      step: "hold",
      reference: refNo,
      businessDate: manilaDate(at),
      bookedAt: at,
      actor: member.guid,
      lines: recipe("INSTAPAY_OUT", "hold").lines(
        { A: AMOUNT, F: fee },
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
        destination_account_number: PAYEE.account,
        amount_centavos: AMOUNT,
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
        account_number: PAYEE.account,
        account_name: PAYEE.name,
        rail_account_name: railText(PAYEE.name) ?? "",
        refund_due_at: new Date(at.getTime() + HOUR_MS),
      })
      .execute();
    await sql`
      insert into transfer_total as t (member_id, period, sent_centavos)
      values (${member.id}, ${manilaDate(at)}, ${AMOUNT}), (${member.id}, ${manilaMonth(at)}, ${AMOUNT})
      on conflict (member_id, period) do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos`.execute(tx);
  });
  await sendRailTransfer(app, { refNo, correlationId: "demo" });
}
