import { manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { document, element, readMessage, textAt } from "#sandbox/rails/isoXml.ts";
import { newMessageId } from "#sandbox/rails/reports.ts";
import type { IncomingRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

/** pacs.008: another bank's transfer to an account of the participant. */
export function incomingTransfer(world: World, incoming: IncomingRecord): string {
  const { messageId, bank: from, sentAt } = incoming;
  return transfers(world, [incoming], { system: "INSTAPAY", messageId, from, at: sentAt });
}

/** Who a file of many banks' transfers is from. */
const CLEARING_HOUSE = "PCHCPHM1XXX";

/** pacs.008: the transfers of a cycle, of any banks. */
export function incomingFile(
  world: World,
  items: readonly IncomingRecord[],
  messageId: string,
): string {
  const at = world.now().getTime();
  return transfers(world, items, { system: "PESONET", messageId, from: CLEARING_HOUSE, at });
}

function transfers(
  world: World,
  items: readonly IncomingRecord[],
  message: { system: string; messageId: string; from: string; at: number },
): string {
  const at = new Date(message.at);
  const root = element("FIToFICstmrCdtTrf", [
    element("GrpHdr", [
      element("MsgId", message.messageId),
      element("CreDtTm", at.toISOString()),
      element("NbOfTxs", String(items.length)),
      money(
        "TtlIntrBkSttlmAmt",
        items.reduce((sum, { amount }) => sum + amount, 0n),
      ),
      element("IntrBkSttlmDt", manilaDate(at)),
      element("SttlmInf", [
        element("SttlmMtd", "CLRG"),
        element("ClrSys", [element("Prtry", message.system)]),
      ]),
      element("InstgAgt", agent(message.from)),
    ]),
    ...items.map(({ reference, endToEndId, amount, bank, senderName, senderAccount, accountNo }) =>
      element("CdtTrfTxInf", [
        element("PmtId", [element("EndToEndId", endToEndId), element("TxId", reference)]),
        money("IntrBkSttlmAmt", amount),
        element("ChrgBr", "DEBT"),
        element("Dbtr", [element("Nm", senderName)]),
        account("DbtrAcct", senderAccount),
        element("DbtrAgt", agent(bank)),
        element("CdtrAgt", agent(world.railParticipant)),
        element("Cdtr", [element("Nm", "MEMBER")]),
        account("CdtrAcct", accountNo),
      ]),
    ),
  ]);
  return document("pacs.008.001.08", root);
}

/** pacs.028: how does that transfer stand? */
export function incomingInquiry(world: World, incoming: IncomingRecord): string {
  const { messageId, reference, endToEndId, bank, attempts } = incoming;
  const root = element("FIToFIPmtStsReq", [
    element("GrpHdr", [
      element("MsgId", `Q${attempts}-${messageId}`.slice(0, 35)),
      element("CreDtTm", world.now().toISOString()),
      element("InstgAgt", agent(bank)),
    ]),
    element("OrgnlGrpInf", [
      element("OrgnlMsgId", messageId),
      element("OrgnlMsgNmId", "pacs.008.001.08"),
    ]),
    element("TxInf", [element("OrgnlEndToEndId", endToEndId), element("OrgnlTxId", reference)]),
  ]);
  return document("pacs.028.001.03", root);
}

/** How the participant says that a transfer ended; undefined when this is no such answer. */
export function outcomeIn(
  { reference }: IncomingRecord,
  body: string,
): { state: "credited" | "rejected"; reasonCode: string } | undefined {
  const message = readMessage(Buffer.from(body));
  if (message?.name !== "pacs.002.001.10") return undefined;
  const about = "FIToFIPmtStsRpt/TxInfAndSts";
  if (textAt(message.root, `${about}/OrgnlTxId`) !== reference) return undefined;
  const status = textAt(message.root, `${about}/TxSts`);
  if (status === "ACSC") return { state: "credited", reasonCode: "" };
  const reasonCode = textAt(message.root, `${about}/StsRsnInf/Rsn/Cd`);
  return status === "RJCT" ? { state: "rejected", reasonCode } : undefined;
}

/** pacs.002: the money that the participant sends back is taken. */
export function returnTaken(
  world: World,
  { reference, endToEndId, returnId }: IncomingRecord,
): string {
  const root = element("FIToFIPmtStsRpt", [
    element("GrpHdr", [
      element("MsgId", newMessageId("BN")),
      element("CreDtTm", world.now().toISOString()),
      element("InstdAgt", agent(world.railParticipant)),
    ]),
    element("OrgnlGrpInfAndSts", [
      element("OrgnlMsgId", returnId),
      element("OrgnlMsgNmId", "pacs.004.001.09"),
    ]),
    element("TxInfAndSts", [
      element("OrgnlEndToEndId", endToEndId),
      element("OrgnlTxId", reference),
      element("TxSts", "ACSC"),
    ]),
  ]);
  return document("pacs.002.001.10", root);
}

const agent = (bic: string) => [element("FinInstnId", [element("BICFI", bic)])];
const money = (name: string, amount: bigint) => element(`${name} Ccy="PHP"`, toDecimal(amount));
const account = (name: string, number: string) =>
  element(name, [element("Id", [element("Othr", [element("Id", number)])])]);
