import type { FastifyInstance } from "fastify";
import { fieldsOf, optionalText } from "#sandbox/input.ts";
import type { MailRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

export const MAILBOX = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** The e-mail that has arrived, of one mailbox or of all, newest first. */
export function mailOf(world: World, to: string | undefined): MailRecord[] {
  return [...world.books.read("mail").values()]
    .filter((mail) => to === undefined || mail.to === to)
    .toReversed()
    .toSorted((a, b) => b.at - a.at);
}

/** The mailboxes (GET /mail). */
export function registerMail(server: FastifyInstance, world: World): void {
  server.get("/mail", (request) => {
    const to = optionalText(fieldsOf(request.query), "to", MAILBOX);
    return mailOf(world, to).map(({ at, ...mail }) => ({
      ...mail,
      at: new Date(at).toISOString(),
    }));
  });
}
