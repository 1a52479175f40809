import type { FastifyInstance } from "fastify";
import { BadInput, fieldsOf, numberField, textField } from "#sandbox/input.ts";
import { openSealed } from "#sandbox/vault.ts";
import type { World } from "#sandbox/world.ts";
import {
  accountOf,
  activate,
  type Activation,
  cancelActivation,
  failActivation,
  personalize,
  retryActivation,
} from "./activations.ts";
import { submitCustomer } from "./customers.ts";
import { ID, PIN_BLOCK, REFERENCE, WALLET } from "./forms.ts";
import { orderKits } from "./kits.ts";
import { takeOrder } from "./orders.ts";
import { answerPartner } from "./partnerAnswer.ts";
import { openPin } from "./pinBlocks.ts";

const SEALED_NUMBER = /^[A-Za-z0-9+/=]{16}:[A-Za-z0-9+/=]{24,80}$/;
const NAME = /^[^\p{Cc}]{2,26}$/u;
/** Three pictures, in base64. */
const CUSTOMER_BYTES = 24 * 1024 * 1024;

/** The orders by which somebody becomes a customer and plastic becomes theirs. */
export function registerWalletOrders(server: FastifyInstance, world: World): void {
  server.post(`${WALLET}/v2/customers`, { bodyLimit: CUSTOMER_BYTES }, (request, reply) => {
    const { images: _pictures, ...content } = fieldsOf(request.body);
    const reference = textField(content, "senderRefId", REFERENCE);
    const order = { reference, call: "customer", content };
    return answerPartner(world, { request, reply, subject: reference }, (fault) =>
      takeOrder(world, order, fault, () => submitCustomer(world, reference, request.body)),
    );
  });

  server.post(`${WALLET}/v3/cards/replacements/personalize`, (request, reply) => {
    const fields = fieldsOf(request.body);
    const content = {
      customerId: textField(fields, "customerId", ID),
      nameOnCard: textField(fields, "nameOnCard", NAME),
    };
    const reference = textField(fields, "senderRefId", REFERENCE);
    const order = { reference, call: "personalize", content };
    return answerPartner(world, { request, reply, subject: reference }, (fault) =>
      takeOrder(world, order, fault, () => personalize(world, { reference, ...content })),
    );
  });

  server.post(`${WALLET}/v1/kits/orders`, (request, reply) => {
    const fields = fieldsOf(request.body);
    const batchRef = textField(fields, "senderRefId", REFERENCE);
    const content = {
      officeId: textField(fields, "officeId", ID),
      count: numberField(fields, "count", { least: 1, most: 500, otherwise: 0 }),
    };
    if (!Number.isInteger(content.count) || content.count === 0) {
      throw new BadInput("count must be a whole number from 1 to 500");
    }
    const order = { reference: batchRef, call: "kits", content };
    return answerPartner(world, { request, reply, subject: batchRef }, (fault) =>
      takeOrder(world, order, fault, () => orderKits(world, { batchRef, ...content })),
    );
  });

  registerActivations(server, world);
}

function registerActivations(server: FastifyInstance, world: World): void {
  for (const { path, isKit } of [
    { path: "/v1/cards/accounts/linking", isKit: true },
    { path: "/v2/cards/activation", isKit: false },
  ]) {
    server.post(WALLET + path, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const reference = textField(fields, "senderRefId", REFERENCE);
      const token = textField(fields, "token", ID);
      const customerId = isKit ? textField(fields, "customerId", ID) : undefined;
      const activation: Activation = {
        token,
        number: numberIn(world, textField(fields, "apiCardNumber", SEALED_NUMBER), reference),
        pin: await firstPin(world, customerId, token, textField(fields, "newPin", PIN_BLOCK)),
        ...(customerId === undefined ? {} : { customerId }),
      };
      const order = { reference, call: path, content: { token, customerId } };
      return answerPartner(world, { request, reply, subject: `${reference} ${token}` }, (fault) =>
        takeOrder(
          world,
          order,
          fault,
          () => activate(world, activation),
          () => failActivation(world, reference, activation),
        ),
      );
    });
  }

  server.post(`${WALLET}/v2/cards/activation/retry`, (request, reply) => {
    const fields = fieldsOf(request.body);
    const reference = textField(fields, "senderRefId", REFERENCE);
    const token = textField(fields, "token", ID);
    return answerPartner(world, { request, reply, subject: `${reference} ${token}` }, (fault) =>
      retryActivation(world, { reference, token }, fault),
    );
  });

  server.post(`${WALLET}/v2/cards/activation/cancel`, (request, reply) => {
    const reference = textField(fieldsOf(request.body), "senderRefId", REFERENCE);
    return answerPartner(world, { request, reply, subject: reference }, () =>
      cancelActivation(world, reference),
    );
  });
}

/** Opens `apiCardNumber`: base64(iv):base64(cipher‖tag), bound to the order's reference. */
function numberIn(world: World, sealed: string, reference: string): string | undefined {
  const parts = sealed.split(":").map((part) => Buffer.from(part, "base64"));
  try {
    return openSealed(world.issuerCardKey, Buffer.concat(parts), Buffer.from(reference));
  } catch {
    return undefined;
  }
}

/** A first PIN is sealed for no account, or for the one that is kept. */
async function firstPin(
  world: World,
  customerId: string | undefined,
  token: string,
  block: string,
): Promise<string | undefined> {
  const owner = customerId ?? world.books.read("plastic").get(token)?.customerId;
  const kept = owner ? accountOf(world, owner)?.accountNo : undefined;
  const unbound = await openPin(world.vault, block, { purpose: "new", accountNo: "" });
  return (
    unbound ?? (kept ? openPin(world.vault, block, { purpose: "new", accountNo: kept }) : undefined)
  );
}
