import { createHmac, randomUUID } from "node:crypto";
import { toDecimal } from "#common/money.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { statusesIn } from "./railBench.ts";

/** A transfer of another bank to us. */
export type Inward = {
  txId: string;
  account: string;
  amount?: bigint;
  bank?: string;
  /** The bank that it says to be for; ours, if not said. */
  to?: string;
  sender?: string;
  senderAccount?: string;
  messageId?: string;
  endToEndId?: string;
};

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
export const SENDING_BANK = "BNORPHMMXXX";
export const INWARD_AMOUNT = 250_00n;

/** The digits of an account, as forms of other banks take them. */
export const digitsOf = (accountNumber: string | null | undefined): string =>
  (accountNumber ?? "").replaceAll("-", "");

export const savingsOf = ({ accountNumbers }: TestMember): string =>
  digitsOf(accountNumbers.savings);

/** Their pacs.008 to a bank with this BIC. */
export function inwardXml(participant: string, inward: Inward): string {
  const { txId, bank = SENDING_BANK, messageId = `M-${txId}`.slice(0, 35) } = inward;
  return messageOf(participant, [inward], { system: "INSTAPAY", messageId, from: bank });
}

/** The clearing house's file of them. */
export const inwardFileXml = (
  participant: string,
  items: readonly Inward[],
  messageId: string,
): string => messageOf(participant, items, { system: "PESONET", messageId, from: "PCHCPHM1XXX" });

const agent = (bic: string) => `<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`;

function messageOf(
  participant: string,
  items: readonly Inward[],
  { system, messageId, from }: { system: string; messageId: string; from: string },
): string {
  const total = items.reduce((sum, { amount = INWARD_AMOUNT }) => sum + amount, 0n);
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}pacs.008.001.08"><FIToFICstmrCdtTrf><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T02:00:00.000Z</CreDtTm><NbOfTxs>${items.length}</NbOfTxs><TtlIntrBkSttlmAmt Ccy="PHP">${toDecimal(total)}</TtlIntrBkSttlmAmt><IntrBkSttlmDt>2026-11-23</IntrBkSttlmDt><SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Prtry>${system}</Prtry></ClrSys></SttlmInf><InstgAgt>${agent(from)}</InstgAgt></GrpHdr>${items.map((one) => lineOf(participant, one)).join("")}</FIToFICstmrCdtTrf></Document>`;
}

function lineOf(participant: string, inward: Inward): string {
  const { txId, account, amount = INWARD_AMOUNT, bank = SENDING_BANK } = inward;
  const { sender = "JUAN DELA CRUZ", senderAccount = "001234567890" } = inward;
  const { endToEndId = txId, to = participant } = inward;
  return `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId><TxId>${txId}</TxId></PmtId><IntrBkSttlmAmt Ccy="PHP">${toDecimal(amount)}</IntrBkSttlmAmt><ChrgBr>DEBT</ChrgBr><Dbtr><Nm>${sender}</Nm></Dbtr><DbtrAcct><Id><Othr><Id>${senderAccount}</Id></Othr></Id></DbtrAcct><DbtrAgt>${agent(bank)}</DbtrAgt><CdtrAgt>${agent(to)}</CdtrAgt><Cdtr><Nm>MEMBER</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>`;
}

/** The same to us. */
export const xmlTo = (world: World, inward: Inward): string =>
  inwardXml(world.app.config.RAIL_PARTICIPANT, inward);

/** The switch's question how it stands. */
export function inwardInquiry({
  txId,
  bank = SENDING_BANK,
}: Pick<Inward, "txId" | "bank">): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}pacs.028.001.03"><FIToFIPmtStsReq><GrpHdr><MsgId>Q-${randomUUID().slice(0, 8)}</MsgId><CreDtTm>2026-11-23T02:00:15.000Z</CreDtTm><InstgAgt><FinInstnId><BICFI>${bank}</BICFI></FinInstnId></InstgAgt></GrpHdr><OrgnlGrpInf><OrgnlMsgId>M-${txId}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf><TxInf><OrgnlEndToEndId>${txId}</OrgnlEndToEndId><OrgnlTxId>${txId}</OrgnlTxId></TxInf></FIToFIPmtStsReq></Document>`;
}

export type InwardAnswer = { status: number; said: string | undefined; body: string };

/** Sends a message as the switch does, and reads the answer, which has to be signed by us. */
export async function askUs(world: World, xml: string, about: string): Promise<InwardAnswer> {
  const key = world.app.config.INSTAPAY_KEY;
  const sign = (timestamp: string, nonce: string, body: string) =>
    createHmac("sha256", key).update(`${timestamp}.${nonce}.${body}`).digest("hex");
  const [timestamp, nonce] = [String(world.app.now().getTime()), randomUUID()];
  const answer = await world.server.inject({
    method: "POST",
    url: "/api/rails/instapay/messages",
    headers: {
      "content-type": "application/xml",
      "x-instapay-timestamp": timestamp,
      "x-instapay-nonce": nonce,
      "x-instapay-signature": sign(timestamp, nonce, xml),
    },
    payload: xml,
  });
  const header = (name: string) => String(answer.headers[`x-instapay-${name}`]);
  const expected = sign(header("timestamp"), header("nonce"), answer.body);
  if (header("signature") !== expected) throw new Error(`not signed by us: ${answer.body}`);
  return { status: answer.statusCode, said: statusesIn(answer.body)[about], body: answer.body };
}

/** 'ACSC', 'RJCT AC03' or the status of a no. */
export async function sendInward(world: World, inward: Inward): Promise<string> {
  const { status, said } = await askUs(world, xmlTo(world, inward), inward.txId);
  return said ?? String(status);
}

export async function inquireInward(
  world: World,
  of: Pick<Inward, "txId" | "bank">,
): Promise<string> {
  const { status, said } = await askUs(world, inwardInquiry(of), of.txId);
  return said ?? String(status);
}

type FromBank = { account: string; amount: string; reference?: string; senderName?: string };

/** Has the sandbox's switch carry a transfer of another bank to us. */
export const sendFromBank = (world: World, fields: FromBank): Promise<void> =>
  askSandbox(world, "/sandbox/instapay/incoming", fields);

/** Has another bank send transfers that are in the clearing house's next file. */
export async function sendByFile(world: World, ...items: FromBank[]): Promise<void> {
  for (const fields of items) await askSandbox(world, "/sandbox/pesonet/incoming", fields);
}

/** Clears what waits at the clearing house. */
export const clearNow = (world: World): Promise<void> =>
  askSandbox(world, "/sandbox/pesonet/cycles", { does: "clear" });

async function askSandbox(world: World, path: string, body: object): Promise<void> {
  const response = await fetch(new URL(path, world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}
