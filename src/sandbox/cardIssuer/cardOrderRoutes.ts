import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { amountOrZero, BadInput, choiceField, fieldsOf, textField } from "#sandbox/input.ts";
import type { World } from "#sandbox/world.ts";
import {
  changePin,
  deactivate,
  DEACTIVATION_REASONS,
  generateCvv,
  reactivate,
  resetPin,
  setLimit,
  setLock,
  setSuspension,
  setUses,
  usableCard,
} from "./cardControls.ts";
import { ID, PIN_BLOCK, REFERENCE, WALLET } from "./forms.ts";
import { answerTo, takeOrder, type Verdict } from "./orders.ts";
import { answerPartner } from "./partnerAnswer.ts";
import { openPin, sealCvv } from "./pinBlocks.ts";
import { cvvOf } from "./plastics.ts";

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/;
const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const USES = ["store", "online", "cash", "abroad"] as const;
const SCOPES = ["member", "admin", "freeze"] as const;

type Fields = Record<string, unknown>;

/** The orders about a card in use. */
export function registerCardOrders(server: FastifyInstance, world: World): void {
  const take = (
    request: FastifyRequest,
    reply: FastifyReply,
    content: Fields,
    decide: (token: string) => Verdict,
  ) => {
    const fields = fieldsOf(request.body);
    const reference = textField(fields, "senderRefId", REFERENCE);
    const token = textField(fields, "token", ID);
    const call = request.routeOptions.url ?? "";
    const order = { reference, call, content: { token, ...content } };
    return answerPartner(world, { request, reply, subject: `${reference} ${token}` }, (fault) =>
      takeOrder(world, order, fault, () => decide(token)),
    );
  };
  const post = (path: string, decide: (token: string) => Verdict) =>
    server.post(WALLET + path, (request, reply) => take(request, reply, {}, decide));

  for (const isLocked of [true, false]) {
    server.post(`${WALLET}/v2/cards/${isLocked ? "lock" : "unlock"}`, (request, reply) => {
      const scope = choiceField(fieldsOf(request.body), "scope", SCOPES);
      return take(request, reply, { scope }, (token) => setLock(world, token, scope, isLocked));
    });
  }
  server.post(`${WALLET}/v1/cards/suspend`, (request, reply) => {
    const until = momentIn(fieldsOf(request.body), "until");
    return take(request, reply, { until }, (token) => setSuspension(world, token, until));
  });
  server.post(`${WALLET}/v1/cards/deactivate`, (request, reply) => {
    const reason = choiceField(fieldsOf(request.body), "reason", DEACTIVATION_REASONS);
    return take(request, reply, { reason }, (token) => deactivate(world, token, reason));
  });
  server.put(`${WALLET}/v1/accounts/limits`, (request, reply) => {
    const fields = fieldsOf(request.body);
    const amount = amountOrZero(fields, "amount");
    const startsAt = momentIn(fields, "startDate");
    const content = { amount: amount.toString(), startsAt };
    return take(request, reply, content, (token) => setLimit(world, token, { amount, startsAt }));
  });
  server.put(`${WALLET}/v1/cards/uses`, (request, reply) => {
    const off = usesField(fieldsOf(request.body));
    return take(request, reply, { off }, (token) => setUses(world, token, off));
  });
  post("/v1/cards/unsuspend", (token) => setSuspension(world, token, null));
  post("/v1/cards/reactivate", (token) => reactivate(world, token));
  post("/v1/cvv/generate", (token) => generateCvv(world, token));
  registerSecrets(server, world, take);
}

function registerSecrets(
  server: FastifyInstance,
  world: World,
  take: (
    request: FastifyRequest,
    reply: FastifyReply,
    content: Fields,
    decide: (token: string) => Verdict,
  ) => Promise<FastifyReply>,
): void {
  server.post(`${WALLET}/v1/pins/change`, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const plastic = world.books.read("plastic").get(textField(fields, "token", ID));
    const pinIn = (name: string, purpose: "current" | "new") => {
      const binding = { purpose, accountNo: plastic?.accountNo ?? "" };
      return openPin(world.vault, textField(fields, name, PIN_BLOCK), binding);
    };
    const current = await pinIn("currentPin", "current");
    const next = await pinIn("newPin", "new");
    return take(request, reply, {}, (token) => changePin(world, token, { current, next }));
  });

  server.post(`${WALLET}/v1/pins/reset`, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const plastic = world.books.read("plastic").get(textField(fields, "token", ID));
    const binding = { purpose: "new", accountNo: plastic?.accountNo ?? "" } as const;
    const next = await openPin(world.vault, textField(fields, "newPin", PIN_BLOCK), binding);
    return take(request, reply, {}, (token) => resetPin(world, token, next));
  });

  server.post(`${WALLET}/v1/cvv/reveal`, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const token = textField(fields, "token", ID);
    const publicKey = textField(fields, "publicKey", PUBLIC_KEY);
    const card = usableCard(world, token);
    const sealedCvv =
      "no" in card
        ? undefined
        : await sealCvv(publicKey, cvvOf(world, card.plastic), card.standing.accountNo);
    return answerPartner(world, { request, reply, subject: token }, () => {
      if ("no" in card) return { status: 422, body: { ...answerTo("", card.no).body, token } };
      if (sealedCvv === undefined) throw new BadInput("publicKey is not right");
      return { status: 200, body: { token, sealedCvv } };
    });
  });
}

/** A list of uses, each at most once. */
function usesField({ off }: Fields): readonly string[] {
  const isList = Array.isArray(off) && new Set(off).size === off.length;
  if (!isList || !off.every((use) => (USES as readonly unknown[]).includes(use))) {
    throw new BadInput(`off must be a list of ${USES.join(", ")}`);
  }
  return USES.filter((use) => off.includes(use));
}

function momentIn(fields: Fields, name: string): number {
  const at = Date.parse(textField(fields, name, MOMENT));
  if (Number.isNaN(at)) throw new BadInput(`${name} is not a moment`);
  return at;
}
