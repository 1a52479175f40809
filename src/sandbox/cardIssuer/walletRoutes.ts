import type { FastifyInstance } from "fastify";
import { manilaDate } from "#common/manila.ts";
import { fieldsOf, textField } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import { cardAnswer } from "./cardControls.ts";
import { registerCardOrders } from "./cardOrderRoutes.ts";
import { customerById, investigationAnswer } from "./customers.ts";
import { decideDue } from "./decideDue.ts";
import { DAY, ID, REFERENCE, WALLET } from "./forms.ts";
import { deliveryAnswer } from "./kits.ts";
import { orderOf } from "./orders.ts";
import { answerPartner, notFound } from "./partnerAnswer.ts";
import { plastics } from "./plastics.ts";
import { settlementFile } from "./settlement.ts";
import { registerWalletOrders } from "./walletOrderRoutes.ts";

/** The issuer's API about customers, cards, kits and settlement. */
export function registerWallet(server: FastifyInstance, world: World): void {
  registerWalletOrders(server, world);
  registerCardOrders(server, world);

  server.get(`${WALLET}/v1/customers/investigation`, (request, reply) => {
    const transactionId = textField(fieldsOf(request.query), "transactionId", ID);
    return answerPartner(world, { request, reply, subject: transactionId }, () => {
      decideDue(world);
      const customer = world.books.read("customer").get(transactionId);
      return customer === undefined
        ? notFound("CUSTOMER_NOT_FOUND", "This transaction was never seen")
        : { status: 200, body: investigationAnswer(customer) };
    });
  });

  server.get(`${WALLET}/v1/customers/:customerId`, (request, reply) => {
    const customerId = textField(fieldsOf(request.params), "customerId", ID);
    return answerPartner(world, { request, reply, subject: customerId }, () => {
      if (customerById(world, customerId) === undefined) {
        return notFound("CUSTOMER_NOT_FOUND", "There is no such customer");
      }
      const cards = plastics(world)
        .filter((plastic) => plastic.customerId === customerId)
        .map((plastic) => cardAnswer(world, plastic));
      return { status: 200, body: { customerId, cards } };
    });
  });

  server.get(`${WALLET}/v1/cards/:token`, (request, reply) => {
    const token = textField(fieldsOf(request.params), "token", ID);
    return answerPartner(world, { request, reply, subject: token }, () => {
      decideDue(world);
      const plastic = world.books.read("plastic").get(token);
      return plastic === undefined
        ? notFound("CARD_NOT_FOUND", "There is no such card")
        : { status: 200, body: cardAnswer(world, plastic) };
    });
  });

  server.get(`${WALLET}/v1/pins/key`, (request, reply) =>
    answerPartner(world, { request, reply, subject: "" }, () => {
      const { kid, pub } = world.vault.pinKey;
      return { status: 200, body: { use: "pin", kty: "P-256", kid, pub } };
    }),
  );

  server.get(`${WALLET}/v1/kits/deliveries`, (request, reply) => {
    const batchRef = textField(fieldsOf(request.query), "batchRef", ID);
    return answerPartner(world, { request, reply, subject: batchRef }, () => {
      decideDue(world);
      const batch = world.books.read("batch").get(batchRef);
      return batch === undefined
        ? notFound("BATCH_NOT_FOUND", "This batch was never ordered")
        : { status: 200, body: deliveryAnswer(world, batch) };
    });
  });

  server.get(`${WALLET}/v1/orders/:reference`, (request, reply) => {
    const reference = textField(fieldsOf(request.params), "reference", REFERENCE);
    return answerPartner(world, { request, reply, subject: reference }, () => {
      const order = orderOf(world, reference);
      return order === undefined
        ? notFound("ORDER_NOT_FOUND", "This reference was never seen")
        : { status: order.status, body: order.body };
    });
  });

  server.get(`${WALLET}/v1/settlements`, (request, reply) => {
    const day = textField(fieldsOf(request.query), "day", DAY);
    return answerPartner(world, { request, reply, subject: day }, () =>
      day > manilaDate(world.now())
        ? notFound("FILE_NOT_FOUND", "That day has not begun")
        : { status: 200, body: settlementFile(world, day) },
    );
  });
}
