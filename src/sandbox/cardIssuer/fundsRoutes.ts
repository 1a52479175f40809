import type { FastifyInstance } from "fastify";
import { toDecimal } from "#common/money.ts";
import { amountField, choiceField, fieldsOf, textField } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import { ACCOUNT_NO } from "./forms.ts";
import { findFunds, findReversal, type FundsRequest, reverseDebit, takeFunds } from "./funds.ts";
import { answerPartner, notFound } from "./partnerAnswer.ts";

const REFERENCE = /^[A-Za-z0-9-]{1,20}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DEBITS = "/partners/v1/eon/debits";
const MOVES = "/partners/v3/funds/transfers";

/** The issuer's API about money that leaves a card account (GET /openapi.json). */
export function registerFunds(server: FastifyInstance, world: World): void {
  server.post(DEBITS, (request, reply) => {
    const fields = fieldsOf(request.body);
    const order: FundsRequest = {
      kind: "debit",
      ...orderIn(fields),
      toAccountNo: "",
      channel: choiceField(fields, "channel", ["instapay", "pesonet", "partner"] as const),
    };
    const subject = `${order.reference} ${toDecimal(order.amount)} from ${order.accountNo}`;
    return answerPartner(world, { request, reply, subject }, (fault) =>
      takeFunds(world, order, fault),
    );
  });

  server.post(`${DEBITS}/:reference/reversal`, (request, reply) => {
    const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
    const fields = { ...fieldsOf(request.body), senderRefId: reference };
    const debit = { ...orderIn(fields), notAfter: momentIn(fields, "notAfter") };
    const subject = `${reference} ${toDecimal(debit.amount)} back to ${debit.accountNo}`;
    return answerPartner(world, { request, reply, subject }, (fault) =>
      reverseDebit(world, debit, fault),
    );
  });

  server.get(`${DEBITS}/:reference/reversal`, (request, reply) => {
    const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
    return answerPartner(world, { request, reply, subject: reference }, () => {
      const body = findReversal(world, reference);
      return body === undefined
        ? notFound("REVERSAL_NOT_FOUND", "This debit was not put back")
        : { status: 200, body };
    });
  });

  server.post(MOVES, (request, reply) => {
    const fields = fieldsOf(request.body);
    const order: FundsRequest = {
      kind: "move",
      ...orderIn(fields),
      toAccountNo: textField(fields, "targetAccount", ACCOUNT_NO),
      channel: "card",
    };
    const { reference, amount, accountNo, toAccountNo } = order;
    const subject = `${reference} ${toDecimal(amount)} from ${accountNo} to ${toAccountNo}`;
    return answerPartner(world, { request, reply, subject }, (fault) =>
      takeFunds(world, order, fault),
    );
  });

  for (const [path, kind, code] of [
    [DEBITS, "debit", "DEBIT_NOT_FOUND"],
    [MOVES, "move", "TRANSFER_NOT_FOUND"],
  ] as const) {
    server.get(`${path}/:reference`, (request, reply) => {
      const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
      return answerPartner(world, { request, reply, subject: reference }, () => {
        const body = findFunds(world, kind, reference);
        return body === undefined
          ? notFound(code, "This reference was never seen")
          : { status: 200, body };
      });
    });
  }
}

/** A moment as ISO 8601; for ever where none is given. */
function momentIn(fields: Record<string, unknown>, name: string): number {
  if (fields[name] === undefined) return Infinity;
  return Date.parse(textField(fields, name, MOMENT));
}

function orderIn(fields: Record<string, unknown>) {
  return {
    reference: textField(fields, "senderRefId", REFERENCE),
    accountNo: textField(fields, "eonAccount", ACCOUNT_NO),
    amount: amountField(fields, "amount"),
  };
}
