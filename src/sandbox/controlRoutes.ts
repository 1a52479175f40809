import type { FastifyInstance } from "fastify";
import { sendAgain } from "./cardIssuer/callbacks.ts";
import { openCards, spend } from "./cardIssuer/cards.ts";
import { currentFault } from "./faults.ts";
import { choiceField, fieldsOf, numberField, textField } from "./input.ts";
import {
  FAULT_MODES,
  FAULT_TARGETS,
  type FaultMode,
  type FaultRecord,
  type FaultTarget,
} from "./records.ts";
import { staffCode } from "./staffCodes.ts";
import type { World } from "./world.ts";

const DEFAULT_DELAY_SECONDS = 3;

/** The switches: what a person or a test makes the outside world do. */
export function registerControls(server: FastifyInstance, world: World): void {
  server.get("/totp", (request, reply) => {
    const user = textField(fieldsOf(request.query), "user", /^[\w.-]{1,40}$/);
    return (
      staffCode(world, user) ??
      reply.code(404).send({ errors: [{ code: "NO_SUCH_USER", message: "Not a demo staff user" }] })
    );
  });

  server.get("/faults", () => faultsNow(world));

  server.post("/faults", (request) => {
    const record = faultOf(world, fieldsOf(request.body));
    world.books.write([{ table: "fault", key: record.target, record }]);
    return faultsNow(world);
  });

  server.post("/card/purchase", (request, reply) => {
    const { status, body } = spend(world, "purchase", request.body);
    return reply.code(status).send(body);
  });

  server.post("/card/withdrawal", (request, reply) => {
    const { status, body } = spend(world, "withdrawal", request.body);
    return reply.code(status).send(body);
  });

  server.post("/sandbox/cards", { bodyLimit: 64 * 1024 * 1024 }, (request) => ({
    opened: openCards(world, request.body),
  }));

  server.post("/sandbox/events/resend", (request, reply) => {
    const eventId = textField(fieldsOf(request.body), "eventId", /^[\w-]{1,64}$/);
    if (sendAgain(world, eventId)) return { eventId, state: "waiting" };
    return reply.code(404).send({ errors: [{ code: "NO_SUCH_EVENT", message: "No such event" }] });
  });
}

/** Both partners and how they behave at the moment. `seconds` is what is left, null without end. */
export function faultsNow(world: World): {
  target: FaultTarget;
  mode: FaultMode;
  rate: number;
  seconds: number | null;
  delaySeconds: number;
  effect: FaultRecord["effect"];
}[] {
  return FAULT_TARGETS.map((target) => {
    const fault = currentFault(world, target);
    return {
      target,
      mode: fault?.mode ?? "ok",
      rate: fault?.rate ?? 1,
      seconds:
        fault === undefined || fault.endsAt === null
          ? null
          : Math.ceil((fault.endsAt - world.now().getTime()) / 1000),
      delaySeconds: (fault?.delayMs ?? DEFAULT_DELAY_SECONDS * 1000) / 1000,
      effect: fault?.effect ?? "kept",
    };
  });
}

function faultOf(world: World, fields: Record<string, unknown>): FaultRecord {
  const target = choiceField(fields, "target", FAULT_TARGETS);
  const mode = choiceField(fields, "mode", FAULT_MODES);
  const seconds = numberField(fields, "seconds", { least: 0, most: 604_800, otherwise: 0 });
  const delaySeconds = numberField(fields, "delaySeconds", {
    least: 0,
    most: 3600,
    otherwise: DEFAULT_DELAY_SECONDS,
  });
  const effect =
    fields["effect"] === undefined || fields["effect"] === ""
      ? // An error page means that nothing was done; silence and lateness hide that it was.
        mode === "error"
        ? "lost"
        : "kept"
      : choiceField(fields, "effect", ["kept", "lost"] as const);
  return {
    target,
    mode,
    rate: numberField(fields, "rate", { least: 0, most: 1, otherwise: 1 }),
    endsAt: seconds === 0 ? null : world.now().getTime() + seconds * 1000,
    delayMs: delaySeconds * 1000,
    effect,
  };
}
