import type { IncomingHttpHeaders, Server as HttpServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Server, type Socket } from "socket.io";
import * as z from "zod/mini";
import type { SocketEvents } from "#contract/notifications.ts";
import { type Language, type RefusalCode, refusals } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { bellText } from "#server/platform/messages/notices/texts.ts";
import { Refusal } from "#server/refusal.ts";
import { cookieNames, readCookies } from "#server/platform/http/cookies.ts";
import { securityHeaders } from "#server/platform/http/headers.ts";
import { makeHttpsCheck } from "#server/platform/http/httpsOnly.ts";
import { listen } from "./listener.ts";
import { noteDenial } from "#server/platform/http/noteDenial.ts";
import { isSameSite } from "#server/platform/http/origin.ts";
import {
  hashCredentials,
  type LiveSession,
  requireSession,
} from "#server/platform/http/session.ts";
import { findSessionsOver } from "#server/platform/http/sessionsOver.ts";
import { sourceOf } from "#server/platform/http/sourceOf.ts";
import { makeAddressOf } from "#server/platform/http/trustedProxies.ts";

const MAX_MESSAGE_BYTES = 10_000;
const MAX_MESSAGES_A_SECOND = 20;
const MAX_SOCKETS_OF_A_MEMBER = 3;
/** A client whose token was renewed asks again over the same connection. */
const MAX_ADMISSIONS_A_CONNECTION = 5;
/** Who has not shown a session by then is sent away. */
const ADMITTED_WITHIN_MS = 5_000;
/** Sessions also end by mere time, which nobody announces. */
const SWEEP_MS = 500;

type SocketData = LiveSession & { language: Language };
type Sockets = Server<Record<string, never>, SocketEvents, Record<string, never>, SocketData>;
type MemberSocket = Socket<Record<string, never>, SocketEvents, Record<string, never>, SocketData>;

export type SocketServer = {
  /** Ends the open sockets, spread over this time: each page that comes back to another process reads anew. */
  letGo: (withinMs: number) => Promise<void>;
  close: () => Promise<void>;
};

const bell = z.object({ memberId: z.string(), id: z.string(), date: z.string() });
const ended = z.object({ sessionIds: z.array(z.string()), reason: z.string() });

/** Endings that a page is told of at once; its next call would hear the same. */
const FORCED: Record<string, RefusalCode> = {
  other_device: "other_device",
  staff: "session_expired",
  frozen: "access_frozen",
  password: "session_of_old_password",
};
/** How a socket's denials are named in logs and audit, like those of calls. */
const SOCKET = { method: "GET", path: "/socket.io" } as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The socket at /socket.io. It needs both halves of a session, rings the bell of that session's
 * member and of nobody else, and is closed within a second of the session's end. Whoever reaches for
 * what is not theirs is noted as with calls.
 */
export function attachSockets(
  app: App,
  httpServer: HttpServer,
  { admittedWithinMs = ADMITTED_WITHIN_MS } = {},
): SocketServer {
  const isEncrypted = makeHttpsCheck(app.config);
  const io: Sockets = new Server(httpServer, {
    path: "/socket.io",
    serveClient: false,
    // Polling is several requests that one process must answer; without the socket, pages ask by calls.
    transports: ["websocket"],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: admittedWithinMs,
    allowRequest: (request, decide) =>
      decide(null, isEncrypted(request) && isFromOurPage(app, request.headers)),
  });
  const headers = { ...securityHeaders(app.config), "cache-control": "no-store" };
  // Before the library's own listener: what it refuses at once has the same headers.
  httpServer.prependListener("request", ({ url = "" }, response) => {
    if (!url.startsWith("/socket.io")) return;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  });
  const admissions = new WeakMap<MemberSocket["conn"], number>();
  io.use((socket, next) => {
    const asked = (admissions.get(socket.conn) ?? 0) + 1;
    admissions.set(socket.conn, asked);
    if (asked > MAX_ADMISSIONS_A_CONNECTION) socket.conn.close();
    else void letIn(app, io, socket, next);
  });
  io.on("connection", (socket) => welcome(app, io, socket));

  const listener = listen(
    app,
    {
      bell: (payload) => emitNotification(app, io, payload),
      session_ended: (payload) => endAnnounced(app, io, payload),
      settings_changed: (memberId) =>
        void (memberId === "" ? io : io.to(memberRoom(memberId))).emit("settings"),
    },
    () => void endStale(app, io),
  );
  let sweeping: Promise<void> | undefined;
  const sweep = setInterval(() => {
    // A slow database is not asked again while it still looks.
    sweeping ??= endStale(app, io).finally(() => (sweeping = undefined));
  }, SWEEP_MS);
  return {
    letGo: async (withinMs) => {
      const open = [...io.sockets.sockets.values()];
      for (const socket of open) {
        socket.disconnect(true);
        await pause(withinMs / open.length);
      }
    },
    close: async () => {
      clearInterval(sweep);
      await listener.close();
      // The HTTP server is closed by its owner.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function isFromOurPage(app: App, headers: IncomingHttpHeaders): boolean {
  const isOurs = isSameSite(app.config, headers);
  if (!isOurs) app.metrics.deniedCalls.inc({ reason: "foreign_origin" });
  return isOurs;
}

async function letIn(
  app: App,
  io: Sockets,
  socket: MemberSocket,
  next: (refusal?: Error) => void,
): Promise<void> {
  let refusal: Error | undefined;
  try {
    await admit(app, io, socket);
  } catch (error) {
    await noteDenial(deniedCall(app, socket), SOCKET, error);
    refusal = connectError(app, error);
  }
  next(refusal);
}

/** Takes the session from token and cookie; the room is the session's, whatever the client says. */
async function admit(app: App, io: Sockets, socket: MemberSocket): Promise<void> {
  const { headers } = socket.handshake;
  const cookie = readCookies(headers)[cookieNames(app.config).session];
  const session = await requireSession(app, hashCredentials(tokenOf(socket), cookie), false);
  const room = memberRoom(session.memberId);
  if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= MAX_SOCKETS_OF_A_MEMBER) {
    throw new Refusal("too_many_requests");
  }
  const language = /^fil|^tl/i.test(headers["accept-language"] ?? "") ? "fil" : "en";
  socket.data = { ...session, language };
  await socket.join([room, sessionRoom(session.sessionId)]);
}

function welcome(app: App, io: Sockets, socket: MemberSocket): void {
  app.metrics.openSockets.set(io.engine.clientsCount);
  socket.on("disconnect", () => app.metrics.openSockets.set(io.engine.clientsCount));
  limitMessages(socket);
  socket.onAny((event: string, guid: unknown) => {
    // The only thing a client says: whom it believes to be. A wrong belief gets nothing.
    if (event === "join" && guid === socket.data.memberGuid) return;
    socket.disconnect(true);
    const named = typeof guid === "string" && UUID.test(guid) ? guid : "malformed";
    const refusal = new Refusal("not_found", { reachedFor: `member:${named}` });
    void noteDenial(deniedCall(app, socket), SOCKET, refusal);
  });
}

/** A client's handshake can hold anything; hashCredentials reads it as unknown. */
function tokenOf({ handshake }: MemberSocket): unknown {
  return (handshake.auth as Record<string, unknown>)["token"];
}

/** A socket as noteDenial sees a call: the token where a call would have it. */
function deniedCall(app: App, socket: MemberSocket): Parameters<typeof noteDenial>[0] {
  const { headers } = socket.handshake;
  const token = tokenOf(socket);
  return {
    app,
    headers: {
      ...headers,
      authorization: typeof token === "string" ? `Bearer ${token}` : undefined,
    },
    correlationId: app.random.uuid(),
    source: sourceOf({ ip: makeAddressOf(app.config)(socket.request) }),
    rawParams: {},
  };
}

function limitMessages(socket: MemberSocket): void {
  let second = 0;
  let count = 0;
  socket.conn.on("packet", () => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > MAX_MESSAGES_A_SECOND) socket.disconnect(true);
  });
}

function emitNotification(app: App, io: Sockets, payload: string): void {
  const read = bell.safeParse(parse(payload));
  if (!read.success) {
    app.log.warn("a bell could not be read");
    return;
  }
  const { memberId, id, date } = read.data;
  for (const socket of socketsIn(io, memberRoom(memberId))) {
    socket.emit("notification", { id, date, message: bellText[socket.data.language] });
  }
}

function endAnnounced(app: App, io: Sockets, payload: string): void {
  const read = ended.safeParse(parse(payload));
  if (!read.success) {
    app.log.warn("an ended session could not be read");
    return;
  }
  for (const id of read.data.sessionIds) endSockets(io, id, read.data.reason);
}

/** Ends the sockets whose sessions are over, however they came to be over. */
async function endStale(app: App, io: Sockets): Promise<void> {
  const open = [...io.sockets.sockets.values()].map(({ data }) => data.sessionId);
  if (open.length === 0) return;
  try {
    const over = await findSessionsOver(app, [...new Set(open)]);
    for (const { id, reason } of over) endSockets(io, String(id), reason);
  } catch (error) {
    app.log.warn({ err: error }, "sockets could not be checked");
  }
}

function endSockets(io: Sockets, sessionId: string, reason: string): void {
  for (const socket of socketsIn(io, sessionRoom(sessionId))) {
    const told = FORCED[reason];
    if (told !== undefined) socket.emit("force-logout", { message: refusals[told].en, code: told });
    socket.disconnect(true);
  }
}

function socketsIn(io: Sockets, room: string): MemberSocket[] {
  const ids = [...(io.sockets.adapter.rooms.get(room) ?? [])];
  return ids.flatMap((id) => io.sockets.sockets.get(id) ?? []);
}

const memberRoom = (memberId: bigint | string): string => `member:${memberId}`;
const sessionRoom = (sessionId: bigint | string): string => `session:${sessionId}`;

/** The text of the catalogue; anything unexpected is an outage to the client. */
function connectError(app: App, error: unknown): Error {
  if (error instanceof Refusal) {
    return Object.assign(new Error(refusals[error.code].en), { data: { code: error.code } });
  }
  app.log.error({ err: error }, "a socket could not be admitted");
  const code: RefusalCode = "unavailable";
  return Object.assign(new Error(refusals[code].en), { data: { code } });
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
