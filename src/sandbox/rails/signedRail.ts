import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerUnderFault } from "#sandbox/faults.ts";
import type { FaultRecord, Rail } from "#sandbox/records.ts";
import { isSame, signatureOf } from "#sandbox/signatures.ts";
import { noteRequest, type World } from "#sandbox/world.ts";

const WINDOW_MS = 5 * 60 * 1000;

/** What a rail answers: text (XML) or an object (JSON). */
export type RailAnswer = { status: number; body: string | object };

/** What is asked, and what the page shows of it. */
type Exchange = { request: FastifyRequest; reply: FastifyReply; subject: string };

/**
 * Answers a participant as the fault of the moment wants it: 401 for what is not signed by the one that
 * the rail knows, otherwise what `act` says, signed.
 */
export async function answerParticipant(
  world: World,
  rail: Rail,
  { request, reply, subject }: Exchange,
  act: (fault: FaultRecord | undefined) => RailAnswer,
): Promise<FastifyReply> {
  const note = (answer: string) => {
    // Asking whether there is anything new, every few seconds, would drive all else off the page.
    if (subject === "") return;
    const { method, routeOptions } = request;
    noteRequest(world, { method, path: routeOptions.url ?? "", subject, answer });
  };
  if (!isSigned(world, rail, request)) {
    note("401");
    return reply.code(401).send(refusal("NOT_SIGNED", "Not signed by a participant"));
  }
  const said = await answerUnderFault(world, rail, reply, (fault) => {
    const { status, body } = act(fault);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "application/xml" : "application/json";
    const headers = { "content-type": `${type}; charset=utf-8`, ...signed(world, rail, text) };
    return { status, body: text, headers };
  });
  note(said);
  return reply;
}

/** The rails' no in JSON. */
export function refusal(code: string, message: string): object {
  return { errors: [{ code, message }] };
}

/** The body as it came; what is signed of a call without one is its path and query. */
export function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

export function railKey(world: World, rail: Rail): string {
  return rail === "instapay" ? world.instapayKey : world.pesonetKey;
}

function signed(world: World, rail: Rail, body: string): Record<string, string> {
  const timestamp = String(world.now().getTime());
  const nonce = randomUUID();
  return {
    [`x-${rail}-timestamp`]: timestamp,
    [`x-${rail}-nonce`]: nonce,
    [`x-${rail}-signature`]: signatureOf(railKey(world, rail), { timestamp, nonce, body }),
  };
}

function isSigned(world: World, rail: Rail, request: FastifyRequest): boolean {
  const header = (name: string) => String(request.headers[`x-${rail}-${name}`] ?? "");
  const [timestamp, nonce] = [header("timestamp"), header("nonce")];
  const now = world.now().getTime();
  const isFresh = /^\d{13}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= WINDOW_MS;
  if (!isFresh || !/^[A-Za-z0-9-]{8,64}$/.test(nonce)) return false;
  const body = request.method === "GET" ? request.url : bodyOf(request).toString("utf8");
  const expected = signatureOf(railKey(world, rail), { timestamp, nonce, body });
  const isOurs = isSame(header("participant"), world.railParticipant);
  if (!isSame(header("signature"), expected) || !isOurs) return false;
  return isFirst(world, `${rail} ${nonce}`, now);
}

/** A nonce is taken once, for as long as its timestamp could be. */
function isFirst(world: World, nonce: string, now: number): boolean {
  for (const [old, until] of world.railNonces) {
    if (until > now) break;
    world.railNonces.delete(old);
  }
  if (world.railNonces.has(nonce)) return false;
  world.railNonces.set(nonce, now + 2 * WINDOW_MS);
  return true;
}
