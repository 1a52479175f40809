import type { FastifyInstance } from "fastify";
import { manilaDate } from "#common/manila.ts";
import { DAY } from "#sandbox/cardIssuer/forms.ts";
import { fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import { type CreditTransfers, readCreditTransfers } from "#sandbox/rails/creditTransfers.ts";
import { readMessage } from "#sandbox/rails/isoXml.ts";
import { settlementReport } from "#sandbox/rails/settlementReport.ts";
import { answerParticipant, bodyOf, refusal } from "#sandbox/rails/signedRail.ts";
import type { World } from "#sandbox/world.ts";
import { decidePesonet, standingOf, takeFile } from "./clearing.ts";
import { shownFiles } from "./clearingFiles.ts";
import { takeReturnFile } from "./incoming.ts";

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/;
const MOST_BYTES = 8 * 1024 * 1024;
const LISTED = 100;
const NO_FILE = { status: 400, body: refusal("NO_MESSAGE", "This is no file of PESONet") };

/** The clearing house of PESONet (docs/rails.md). */
export function registerPesonet(server: FastifyInstance, world: World): void {
  server.put("/pesonet/v1/files/:name", { bodyLimit: MOST_BYTES }, (request, reply) => {
    const name = textField(fieldsOf(request.params), "name", NAME);
    return answerParticipant(world, "pesonet", { request, reply, subject: name }, (fault) => {
      const bytes = bodyOf(request);
      const message = readMessage(bytes);
      if (message?.name === "pacs.004.001.09") return takeReturnFile(world, message.root);
      const transfers = transfersIn(world, bytes);
      return transfers === undefined ? NO_FILE : takeFile(world, { name, bytes, transfers }, fault);
    });
  });

  server.post("/pesonet/v1/files/:name/standing", { bodyLimit: MOST_BYTES }, (request, reply) => {
    const name = textField(fieldsOf(request.params), "name", NAME);
    return answerParticipant(world, "pesonet", { request, reply, subject: name }, () => {
      const transfers = transfersIn(world, bodyOf(request));
      return transfers === undefined ? NO_FILE : standingOf(world, { name, transfers });
    });
  });

  server.get("/pesonet/v1/files", (request, reply) => {
    const after = Number(optionalText(fieldsOf(request.query), "after", /^\d{1,15}$/) ?? "0");
    return answerParticipant(world, "pesonet", { request, reply, subject: "" }, () => {
      decidePesonet(world);
      const body = shownFiles(world)
        .filter(({ cursor }) => cursor > after)
        .slice(0, LISTED)
        .map(({ cursor, name, kind, sha256 }) => ({ cursor, name, kind, sha256 }));
      return { status: 200, body };
    });
  });

  server.get("/pesonet/v1/files/:name", (request, reply) => {
    const name = textField(fieldsOf(request.params), "name", NAME);
    return answerParticipant(world, "pesonet", { request, reply, subject: name }, () => {
      const file = shownFiles(world).find((candidate) => candidate.name === name);
      return file === undefined
        ? { status: 404, body: refusal("FILE_NOT_FOUND", "There is no such file") }
        : { status: 200, body: file.body };
    });
  });

  server.get("/pesonet/v1/settlements", (request, reply) => {
    const day = textField(fieldsOf(request.query), "day", DAY);
    return answerParticipant(world, "pesonet", { request, reply, subject: day }, () => {
      decidePesonet(world);
      return day > manilaDate(world.now())
        ? { status: 404, body: refusal("FILE_NOT_FOUND", "That day has not begun") }
        : { status: 200, body: settlementReport(world, "pesonet", day) };
    });
  });
}

/** Undefined when it is no file of transfers. */
function transfersIn(world: World, bytes: Buffer): CreditTransfers | undefined {
  const message = readMessage(bytes);
  return message?.name === "pacs.008.001.08"
    ? readCreditTransfers(world, "pesonet", message.root)
    : undefined;
}
