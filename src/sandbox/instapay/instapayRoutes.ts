import type { FastifyInstance } from "fastify";
import { manilaDate } from "#common/manila.ts";
import { parsePesos } from "#common/money.ts";
import { DAY } from "#sandbox/cardIssuer/forms.ts";
import { fieldsOf, textField } from "#sandbox/input.ts";
import { readCreditTransfers } from "#sandbox/rails/creditTransfers.ts";
import { readMessage, textAt } from "#sandbox/rails/isoXml.ts";
import { settlementReport } from "#sandbox/rails/settlementReport.ts";
import { answerParticipant, bodyOf, type RailAnswer, refusal } from "#sandbox/rails/signedRail.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { takeReturn } from "./incoming.ts";
import { checkName } from "./nameChecks.ts";
import { askPayment, decideInstapay, takePayment } from "./switch.ts";

/** The switch of InstaPay (docs/rails.md). */
export function registerInstapay(server: FastifyInstance, world: World): void {
  server.post("/instapay/v1/messages", (request, reply) => {
    const message = readMessage(bodyOf(request));
    const subject = message === undefined ? "no message" : subjectOf(message);
    return answerParticipant(world, "instapay", { request, reply, subject }, (fault) =>
      message === undefined ? noMessage() : answerTo(world, message, fault),
    );
  });

  server.get("/instapay/v1/settlements", (request, reply) => {
    const day = textField(fieldsOf(request.query), "day", DAY);
    return answerParticipant(world, "instapay", { request, reply, subject: day }, () => {
      decideInstapay(world);
      return day > manilaDate(world.now())
        ? { status: 404, body: refusal("FILE_NOT_FOUND", "That day has not begun") }
        : { status: 200, body: settlementReport(world, "instapay", day) };
    });
  });
}

type Message = NonNullable<ReturnType<typeof readMessage>>;

function answerTo(
  world: World,
  { name, root }: Message,
  fault: FaultRecord | undefined,
): RailAnswer {
  if (name === "pacs.028.001.03") {
    const reference = textAt(root, "FIToFIPmtStsReq/TxInf/OrgnlTxId");
    const messageId = textAt(root, "FIToFIPmtStsReq/OrgnlGrpInf/OrgnlMsgId");
    return askPayment(world, { reference, messageId });
  }
  if (name === "pacs.004.001.09") {
    return takeReturn(world, {
      originalId: textAt(root, "PmtRtr/OrgnlGrpInf/OrgnlMsgId"),
      returnId: textAt(root, "PmtRtr/GrpHdr/MsgId"),
      amount: parsePesos(textAt(root, "PmtRtr/TxInf/RtrdIntrBkSttlmAmt")) ?? 0n,
    });
  }
  if (name === "acmt.023.001.03") return checkName(world, root);
  const transfers =
    name === "pacs.008.001.08" ? readCreditTransfers(world, "instapay", root) : undefined;
  return transfers === undefined ? noMessage() : takePayment(world, transfers, fault);
}

function subjectOf({ name, root }: Message): string {
  const reference =
    textAt(root, "FIToFICstmrCdtTrf/CdtTrfTxInf/PmtId/TxId") ||
    textAt(root, "FIToFIPmtStsReq/TxInf/OrgnlTxId") ||
    textAt(root, "PmtRtr/TxInf/OrgnlTxId") ||
    textAt(root, "IdVrfctnReq/Vrfctn/Id");
  return `${name.slice(0, 8)} ${reference}`;
}

function noMessage(): RailAnswer {
  return { status: 400, body: refusal("NO_MESSAGE", "This is no message of InstaPay") };
}
