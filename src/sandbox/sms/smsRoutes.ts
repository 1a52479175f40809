import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerUnderFault } from "#sandbox/faults.ts";
import { fieldsOf, optionalText, parseJson, textField } from "#sandbox/input.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import { isSame, signatureOf } from "#sandbox/signatures.ts";
import type { World } from "#sandbox/world.ts";
import { gatewayIdOf, type NewText, takeText, textsOf } from "./phones.ts";

const MOBILE = /^\+\d{8,15}$/;
const TEXT_ID = /^[A-Za-z0-9:_-]{1,100}$/;
const TEXT = /^[^]{1,1000}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The SMS gateway (POST /sms/messages) and the phones it sends to (GET /sms). */
export function registerSms(server: FastifyInstance, world: World): void {
  void server.register((scope, _options, done) => {
    registerGateway(scope, world);
    done();
  });

  server.get("/sms", (request) => {
    const fields = fieldsOf(request.query);
    // Typed as it is, '+' stands for a blank in an address.
    const asked = typeof fields["to"] === "string" ? fields["to"].replace(/^ /, "+") : fields["to"];
    const to = optionalText({ ...fields, to: asked }, "to", MOBILE);
    return textsOf(world, to).map(({ id, to: phone, text, arrivesAt }) => ({
      id,
      to: phone,
      text,
      at: new Date(arrivesAt).toISOString(),
    }));
  });
}

/** In a scope of its own, where the body stays as it came: that is what the signature covers. */
function registerGateway(scope: FastifyInstance, world: World): void {
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  scope.post("/sms/messages", async (request, reply) => {
    const body = typeof request.body === "string" ? request.body : "";
    if (!isSigned(world, request, body)) {
      return reply.code(401).send({ errors: [{ code: "BAD_SIGNATURE", message: "Not signed" }] });
    }
    const fields = fieldsOf(parseJson(body));
    const validUntil = optionalText(fields, "validUntil", MOMENT);
    const message = {
      id: textField(fields, "id", TEXT_ID),
      to: textField(fields, "to", MOBILE),
      text: textField(fields, "text", TEXT),
      validUntil: validUntil === undefined ? Infinity : Date.parse(validUntil),
      isReportedByHttp: true,
    };
    await answerUnderFault(world, "sms", reply, (fault) => accept(world, message, fault));
    return reply;
  });
}

/** The same id again is the same text: accepted, and nothing more is sent. */
function accept(
  world: World,
  message: NewText,
  fault: FaultRecord | undefined,
): { status: number; body: object } {
  if (fault?.mode === "reject") {
    return {
      status: 422,
      body: { errors: [{ code: "REJECTED", message: "The network does not take this text" }] },
    };
  }
  takeText(world, message, fault);
  return {
    status: 200,
    body: { id: message.id, status: "accepted", gatewayId: gatewayIdOf(message.id) },
  };
}

/** The gateway's idempotent id makes a replay harmless, so only the signature is checked. */
function isSigned(world: World, request: FastifyRequest, body: string): boolean {
  const header = (name: string) => String(request.headers[name] ?? "");
  const expected = signatureOf(world.smsKey, {
    timestamp: header("x-sms-timestamp"),
    nonce: header("x-sms-nonce"),
    body,
  });
  return isSame(header("x-sms-signature"), expected);
}
