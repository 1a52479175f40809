import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerUnderFault } from "#sandbox/faults.ts";
import { fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import { noteRequest, type World } from "#sandbox/world.ts";
import { endSubscriber, makeSubscriber, pushesTo, takePush } from "./subscribers.ts";
import { signedBy } from "./vapid.ts";

const SUBSCRIBER = /^sub-[\w-]{16}$/;
const SERVER_KEY = /^B[\w-]{86}$/;
const MOST_BYTES = 4096;

/**
 * A push service as browsers have one (RFC 8030): POST to the address of a subscription, signed by RFC 8292. What
 * browsers do with theirs, subscribing and showing what came, is here for a person and for tests.
 */
export function registerPush(server: FastifyInstance, world: World): void {
  void server.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer" },
      (_request, body, ready) => ready(null, body),
    );
    scope.post("/push/:id", async (request, reply) => {
      const refused = refusalOf(world, request);
      if (refused !== undefined) return reply.code(refused).send(wrong(refused));
      await answerUnderFault(world, "push", reply, (fault) => take(world, request, fault));
      return reply;
    });
    done();
  });

  server.get("/push", (request) => {
    const fields = fieldsOf(request.query);
    const subscriber = optionalText(fields, "subscriber", SUBSCRIBER);
    return pushesTo(world, subscriber).map(({ at, ...push }) => ({
      ...push,
      at: new Date(at).toISOString(),
    }));
  });

  server.post("/push/subscribers", (request, reply) => {
    const serverKey = textField(fieldsOf(request.body), "applicationServerKey", SERVER_KEY);
    return reply.code(201).send(makeSubscriber(world, { origin: originOf(request), serverKey }));
  });

  server.post("/push/subscribers/:id/end", (request, reply) => {
    const isKnown = endSubscriber(world, idOf(request));
    return reply.code(isKnown ? 200 : 404).send({});
  });
}

const idOf = (request: FastifyRequest): string =>
  textField(fieldsOf(request.params), "id", SUBSCRIBER);
const originOf = ({ headers }: FastifyRequest): string => `http://${headers.host}`;
const headerOf = ({ headers }: FastifyRequest, name: string): string => String(headers[name] ?? "");
const bodyOf = ({ body }: FastifyRequest): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0);

/** The status of a no, as the documents have them. */
function refusalOf(world: World, request: FastifyRequest): number | undefined {
  const authorization = headerOf(request, "authorization");
  if (authorization === "") return 401;
  const key = signedBy(authorization, originOf(request));
  if (key === undefined) return 403;
  const subscriber = world.books.read("pushSubscriber").get(idOf(request));
  if (subscriber === undefined) return 404;
  if (subscriber.isGone) return 410;
  // Only who the browser was subscribed for may push to it.
  if (subscriber.serverKey !== key) return 403;
  if (!/^\d{1,9}$/.test(headerOf(request, "ttl"))) return 400;
  if (headerOf(request, "content-encoding") !== "aes128gcm") return 400;
  return bodyOf(request).length > MOST_BYTES ? 413 : undefined;
}

const wrong = (status: number) => ({ errors: [{ code: `PUSH_${status}`, message: "Not taken" }] });

/** 'reject' says that the subscription is gone, 'late' asks to come again later. */
function take(world: World, request: FastifyRequest, fault: FaultRecord | undefined) {
  const id = idOf(request);
  const note = (answer: string) =>
    noteRequest(world, { method: "POST", path: "/push/…", subject: id, answer });
  if (fault?.mode === "reject") {
    note("410");
    return { status: 410, body: wrong(410) };
  }
  if (fault?.mode === "late") {
    note("429");
    const seconds = String(Math.ceil(fault.delayMs / 1000));
    return { status: 429, body: wrong(429), headers: { "retry-after": seconds } };
  }
  const push = takePush(world, {
    subscriber: id,
    body: bodyOf(request),
    ttl: Number(headerOf(request, "ttl")),
    urgency: headerOf(request, "urgency") || "normal",
    topic: headerOf(request, "topic"),
  });
  note("201");
  const location = `${originOf(request)}/push/messages/${push.id}`;
  return { status: 201, body: {}, headers: { location } };
}
