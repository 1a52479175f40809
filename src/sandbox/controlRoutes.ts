import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendAgain } from "./cardIssuer/callbacks.ts";
import { type Answer, spend } from "./cardIssuer/authorizations.ts";
import { openCards } from "./cardIssuer/cards.ts";
import { settleHold } from "./cardIssuer/settleHold.ts";
import { issuerSwitches, plasticsInHand } from "./cardIssuer/issuerControls.ts";
import { currentFault } from "./faults.ts";
import { BadInput, choiceField, fieldsOf, numberField, textField } from "./input.ts";
import {
  FAULT_MODES,
  FAULT_TARGETS,
  type FaultMode,
  type FaultRecord,
  type FaultTarget,
} from "./records.ts";
import { railSwitches } from "./rails/railSwitches.ts";
import { staffCode } from "./staffCodes.ts";
import type { World } from "./world.ts";

const DEFAULT_DELAY_SECONDS = 3;
const MAX_BODY_BYTES = 64 * 1024 * 1024;

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

  const does = (path: string, work: (body: unknown) => Answer) =>
    server.post(path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
      if (isFromElsewhere(request)) throw new BadInput("sent by another site's page");
      const answer = isPerson(request)
        ? workForPerson(() => work(request.body))
        : work(request.body);
      world.notice = answer.notice;
      if (isPerson(request)) return reply.redirect("/", 303);
      return reply.code(answer.status).send(answer.body);
    });

  does("/faults", (body) => {
    const record = faultOf(world, fieldsOf(body));
    world.books.write([{ table: "fault", key: record.target, record }]);
    return { status: 200, body: faultsNow(world), notice: `${record.target}: ${record.mode}` };
  });
  does("/card/purchase", (body) => spend(world, "purchase", body));
  does("/card/withdrawal", (body) => spend(world, "withdrawal", body));
  does("/card/settle", (body) => settleHold(world, body));
  does("/sandbox/cards", (body) => {
    const opened = openCards(world, body);
    return { status: 200, body: { opened }, notice: `${opened} cards opened` };
  });
  for (const [path, work] of Object.entries(issuerSwitches)) {
    does(path, (body) => work(world, body));
  }
  for (const [path, work] of Object.entries(railSwitches)) {
    does(path, (body) => work(world, body));
  }
  server.get("/sandbox/plastics", (request) => plasticsInHand(world, request.query));
  does("/sandbox/events/resend", (body) => {
    const eventId = textField(fieldsOf(body), "eventId", /^[\w-]{1,64}$/);
    return sendAgain(world, eventId)
      ? { status: 200, body: { eventId, state: "waiting" }, notice: "The event is sent again" }
      : {
          status: 404,
          body: { errors: [{ code: "NO_SUCH_EVENT", message: "No such event" }] },
          notice: "There is no such event",
        };
  });
}

/** A form sent without the script wants the page back; a program wants JSON. */
function isPerson(request: FastifyRequest): boolean {
  return request.headers.accept?.includes("text/html") ?? false;
}

function workForPerson(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadInput) return { status: 400, body: {}, notice: error.message };
    throw error;
  }
}

/** A page of another origin may not turn the switches of whoever looks at it. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
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
