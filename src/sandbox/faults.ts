import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { FaultMode, FaultRecord, FaultTarget } from "./records.ts";
import type { World } from "./world.ts";

/** The fault that is switched on for a partner, if one is and it has not ended by itself. */
export function currentFault(world: World, target: FaultTarget): FaultRecord | undefined {
  const fault = world.books.read("fault").get(target);
  if (fault === undefined || fault.mode === "ok") return undefined;
  if (fault.endsAt !== null && fault.endsAt <= world.now().getTime()) return undefined;
  return fault;
}

/** The fault, when it strikes this time: it does so for `rate` of the requests. */
export function strike(world: World, target: FaultTarget): FaultRecord | undefined {
  const fault = currentFault(world, target);
  return fault !== undefined && randomInt(1_000_000) < fault.rate * 1_000_000 ? fault : undefined;
}

/** What a request is answered with; undefined is never. */
type Answered = { status: number; body: object | string; headers?: Record<string, string> };

/**
 * Answers a partner request the way the fault wants it. `act` does the work and is given the mode,
 * for the modes that change what the work is (reject, duplicate, late, out-of-order).
 */
export async function answerUnderFault(
  world: World,
  target: FaultTarget,
  reply: FastifyReply,
  act: (fault: FaultRecord | undefined) => Answered,
): Promise<string> {
  const fault = strike(world, target);
  const mode: FaultMode = fault?.mode ?? "ok";
  switch (mode) {
    case "down":
      reply.hijack();
      reply.raw.socket?.destroy();
      return "connection dropped";
    case "timeout":
      if (fault?.effect === "kept") act(undefined);
      // The socket stays open and silent until the caller gives up.
      reply.hijack();
      return `never answered, ${fault?.effect}`;
    case "error":
      if (fault?.effect === "kept") act(undefined);
      return send(reply, {
        status: 500,
        body: { errors: [{ code: "INTERNAL_ERROR", message: "Something went wrong" }] },
      });
    case "slow":
      await delay(fault?.delayMs, undefined, { ref: false });
      return send(reply, act(undefined));
    case "ok":
    case "reject":
    case "duplicate":
    case "late":
    case "out-of-order":
      return send(reply, act(fault));
  }
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answered): string {
  void reply.code(status).headers(headers).send(body);
  return String(status);
}
