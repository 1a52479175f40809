import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import fastifyCors from "@fastify/cors";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { api } from "#contract/api.ts";
import { getStatus } from "#contract/status.ts";
import type { App } from "#server/platform/app.ts";
import { commaList } from "#server/platform/config/config.ts";
import { registerIssuerEvents } from "./onIssuerEvent.ts";
import { registerSmsReports } from "#server/platform/messages/onSmsReport.ts";
import { Refusal } from "#server/refusal.ts";
import { refuseWhileAway } from "#server/platform/status/watchDatabase.ts";
import { registerInstapayMessages } from "#server/domains/transfers/rails/onInstapayMessage.ts";
import {
  answerForError,
  type FailureAnswer,
  fieldErrorAnswer,
  unreadableAnswer,
} from "#server/platform/http/answer.ts";
import { answerCall, API_PREFIX, languageOf } from "#server/platform/http/answerCall.ts";
import type { Route } from "#server/platform/http/calls.ts";
import { isDraining } from "#server/platform/http/drain.ts";
import { addHealthChecks } from "#server/platform/http/health.ts";
import { makeFieldKeys } from "#server/platform/http/fieldKeys.ts";
import { CAMERA_HEADERS, isCameraPage, securityHeaders } from "#server/platform/http/headers.ts";
import { addOpenApi } from "./openApiRoute.ts";
import { makeHttpsCheck } from "#server/platform/http/httpsOnly.ts";
import { allowedOrigins, isSameSite } from "#server/platform/http/origin.ts";
import { addPolicyReports, POLICY_REPORTS } from "#server/platform/http/policyReports.ts";
import {
  decodeUtf8,
  MalformedCall,
  MAX_BODY_BYTES,
  type RawBody,
  readJson,
} from "#server/platform/http/readBody.ts";
import { routes } from "./routes.ts";
import { sourceOf } from "#server/platform/http/sourceOf.ts";
import {
  isConsolePath,
  makeConsoleServer,
  makePortalServer,
} from "#server/platform/http/staticFiles.ts";
import { FieldErrors } from "#server/platform/http/validate.ts";

/**
 * The HTTP face: checks the form of a call, finds its route, writes the answer. Refuses to be built
 * when an endpoint of the contract has no route. Nothing listens yet.
 */
export function buildServer(app: App): FastifyInstance {
  const proxies = commaList(app.config.TRUSTED_PROXIES);
  const server = fastify({
    trustProxy: proxies.length > 0 && proxies,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    genReqId: ({ headers }) => correlationIdFrom(headers["x-correlation-id"]) ?? app.random.uuid(),
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      // An address that cannot be read is one that does not exist: of a page, or of a call.
      if (isEncrypted(request.raw)) sendMissing(request, reply, error);
      else sendError(app, new MalformedCall(400, "not encrypted"), request, reply);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(headers, error, socket),
  });
  let headers = securityHeaders(app.config);
  const isEncrypted = makeHttpsCheck(app.config);

  function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers).headers({ "cache-control": "no-store", "x-correlation-id": request.id });
    if (isCameraPage(request.url)) reply.headers(CAMERA_HEADERS);
    if (isDraining(app)) reply.header("connection", "close");
  }

  readBodies(server);
  server.addHook("onRequest", async (request, reply) => {
    setHeaders(request, reply);
    // Whoever watches over the process asks from inside, and learns nothing secret.
    if (!isEncrypted(request.raw) && !request.url.startsWith("/health/")) {
      throw new MalformedCall(400, "not encrypted");
    }
    if (isPolicyReport(request)) return;
    if (request.method !== "GET" && !isSameSite(app.config, request.headers)) {
      throw new MalformedCall(400, "from another site");
    }
  });
  letOriginsRead(server, allowedOrigins(app.config));
  server.addHook("preHandler", async (request) => refuseInOutage(app, request));
  server.addHook("onResponse", (request, reply, done) => {
    recordRequest(app, request, reply);
    done();
  });
  server.setErrorHandler((error, request, reply) => sendError(app, error, request, reply));
  const sendMissing = missingSender(app, (reply) => {
    // The policy names the inline scripts of the pages, which came with them.
    headers = securityHeaders(app.config);
    void reply.headers(headers);
    if (isCameraPage(reply.request.url)) void reply.headers(CAMERA_HEADERS);
  });
  server.setNotFoundHandler((request, reply) =>
    sendMissing(request, reply, new Refusal("not_found")),
  );
  const missing = unansweredEndpoints();
  if (missing.length > 0) throw new Error(`These calls have no route: ${missing.join(", ")}`);
  addRoutes(app, server, routes);
  registerIssuerEvents(server, app);
  registerSmsReports(server, app);
  registerInstapayMessages(server, app);
  addHealthChecks(app, server);
  addPolicyReports(app, server);
  addOpenApi(server);
  return server;
}

/** Tells the browsers of pages of these origins that they may call and read. With none it tells nothing. */
function letOriginsRead(server: FastifyInstance, origin: string[]): void {
  if (origin.length === 0) return;
  void server.register(fastifyCors, {
    origin,
    credentials: true,
    methods: [...new Set(api.map(({ method }) => method))],
    exposedHeaders: ["X-Correlation-Id", "Retry-After"],
  });
}

/** Answers what no route is for: a page of portal or console, or the error. `onRead` as of makePortalServer. */
function missingSender(app: App, onRead: (reply: FastifyReply) => void) {
  const sendConsole = makeConsoleServer(app.config);
  const sendPortal = makePortalServer(app.config, onRead);
  return (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    if (request.method === "GET" && isConsolePath(request.url)) return sendConsole(request, reply);
    if (request.method === "GET" && !isApiPath(request.url)) return sendPortal(request, reply);
    return sendError(app, error, request, reply);
  };
}

/** What is answered when the database is away. */
const WITHOUT_BOOKS: ReadonlySet<string> = new Set([
  API_PREFIX + getStatus.path,
  `${API_PREFIX}/openapi.json`,
  POLICY_REPORTS,
]);

function refuseInOutage(app: App, { routeOptions: { url = "" } }: FastifyRequest): void {
  if (url.startsWith(`${API_PREFIX}/`) && !WITHOUT_BOOKS.has(url)) refuseWhileAway(app);
}

function isApiPath(url: string): boolean {
  return /^\/(?:api|socket\.io|health)(?:[/?]|$)/.test(url);
}

/** Bodies arrive as they are: what they mean is read by the endpoint. */
function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const none: RawBody = { type: "none" };
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, bytes: Buffer): Promise<RawBody> =>
      bytes.length === 0 ? none : { type: "json", value: readJson(decodeUtf8(bytes)) },
  );
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, bytes: Buffer): Promise<RawBody> =>
      bytes.length === 0 ? none : { type: "form", text: decodeUtf8(bytes) },
  );
  // Not gathered: whoever reads the file says how long it may be.
  server.addContentTypeParser(
    "text/csv",
    async (_request: FastifyRequest, bytes: IncomingMessage): Promise<RawBody> => ({
      type: "csv",
      bytes,
    }),
  );
  // Whatever the browser takes it for: its first bytes say what it is.
  server.addContentTypeParser(
    "application/octet-stream",
    async (_request: FastifyRequest, bytes: IncomingMessage): Promise<RawBody> => ({
      type: "document",
      bytes,
    }),
  );
}

function addRoutes(app: App, server: FastifyInstance, list: readonly Route[]): void {
  const fieldKeys = makeFieldKeys(app.config, app.now, app.random);
  for (const route of list) {
    const { method, path } = route.endpoint;
    server.route({
      method,
      url: API_PREFIX + path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: (request, reply) => answerCall(app, fieldKeys, route, request, reply),
    });
  }
}

/** The endpoints of the contract that nothing answers. */
function unansweredEndpoints(): string[] {
  const answered = new Set(routes.map(({ endpoint }) => endpoint.name));
  return api.map(({ name }) => name).filter((name) => !answered.has(name));
}

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const context = { language: languageOf(request), correlationId: request.id };
  if (error instanceof FieldErrors) return send(reply, fieldErrorAnswer(error.errors, context));
  if (error instanceof MalformedCall) {
    return send(reply, unreadableAnswer(error.httpStatus, context));
  }
  // Whoever hung up in the middle of the body hears nothing of it, and nothing of ours is away.
  if (request.raw.readableAborted) return send(reply, unreadableAnswer(400, context));
  const { answer, isBug } = answerForError(error, context);
  if (isBug) {
    const route = request.routeOptions.url;
    app.log.error({ err: error, correlationId: request.id, route }, "a call failed");
  }
  send(reply, answer);
}

function send(reply: FastifyReply, { httpStatus, body, retryAfterSeconds }: FailureAnswer): void {
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  void reply.code(httpStatus).send(body);
}

/** One line a request. The route stands for the path: paths and queries can hold what is private. */
function recordRequest(app: App, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? "other";
  const { method } = request;
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
  const status = reply.statusCode;
  app.metrics.httpDuration.observe({ route, method, status: String(status) }, milliseconds / 1000);
  const source = sourceOf(request);
  app.log.info(
    { correlationId: request.id, method, route, status, milliseconds, source },
    "request",
  );
}

/** Browsers name no origin for these, and they change nothing. */
function isPolicyReport({ method, routeOptions }: FastifyRequest): boolean {
  return method === "POST" && routeOptions.url === POLICY_REPORTS;
}

/** Bytes that are not HTTP never become a request, so the answer is written by hand. */
function answerBrokenRequest(
  headers: Record<string, string>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = brokenRequestStatus(error.code);
  const body = JSON.stringify({
    status: false,
    message: "Unable to process request",
    code: "unreadable_call",
  });
  const lines = Object.entries({ ...headers, "cache-control": "no-store" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
      `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Not end(): whoever never closes the other side would keep the connection.
  socket.destroySoon();
}

function brokenRequestStatus(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") return "431 Request Header Fields Too Large";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "408 Request Timeout";
  return "400 Bad Request";
}

function correlationIdFrom(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && /^[A-Za-z0-9-]{8,64}$/.test(header) ? header : undefined;
}
