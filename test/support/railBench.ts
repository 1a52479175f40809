import { createHmac, randomUUID } from "node:crypto";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";

/** A transfer as these tests send it. */
export type TestTransfer = {
  reference: string;
  amount?: string;
  accountNo?: string;
  bank?: string;
};

const KEYS = { instapay: DEMO_CREDENTIALS.instapayKey, pesonet: DEMO_CREDENTIALS.pesonetKey };
const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";

/** What a rail answered: the status, the text, and whether the rail signed it. */
export type RailReply = { status: number; text: string; isSigned: boolean };

/** Asks a rail of the sandbox as the participant, signed. `spoil` changes the headers. */
export async function callRail(
  { url, now }: { url: string; now: number },
  method: "GET" | "POST" | "PUT",
  address: string,
  body = "",
  spoil: Record<string, string> = {},
): Promise<RailReply> {
  const rail = address.startsWith("/pesonet") ? "pesonet" : "instapay";
  const sign = (timestamp: string, nonce: string, signed: string) =>
    createHmac("sha256", KEYS[rail]).update(`${timestamp}.${nonce}.${signed}`).digest("hex");
  const [timestamp, nonce] = [String(now), randomUUID()];
  const answer = await fetch(url + address, {
    method,
    headers: {
      ...(body === "" ? {} : { "content-type": "application/xml" }),
      [`x-${rail}-participant`]: DEMO_CREDENTIALS.railParticipant,
      [`x-${rail}-timestamp`]: timestamp,
      [`x-${rail}-nonce`]: nonce,
      [`x-${rail}-signature`]: sign(timestamp, nonce, body === "" ? address : body),
      ...spoil,
    },
    ...(body === "" ? {} : { body }),
  });
  const text = await answer.text();
  const header = (name: string) => answer.headers.get(`x-${rail}-${name}`) ?? "";
  const expected = sign(header("timestamp"), header("nonce"), text);
  return { status: answer.status, text, isSigned: header("signature") === expected };
}

/** A pacs.008 of one rail, right unless `changes` says otherwise. */
export function creditTransfers(
  rail: "INSTAPAY" | "PESONET",
  transfers: TestTransfer[],
  {
    messageId = transfers[0]?.reference ?? "",
    settlesOn = "2026-11-23",
    count = transfers.length,
  } = {},
): string {
  const centavos = transfers.map(({ amount = "250.00" }) => BigInt(amount.replace(".", "")));
  const digits = String(centavos.reduce((sum, amount) => sum + amount, 0n)).padStart(3, "0");
  const total = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const bic = DEMO_CREDENTIALS.railParticipant;
  const items = transfers.map(
    ({ reference, amount = "250.00", accountNo = "123456789012", bank = "BNORPHMMXXX" }) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId><TxId>${reference}</TxId></PmtId><IntrBkSttlmAmt Ccy="PHP">${amount}</IntrBkSttlmAmt><ChrgBr>DEBT</ChrgBr><Dbtr><Nm>FLORANTE YAMBAO</Nm></Dbtr><DbtrAcct><Id><Othr><Id>990112345006</Id></Othr></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></DbtrAgt><CdtrAgt><FinInstnId><BICFI>${bank}</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>MA. LUZ PENA</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${accountNo}</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}pacs.008.001.08"><FIToFICstmrCdtTrf><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T01:00:00.000Z</CreDtTm><NbOfTxs>${count}</NbOfTxs><TtlIntrBkSttlmAmt Ccy="PHP">${total}</TtlIntrBkSttlmAmt><IntrBkSttlmDt>${settlesOn}</IntrBkSttlmDt><SttlmInf><SttlmMtd>CLRG</SttlmMtd><ClrSys><Prtry>${rail}</Prtry></ClrSys></SttlmInf><InstgAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></InstgAgt></GrpHdr>${items.join("")}</FIToFICstmrCdtTrf></Document>`;
}

/** A pacs.028 about a transfer over InstaPay. */
export function statusRequest(reference: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}pacs.028.001.03"><FIToFIPmtStsReq><GrpHdr><MsgId>Q-${reference}</MsgId><CreDtTm>2026-11-23T01:00:00.000Z</CreDtTm><InstgAgt><FinInstnId><BICFI>${DEMO_CREDENTIALS.railParticipant}</BICFI></FinInstnId></InstgAgt></GrpHdr><OrgnlGrpInf><OrgnlMsgId>${reference}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf><TxInf><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><OrgnlTxId>${reference}</OrgnlTxId></TxInf></FIToFIPmtStsReq></Document>`;
}

/** 'ACSC', 'RJCT AC03', … of each transfer that a pacs.002 is about, by reference. */
export function statusesIn(xml: string): Record<string, string> {
  const found = [...xml.matchAll(/<TxInfAndSts>.*?<\/TxInfAndSts>/gs)].map(([part]) => {
    const text = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(part)?.[1] ?? "";
    return [text("OrgnlTxId"), [text("TxSts"), text("Cd")].filter(Boolean).join(" ")] as const;
  });
  return Object.fromEntries(found);
}
