import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { answerUnderFault } from "#sandbox/faults.ts";
import { amountField, fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import { isSame } from "#sandbox/signatures.ts";
import { noteRequest, type World } from "#sandbox/world.ts";
import { ACCOUNT_NO, movementAnswer } from "./cards.ts";
import { movementsOf } from "./movements.ts";
import { findTransfer, takeTransfer } from "./transfers.ts";

const REFERENCE = /^[A-Za-z0-9-]{1,20}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LINE_ID = /^\d{1,15}$/;
const PAGE_LINES = 10;
const LONGEST_SPAN_DAYS = 366;

type Answered = { status: number; body: object };

/** The issuer's API, in the shape of the partner's (banking.md 5.2; GET /openapi.json). */
export function registerIssuer(server: FastifyInstance, world: World): void {
  server.post("/partners/v1/eon/transfers", (request, reply) => {
    const fields = fieldsOf(request.body);
    const transfer = {
      reference: textField(fields, "senderRefId", REFERENCE),
      accountNo: textField(fields, "eonAccount", ACCOUNT_NO),
      amount: amountField(fields, "amount"),
      requestedAt: optionalText(fields, "tranRequestDate", /^[\dT:.-]{10,23}$/) ?? "",
    };
    const subject = `${transfer.reference} ${toDecimal(transfer.amount)} to ${transfer.accountNo}`;
    return answer(world, request, reply, subject, (fault) => takeTransfer(world, transfer, fault));
  });

  server.get("/partners/v1/eon/transfers/:reference", (request, reply) => {
    const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
    return answer(world, request, reply, reference, () => {
      const body = findTransfer(world, reference);
      return body === undefined
        ? notFound("TRANSFER_NOT_FOUND", "This reference was never seen")
        : { status: 200, body };
    });
  });

  server.get("/partners/eon/wallet/v1/balance/inquiry", (request, reply) => {
    const accountNo = textField(fieldsOf(request.query), "accountNumber", ACCOUNT_NO);
    return answer(world, request, reply, accountNo, () => {
      const card = world.books.read("card").get(accountNo);
      if (card === undefined) return notFound("CARD_NOT_FOUND", "There is no such card account");
      const availableBalance = toDecimal(card.balance);
      return { status: 200, body: { accountNumber: accountNo, availableBalance, currency: "PHP" } };
    });
  });

  server.get("/partners/eon/wallet/v2/transactions", (request, reply) => {
    const query = fieldsOf(request.query);
    const accountNo = textField(query, "accountNumber", ACCOUNT_NO);
    const toDate = optionalText(query, "toDate", DAY) ?? manilaDate(world.now());
    const fromDate = optionalText(query, "fromDate", DAY) ?? addDays(toDate, -LONGEST_SPAN_DAYS);
    const lastTranId = optionalText(query, "lastTranId", LINE_ID);
    return answer(world, request, reply, accountNo, () => {
      const results = movementsOf(world, accountNo)
        .filter(({ id }) => lastTranId === undefined || id < Number(lastTranId))
        .filter(({ at }) => {
          const day = manilaDate(new Date(at));
          return fromDate <= day && day <= toDate;
        })
        .slice(0, PAGE_LINES)
        .map(movementAnswer);
      return { status: 200, body: { accountNumber: accountNo, results } };
    });
  });
}

/** Checks who asks, then answers as the fault of the moment wants it, and notes it for the page. */
async function answer(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
  act: (fault: FaultRecord | undefined) => Answered,
): Promise<FastifyReply> {
  const note = (said: string) =>
    noteRequest(world, {
      method: request.method,
      path: request.routeOptions.url ?? "",
      subject,
      answer: said,
    });
  if (!isKnownClient(world, request)) {
    note("401");
    return reply.code(401).send({ errors: [{ code: "UNAUTHORIZED", message: "Unknown client" }] });
  }
  let code = "";
  const said = await answerUnderFault(world, "issuer", reply, (fault) => {
    const answered = act(fault);
    if ("code" in answered.body) code = ` ${String(answered.body.code)}`;
    return answered;
  });
  note(`${said}${code}`);
  return reply;
}

function isKnownClient(world: World, request: FastifyRequest): boolean {
  const header = (name: string) => String(request.headers[name] ?? "");
  const isId = isSame(header("x-client-id"), world.issuerClientId);
  return isSame(header("x-client-secret"), world.issuerClientSecret) && isId;
}

function notFound(code: string, message: string): Answered {
  return { status: 404, body: { errors: [{ code, message }] } };
}
