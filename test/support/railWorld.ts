import { createHmac, randomUUID } from "node:crypto";
import { toDecimal } from "#common/money.ts";
import { manilaDate, manilaMonth } from "#common/manila.ts";
import { isBatched, type Rail, RAILS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { recipe } from "#server/ledger/journalTemplates.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import {
  creditMoment,
  pesonetCycle,
  readClearing,
} from "#server/platform/calendar/pesonetCycles.ts";
import { cutPesonetBatches } from "#server/domains/transfers/rails/cutPesonetBatch.ts";
import { sendPesonetBatches } from "#server/domains/transfers/rails/sendPesonetBatch.ts";
import { takePesonetFiles } from "#server/domains/transfers/rails/takePesonetFiles.ts";
import { sweepTransfers } from "#server/domains/transfers/settlement/sweepTransfers.ts";
import { sql } from "kysely";
import type { TestMember } from "./makeMember.ts";
import { makeWorld, type World } from "./makeWorld.ts";

/** 10:00 in Manila on a Monday, a banking day. */
export const MONDAY = new Date("2026-11-23T02:00:00Z");
export const FEE = 10_00n;
/** What the sandbox does with a transfer, by the account that receives (data/live/rail-codes.json). */
export const ACCOUNTS = {
  credited: "109450542671",
  creditedWhenAsked: "0013029636",
  creditedLater: "916100000424",
  neverKnown: "101400001643",
  rejected: "09177638499",
  wrongName: "001234567801",
  invalid: "001234567803",
  returnedLater: "001234567804",
  held: "001234567806",
} as const;

/** A world whose switch reaches us, on a banking day. */
export async function makeRailWorld(overrides: Record<string, string> = {}): Promise<World> {
  const world = await makeWorld(overrides);
  world.setTime(MONDAY);
  const address = await world.server.listen({ host: "127.0.0.1", port: 0 });
  world.sandbox.sendInstapayTo(`${address}/api/rails/instapay/messages`);
  return world;
}

export type BankOrder = {
  kind: Rail;
  amount: bigint;
  account: string;
  /** The account that it leaves; the card where it is left out. */
  from?: "savings" | "storage" | "me";
  /** Of PESONet. */
  cycle?: { day: string; no: number; creditBy: Date };
};

let lastNumber = 0;

/** A transfer as the accepting call leaves it, without the session and the code that it asks for. */
export async function orderByRows(
  world: World,
  member: TestMember,
  { kind, amount, account, from, cycle }: BankOrder,
): Promise<string> {
  lastNumber += 1;
  const at = world.app.now();
  const day = manilaDate(at);
  const { referencePrefix: prefix } = TRANSFER_KINDS[kind];
  const refNo = `${prefix}${day.slice(2).replaceAll("-", "")}-9${String(lastNumber).padStart(9, "0")}`;
  const { hold, accountHold } = RAILS[kind].entries;
  const [operation, step] = from === undefined ? hold : accountHold;
  await transact(world.app.db, async (tx) => {
    const source = await readSource(tx, member, from);
    await postJournalEntry(tx, {
      operation,
      step,
      reference: refNo,
      businessDate: day,
      bookedAt: at,
      actor: member.guid,
      lines: recipe(operation, step).lines(
        { A: amount, F: FEE },
        { [from === undefined ? "card_account" : "source_account"]: source.ledgerId },
      ),
    });
    await tx
      .insertInto("transfer")
      .values({
        ref_no: refNo,
        kind,
        member_id: member.id,
        card_id: source.cardId,
        source_account_id: source.accountId,
        source_account_number: source.number,
        source_name: source.name,
        destination_account_number: account,
        amount_centavos: amount,
        fee_centavos: FEE,
        state: "accepted",
        accepted_at: at,
        next_inquiry_at: new Date(at.getTime() + 30_000),
        correlation_id: "test",
      })
      .execute();
    await tx
      .insertInto("rail_transfer")
      .values({
        ref_no: refNo,
        rail: kind,
        bank_id: 1n,
        bank_bic: "BNORPHMMXXX",
        bank_name: "BDO Unibank, Inc.",
        account_number: account,
        account_name: "Juan Dela Cruz",
        rail_account_name: "JUAN DELA CRUZ",
        issuer_leg: from === undefined ? "asked" : "none",
        cycle_day: cycle?.day ?? null,
        cycle_no: cycle?.no ?? null,
        credit_by: cycle?.creditBy ?? null,
        refund_due_at: isBatched(kind) ? null : new Date(at.getTime() + 3_600_000),
      })
      .execute();
    await sql`
      insert into transfer_total as t (member_id, period, sent_centavos)
      values (${member.id}, ${day}, ${amount}), (${member.id}, ${manilaMonth(at)}, ${amount})
      on conflict (member_id, period) do update
        set sent_centavos = t.sent_centavos + excluded.sent_centavos`.execute(tx);
    await tx
      .insertInto("outbox")
      .values({
        kind: "send_rail_transfer",
        payload: JSON.stringify({ refNo, correlationId: "test" }),
        created_at: at,
      })
      .execute();
  });
  return refNo;
}

async function readSource(tx: Tx, member: TestMember, product: BankOrder["from"]) {
  if (product === undefined) {
    const card = await tx
      .selectFrom("card")
      .select(["id", "account_no", "ledger_account_id"])
      .where("member_id", "=", member.id)
      .executeTakeFirstOrThrow();
    const [number, ledgerId] = [card.account_no ?? "", card.ledger_account_id ?? 0n];
    return { cardId: card.id, accountId: null, number, name: "Card", ledgerId };
  }
  const account = await tx
    .selectFrom("member_account")
    .select(["id", "account_number as number", "ledger_account_id as ledgerId"])
    .select(sql<string>`account_name(product)`.as("name"))
    .where("member_id", "=", member.id)
    .where("product", "=", product)
    .executeTakeFirstOrThrow();
  return { ...account, cardId: null, accountId: account.id };
}

/** The sweep, as often as something is due. */
export async function sweepRails(world: World): Promise<void> {
  while ((await sweepTransfers(world.app, ["rail"])) > 0);
}

/** What became of each message that came from a moment on; "received" is one that nobody has taken. */
export async function outcomesSince(world: World, at: Date): Promise<(string | null)[]> {
  const rows = await world.app.db
    .selectFrom("rail_message")
    .select("outcome")
    .where("direction", "=", "in")
    .where("at", ">", at)
    .execute();
  return rows.map(({ outcome }) => outcome);
}

/** Where the money of a transfer is: what its entries left in each account, on its normal side. */
export async function moneyOfTransfer(
  world: World,
  refNo: string,
): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ code: string; left: string }>`
    select a.code, sum(case when p.side = a.normal_side then p.amount_centavos else -p.amount_centavos end) as left
    from posting p join journal_entry e on e.id = p.journal_entry_id
    join ledger_account a on a.id = p.ledger_account_id
    where e.reference = ${refNo} group by a.code order by a.code`.execute(world.app.db);
  return Object.fromEntries(
    rows.map(({ code, left }) => [code, BigInt(left)] as const).filter(([, left]) => left !== 0n),
  );
}

/**
 * The same of what left an account, as if it had left a card: what is gone from the account went through the accounts
 * between the two books, in full. Throws where these do not say so.
 */
export function asIfOfCard(money: Record<string, bigint>): Record<string, bigint> {
  const { "2010": account = 0n, "1120": funds = 0n, "1510": received = 0n, ...rest } = money;
  if (funds !== account || received !== -account)
    throw new Error(`2010 ${account}, 1120 ${funds}, 1510 ${received}`);
  return account === 0n ? rest : { ...rest, "2510": account };
}

export async function transferRow(world: World, refNo: string) {
  return world.app.db
    .selectFrom("transfer as t")
    .innerJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
    .selectAll()
    .where("t.ref_no", "=", refNo)
    .executeTakeFirstOrThrow();
}

export async function exceptionsOf(world: World, refNo?: string): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("transfer_exception")
    .select(["kind", "ref_no"])
    .orderBy("id")
    .execute();
  return rows.filter((row) => (refNo ?? row.ref_no) === row.ref_no).map(({ kind }) => kind);
}

export async function stepsOf(world: World, refNo: string): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("transfer_step")
    .select("state")
    .where("ref_no", "=", refNo)
    .orderBy("id")
    .execute();
  return rows.map(({ state }) => state);
}

/** What was told to the member in the portal, oldest first. */
export async function noticesOf(world: World, member: TestMember): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("notification")
    .select("kind")
    .where("member_id", "=", member.id)
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The card's history, oldest first. */
export async function historyOf(world: World, refNo: string): Promise<[string, bigint][]> {
  const rows = await world.app.db
    .selectFrom("card_transaction")
    .select(["description", "amount_centavos"])
    .where("ref_no", "=", refNo)
    .orderBy("id")
    .execute();
  return rows.map((row) => [row.description, row.amount_centavos]);
}

type Signing = { at?: number; nonce?: string; key?: string; signature?: string };

/** Sends a message as the switch would, or nearly; answers the status. */
export async function tellUs(
  world: World,
  xml: string | Buffer,
  signing: Signing = {},
): Promise<number> {
  const timestamp = String(signing.at ?? world.app.now().getTime());
  const nonce = signing.nonce ?? randomUUID();
  const signature =
    signing.signature ??
    createHmac("sha256", signing.key ?? world.app.config.INSTAPAY_KEY)
      .update(`${timestamp}.${nonce}.`)
      .update(xml)
      .digest("hex");
  const answer = await world.server.inject({
    method: "POST",
    url: "/api/rails/instapay/messages",
    headers: {
      "content-type": "application/xml",
      "x-instapay-timestamp": timestamp,
      "x-instapay-nonce": nonce,
      "x-instapay-signature": signature,
    },
    payload: xml,
  });
  return answer.statusCode;
}

export type StatusFields = {
  refNo: string;
  amount: bigint;
  account: string;
  messageId?: string;
  reason?: string;
};

let lastMessage = 0;

function newMessageId(): string {
  lastMessage += 1;
  return `TEST-${lastMessage}`;
}

/** A pacs.002 of the switch. */
export function statusXml(status: string, fields: StatusFields): string {
  const { refNo, amount, account, reason, messageId = newMessageId() } = fields;
  const why = reason === undefined ? "" : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T02:00:01.000Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${refNo}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<TxInfAndSts><OrgnlEndToEndId>${refNo}</OrgnlEndToEndId><OrgnlTxId>${refNo}</OrgnlTxId><TxSts>${status}</TxSts>${why}
<OrgnlTxRef><IntrBkSttlmAmt Ccy="PHP">${toDecimal(amount)}</IntrBkSttlmAmt>
<CdtrAgt><FinInstnId><BICFI>BNORPHMMXXX</BICFI></FinInstnId></CdtrAgt>
<CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts>
</FIToFIPmtStsRpt></Document>`;
}

/** A pacs.004 of the switch. */
export function returnXml(fields: StatusFields): string {
  const { refNo, amount, account, reason = "AC04", messageId = newMessageId() } = fields;
  const money = toDecimal(amount);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09"><PmtRtr>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T02:00:31.000Z</CreDtTm><NbOfTxs>1</NbOfTxs>
<TtlRtrdIntrBkSttlmAmt Ccy="PHP">${money}</TtlRtrdIntrBkSttlmAmt><IntrBkSttlmDt>2026-11-23</IntrBkSttlmDt>
<SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Prtry>INSTAPAY</Prtry></ClrSys></SttlmInf></GrpHdr>
<OrgnlGrpInf><OrgnlMsgId>${refNo}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf>
<TxInf><RtrId>RT-${messageId}</RtrId><OrgnlEndToEndId>${refNo}</OrgnlEndToEndId><OrgnlTxId>${refNo}</OrgnlTxId>
<OrgnlIntrBkSttlmAmt Ccy="PHP">${money}</OrgnlIntrBkSttlmAmt><RtrdIntrBkSttlmAmt Ccy="PHP">${money}</RtrdIntrBkSttlmAmt>
<ChrgBr>SLEV</ChrgBr><RtrRsnInf><Rsn><Cd>${reason}</Cd></Rsn></RtrRsnInf>
<OrgnlTxRef><IntrBkSttlmAmt Ccy="PHP">${money}</IntrBkSttlmAmt>
<CdtrAgt><FinInstnId><BICFI>BNORPHMMXXX</BICFI></FinInstnId></CdtrAgt>
<CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInf></PmtRtr></Document>`;
}

/** Makes a rail or the issuer misbehave until told otherwise. */
export async function railFault(
  world: World,
  target: "instapay" | "pesonet" | "issuer",
  mode: string,
  extra: object = {},
): Promise<void> {
  const limit = target === "issuer" ? "ISSUER_TIMEOUT_MS" : "RAIL_TIMEOUT_MS";
  world.expectSilence(["timeout", "slow"].includes(mode), limit);
  const response = await fetch(new URL("/faults", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target, mode, ...extra }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The cycle that takes what is ordered now. */
export async function cycleNow(world: World): Promise<NonNullable<BankOrder["cycle"]>> {
  const { day, no, creditBy } = pesonetCycle(await readClearing(world.app.db), world.app.now());
  return { day, no, creditBy: creditMoment({ day, creditBy }) };
}

/** One turn of what the worker does for PESONet. */
export async function pesonetTurn(world: World): Promise<void> {
  await cutPesonetBatches(world.app);
  await sendPesonetBatches(world.app);
  await takePesonetFiles(world.app);
  await sweepRails(world);
}

/** 'yyyy-MM-ddTHH:mm:ss' of Manila. */
export function manila(text: string): Date {
  return new Date(`${text}+08:00`);
}

/** Who did what to a file for PESONet, in order. */
export async function trailOfFile(
  world: World,
  fileName: string | undefined,
): Promise<[string, string][]> {
  const rows = await world.app.db
    .selectFrom("audit_event")
    .select(["actor", "action"])
    .where("object", "=", `pesonet_batch:${fileName}`)
    .orderBy("id")
    .execute();
  return rows.map(({ actor, action }) => [actor, action]);
}

/** The files cut for PESONet's cycles of these days. */
export const batchesOf = (world: World, days: string[]) =>
  world.app.db
    .selectFrom("pesonet_batch")
    .selectAll()
    .where("cycle_day", "in", days)
    .orderBy("id")
    .execute();
