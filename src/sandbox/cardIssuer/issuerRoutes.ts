import type { FastifyInstance } from "fastify";
import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import { amountField, fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import { movementAnswer } from "./cards.ts";
import { ACCOUNT_NO, DAY, WALLET } from "./forms.ts";
import { movementsOf } from "./movements.ts";
import { answerPartner, notFound } from "./partnerAnswer.ts";
import { findTransfer, takeTransfer } from "./transfers.ts";

const REFERENCE = /^[A-Za-z0-9-]{1,20}$/;
const LINE_ID = /^\d{1,15}$/;
const PAGE_LINES = 10;
const LONGEST_SPAN_DAYS = 366;

/** The issuer's API, in the shape of the partner's (docs/issuer.md; GET /openapi.json). */
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
    return answerPartner(world, { request, reply, subject }, (fault) =>
      takeTransfer(world, transfer, fault),
    );
  });

  server.get("/partners/v1/eon/transfers/:reference", (request, reply) => {
    const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
    return answerPartner(world, { request, reply, subject: reference }, () => {
      const body = findTransfer(world, reference);
      return body === undefined
        ? notFound("TRANSFER_NOT_FOUND", "This reference was never seen")
        : { status: 200, body };
    });
  });

  server.get(`${WALLET}/v1/balance/inquiry`, (request, reply) => {
    const accountNo = textField(fieldsOf(request.query), "accountNumber", ACCOUNT_NO);
    return answerPartner(world, { request, reply, subject: accountNo }, () => {
      const card = world.books.read("card").get(accountNo);
      if (card === undefined) return notFound("CARD_NOT_FOUND", "There is no such card account");
      const availableBalance = toDecimal(card.balance);
      return { status: 200, body: { accountNumber: accountNo, availableBalance, currency: "PHP" } };
    });
  });

  server.get(`${WALLET}/v2/transactions`, (request, reply) => {
    const query = fieldsOf(request.query);
    const accountNo = textField(query, "accountNumber", ACCOUNT_NO);
    const toDate = optionalText(query, "toDate", DAY) ?? manilaDate(world.now());
    const fromDate = optionalText(query, "fromDate", DAY) ?? addDays(toDate, -LONGEST_SPAN_DAYS);
    const lastTranId = optionalText(query, "lastTranId", LINE_ID);
    return answerPartner(world, { request, reply, subject: accountNo }, () => {
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
