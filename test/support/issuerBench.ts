import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { fault } from "./transferActs.ts";

/** What a transfer of these tests moves, in centavos. */
const AMOUNT = 250_00n;

/** What a member of these tests has before, after the credit, and after the money came back. */
export const BEFORE = "2010 750.00, 2510 0.00";
export const CREDITED = "2010 750.00, 2510 250.00";
export const RETURNED = "2010 1000.00, 2510 0.00";

type Signing = { at?: number; nonce?: string; key?: Buffer; signature?: string };

/** Plays the issuer to a world, and looks at what came of it. */
export function makeIssuerBench(world: World) {
  /** Sends an event as the issuer would, or nearly. */
  async function send(body: object | string, signing: Signing = {}): Promise<number> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const timestamp = String(signing.at ?? world.app.now().getTime());
    const nonce = signing.nonce ?? randomUUID();
    const signature =
      signing.signature ??
      createHmac("sha256", signing.key ?? world.app.secrets.issuerCallbackKey)
        .update(`${timestamp}.${nonce}.${text}`)
        .digest("hex");
    const answer = await world.server.inject({
      method: "POST",
      url: "/api/issuer/events",
      headers: {
        "content-type": "application/json",
        "x-issuer-timestamp": timestamp,
        "x-issuer-nonce": nonce,
        "x-issuer-signature": signature,
      },
      payload: text,
    });
    return answer.statusCode;
  }

  function purchase(member: TestMember, amount: string, more: object = {}) {
    const reference = `PO-${randomUUID().slice(0, 18)}`;
    return {
      eventId: randomUUID(),
      type: "card.transaction",
      kind: "purchase",
      accountNumber: member.cardAccountNo,
      merchant: "KAPE AT PANDESAL CAFE",
      reference,
      amount,
      fee: "0.00",
      transactions: [
        { tranDate: "2026-11-21T02:00:00.000Z", amount: `-${amount}`, tranDesc: "POS Purchase" },
      ],
      ...more,
    };
  }

  /** A transfer of 250.00 from savings that was accepted and has not gone to the issuer yet. */
  async function acceptedTransfer(): Promise<{ member: TestMember; refNo: string }> {
    const member = await world.makeMember({ savings: 1_000_00n });
    const { app } = world;
    const refNo = `OT-${randomUUID().slice(0, 13)}`;
    const at = app.now();
    await transact(app.db, async (tx) => {
      const source = await tx
        .selectFrom("member_account")
        .innerJoin("card", "card.member_id", "member_account.member_id")
        .select(["member_account.id", "member_account.ledger_account_id", "card.id as card_id"])
        .where("member_account.member_id", "=", member.id)
        .executeTakeFirstOrThrow();
      await postJournalEntry(tx, {
        operation: "OWN_TOPUP",
        step: "accept",
        reference: refNo,
        businessDate: manilaDate(at),
        bookedAt: at,
        actor: member.guid,
        lines: recipe("OWN_TOPUP", "accept").lines(
          { A: AMOUNT },
          { source_account: source.ledger_account_id },
        ),
      });
      await tx
        .insertInto("card_load")
        .values({ card_id: source.card_id, month: "2026-11", loaded_centavos: AMOUNT })
        .execute();
      await tx
        .insertInto("transfer")
        .values({
          ref_no: refNo,
          kind: "own",
          member_id: member.id,
          card_id: source.card_id,
          source_account_id: source.id,
          source_account_number: member.accountNumbers.savings ?? "",
          source_name: "Savings Deposit",
          destination_account_number: member.cardAccountNo ?? "",
          amount_centavos: AMOUNT,
          state: "accepted",
          load_month: "2026-11",
          accepted_at: at,
          next_inquiry_at: at,
          correlation_id: "test",
        })
        .execute();
    });
    return { member, refNo };
  }

  function credited(member: TestMember, refNo: string, more: object = {}) {
    return {
      eventId: randomUUID(),
      type: "transfer.credited",
      senderRefId: refNo,
      eonAccount: member.cardAccountNo,
      amount: toDecimal(AMOUNT),
      ubpTranId: "UB1",
      ...more,
    };
  }

  const refused = (member: TestMember, refNo: string) => ({
    ...credited(member, refNo),
    type: "transfer.refused",
    reason: "Declined",
  });

  /** What the member has: on the savings account and on the card. */
  async function money(member: TestMember): Promise<string> {
    const { rows } = await sql<{ code: string; balance: bigint }>`
    select code, balance_centavos as balance from ledger_account
    where subledger in (${member.accountNumbers.savings ?? ""}, ${member.cardAccountNo ?? ""})
    order by book`.execute(world.app.db);
    return rows.map(({ code, balance }) => `${code} ${toDecimal(balance)}`).join(", ");
  }

  async function atIssuer(member: TestMember): Promise<string> {
    const balance = await world.app.issuer.balance(member.cardAccountNo ?? "");
    return toDecimal(balance ?? -1n);
  }

  async function cardBalance(member: TestMember): Promise<bigint> {
    const { balance_centavos } = await world.app.db
      .selectFrom("ledger_account")
      .select("balance_centavos")
      .where("book", "=", "CARD")
      .where("code", "=", "2510")
      .where("subledger", "=", member.cardAccountNo ?? "")
      .executeTakeFirstOrThrow();
    return balance_centavos;
  }

  async function history(member: TestMember): Promise<string[]> {
    const rows = await world.app.db
      .selectFrom("card_transaction")
      .innerJoin("card", "card.id", "card_transaction.card_id")
      .select(["description", "amount_centavos"])
      .where("card.account_no", "=", member.cardAccountNo ?? "")
      .orderBy("card_transaction.id")
      .execute();
    return rows.map(
      ({ description, amount_centavos }) => `${description} ${toDecimal(amount_centavos)}`,
    );
  }

  async function outcomeOf(eventId: string): Promise<string | undefined> {
    const row = await world.app.db
      .selectFrom("issuer_event")
      .select(["outcome", "reason"])
      .where("event_id", "=", eventId)
      .executeTakeFirst();
    return row && `${row.outcome} ${row.reason}`.trim();
  }

  const issuerDoes = (mode: string, more: object = {}) => fault(world, mode, more);

  async function control(address: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(world.sandbox.url + address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  async function exceptions(): Promise<number> {
    const rows = await world.app.db
      .selectFrom("issuer_event")
      .select("event_id")
      .where("outcome", "=", "exception")
      .execute();
    return rows.length;
  }

  return {
    send,
    purchase,
    acceptedTransfer,
    credited,
    refused,
    money,
    atIssuer,
    cardBalance,
    history,
    outcomeOf,
    issuerDoes,
    control,
    exceptions,
  };
}
