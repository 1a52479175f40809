import type { FastifyReply, FastifyRequest } from "fastify";
import { answerUnderFault } from "#sandbox/faults.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import { isSame } from "#sandbox/signatures.ts";
import { noteRequest, type World } from "#sandbox/world.ts";
import type { Answered } from "./orders.ts";

/**
 * Checks who asks, then answers as the fault of the moment wants it, and notes it for the page.
 * `subject` is what the page shows of the request: never a number, PIN or CVV.
 */
export async function answerPartner(
  world: World,
  { request, reply, subject }: { request: FastifyRequest; reply: FastifyReply; subject: string },
  act: (fault: FaultRecord | undefined) => Answered,
): Promise<FastifyReply> {
  const note = (answer: string) =>
    noteRequest(world, {
      method: request.method,
      path: request.routeOptions.url ?? "",
      subject,
      answer,
    });
  if (!isKnownClient(world, request)) {
    note("401");
    return reply.code(401).send({ errors: [{ code: "UNAUTHORIZED", message: "Unknown client" }] });
  }
  let code = "";
  const answer = await answerUnderFault(world, "issuer", reply, (fault) => {
    const answered = act(fault);
    code = codeIn(answered.body);
    return answered;
  });
  note(`${answer}${code}`);
  return reply;
}

/** 404 in the partner's form. */
export function notFound(code: string, message: string): Answered {
  return { status: 404, body: { errors: [{ code, message }] } };
}

function codeIn(body: object): string {
  if ("code" in body) return ` ${String(body.code)}`;
  const errors: unknown = "errors" in body && Array.isArray(body.errors) ? body.errors[0] : {};
  return typeof errors === "object" && errors !== null && "code" in errors
    ? ` ${String(errors.code)}`
    : "";
}

function isKnownClient(world: World, request: FastifyRequest): boolean {
  const header = (name: string) => String(request.headers[name] ?? "");
  const isId = isSame(header("x-client-id"), world.issuerClientId);
  return isSame(header("x-client-secret"), world.issuerClientSecret) && isId;
}
