import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { currentFault, strike } from "#sandbox/faults.ts";
import type { FaultRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";

export type SmtpOptions = { port: number; host: string };

const MOST_BYTES = 256 * 1024;

type Done = (error?: Error | null) => void;

/**
 * The members' mail server, over SMTP, and their mailboxes. The faults of 'mail': 'down' drops the connection,
 * 'error' answers 451 to the message, 'reject' 550 to the recipient, 'timeout' never answers the message.
 */
export async function startSmtpListener(world: World, options: SmtpOptions) {
  const open = new Set<Socket>();
  const struck = new Map<string, FaultRecord | undefined>();
  const server = new SMTPServer({
    // Nobody else on this machine is told apart, and the way to it crosses no network.
    disabledCommands: ["AUTH", "STARTTLS"],
    size: MOST_BYTES,
    disableReverseLookup: true,
    onMailFrom(_address, session, done: Done) {
      struck.set(session.id, strike(world, "mail"));
      done();
    },
    onRcptTo(_address, session, done: Done) {
      const isRejected = struck.get(session.id)?.mode === "reject";
      done(isRejected ? answer(550, "No such mailbox") : null);
    },
    onData(stream, session, done: Done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          take(world, { mail, to, fault: struck.get(session.id) }, done);
        }, done);
      });
    },
    onClose: (session) => struck.delete(session.id),
  });
  server.on("error", () => undefined);
  server.server.prependListener("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    if (currentFault(world, "mail")?.mode === "down") socket.destroy();
  });
  server.listen(options.port, options.host);
  await once(server.server, "listening");
  // Listening on a port, so it is an address of the network.
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Taken = { mail: Email; to: readonly string[]; fault: FaultRecord | undefined };

/** Answers a message the way the fault wants it. */
function take(world: World, { mail, to, fault }: Taken, done: Done): void {
  const keep = () => keepMail(world, mail, to);
  const mode = fault?.mode ?? "ok";
  switch (mode) {
    case "error":
      if (fault?.effect === "kept") keep();
      return done(answer(451, "Try again later"));
    case "timeout":
      if (fault?.effect === "kept") keep();
      return;
    case "slow":
      setTimeout(() => {
        keep();
        done();
      }, fault?.delayMs).unref();
      return;
    case "ok":
    case "down":
    case "reject":
    case "duplicate":
    case "late":
    case "out-of-order":
      keep();
      done();
  }
}

function keepMail(world: World, mail: Email, to: readonly string[]): void {
  world.books.write(
    to.map((address) => {
      const key = randomUUID();
      const record = {
        id: key,
        messageId: mail.messageId ?? "",
        to: address,
        from: mail.from?.address ?? "",
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
        headers: mail.headers.map(({ key: name, value }) => `${name}: ${value}`),
        at: world.now().getTime(),
      };
      return { table: "mail" as const, key, record };
    }),
  );
}

const answer = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
