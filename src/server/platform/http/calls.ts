import type { Endpoint, HandlerAnswer, HandlerInput } from "#contract/endpoint.ts";
import type { Language } from "#contract/refusals.ts";
import type { App, Caller, StaffCaller } from "#server/platform/app.ts";
import { Refusal } from "#server/refusal.ts";
import { requireFeature } from "#server/platform/settings/requireFeature.ts";
import { isInReach } from "./objectOffice.ts";
import type { Cookie } from "./cookies.ts";
import type { FieldKeys } from "./fieldKeys.ts";
import { noteDenial } from "./noteDenial.ts";
import { type Credentials, readCredentials, requireSession } from "./session.ts";
import { readStaffCredentials, requireStaffSession } from "./staffSession.ts";
import type { IncomingHttpHeaders } from "node:http";

/** What buildServer hands to a route: a call whose form is right but whose caller is not yet known. */
export type ServerCall = {
  app: App;
  fieldKeys: FieldKeys;
  headers: IncomingHttpHeaders;
  correlationId: string;
  language: Language;
  /** Of the texts to the phone that the call asks for; undefined where it names none. */
  screenLanguage: Language | undefined;
  /** Address of the peer, or what a trusted proxy says of it; no other header is believed. */
  source: string;
  cookies: Record<string, string>;
  setCookie: (cookie: Cookie) => void;
  /** Has the browser forget the answers it kept for itself; cookies and preferences stay. */
  clearBrowserCache: () => void;
  /** The path's values before validation, to compare a {guid} with the caller's. */
  rawParams: Record<string, string>;
  /** The file that the call brings, unread; empty for one that brings none. */
  upload: AsyncIterable<Uint8Array>;
  /** Validates params, query and body by the contract; throws FieldErrors. */
  readInput: () => Promise<{ params: unknown; query: unknown; body: unknown }>;
};

/** An endpoint and how it is answered. */
export type Route = {
  endpoint: Endpoint;
  answer: (call: ServerCall) => Promise<HandlerAnswer<Endpoint>>;
};

type Common = { app: App; correlationId: string; language: Language };

export type PublicCall<E extends Endpoint> = HandlerInput<E> &
  Common &
  Pick<ServerCall, "fieldKeys" | "headers" | "source" | "cookies" | "setCookie" | "screenLanguage">;

export type MemberCall<E extends Endpoint> = HandlerInput<E> & {
  app: App;
  caller: Caller;
  credentials: Credentials;
  idempotencyKey: string;
} & Pick<
    ServerCall,
    "headers" | "cookies" | "setCookie" | "clearBrowserCache" | "source" | "screenLanguage"
  >;

export type StaffCall<E extends Endpoint> = HandlerInput<E> &
  Common & {
    staff: StaffCaller;
    credentials: Credentials;
    idempotencyKey: string;
  } & Pick<ServerCall, "headers" | "setCookie" | "clearBrowserCache" | "source" | "upload">;

export type MoneyCall<E extends Endpoint> = HandlerInput<E> &
  Common & { credentials: Credentials; idempotencyKey: string };

/** A call that anyone may make. */
export function onPublicCall<E extends Endpoint>(
  endpoint: E,
  handler: (call: PublicCall<E>) => Promise<HandlerAnswer<E>>,
): Route {
  return route(endpoint, async (call) => {
    const { app, fieldKeys, headers, correlationId, language, source, cookies, setCookie } = call;
    const { screenLanguage } = call;
    const input = await readInput<E>(call);
    const around = { app, fieldKeys, headers, correlationId, language, source, cookies, setCookie };
    return handler({ ...input, ...around, screenLanguage });
  });
}

/**
 * A call of a signed-in member. The session is checked before the input is looked at; a {guid} in the
 * path that is not the caller's is answered like one that nobody has.
 */
export function onMemberCall<E extends Endpoint>(
  endpoint: E,
  handler: (call: MemberCall<E>) => Promise<HandlerAnswer<E>>,
): Route {
  return route(endpoint, async (call) => {
    const { app, correlationId, language } = call;
    const { headers, cookies, setCookie, clearBrowserCache, source, screenLanguage } = call;
    // Reading is no activity; and a logout needs no longer life.
    const touch = endpoint.method !== "GET" && endpoint.name !== "logout";
    const credentials = readCredentials(app, call);
    const session = await requireSession(app, credentials, touch);
    if ("guid" in call.rawParams && call.rawParams["guid"] !== session.memberGuid) {
      throw new Refusal("not_found");
    }
    const caller: Caller = { ...session, correlationId, language };
    const idempotencyKey = readIdempotencyKey(endpoint, call.headers);
    const input = await readInput<E>(call);
    const around = { headers, cookies, setCookie, clearBrowserCache, source, screenLanguage };
    return handler({ ...input, app, caller, credentials, idempotencyKey, ...around });
  });
}

/** Whoever holds a session may renew and end it, though every role was taken from them meanwhile. */
const OF_ONES_SESSION: ReadonlySet<string> = new Set(["staffRefresh", "staffLogout"]);

/**
 * A call of the staff. Session, action and the branch of what the path names are checked before the
 * input is looked at; what lies in another branch is answered like what nobody has. `staff` tells what
 * else the caller may do, and in which branches.
 */
export function onStaffCall<E extends Endpoint>(
  endpoint: E,
  handler: (call: StaffCall<E>) => Promise<HandlerAnswer<E>>,
): Route {
  const { action, object } = endpoint;
  if (action === undefined) throw new Error(`${endpoint.name} names no action`);
  return route(endpoint, async (call) => {
    const { app, headers, correlationId, language, setCookie, clearBrowserCache } = call;
    const { source, upload } = call;
    // Reading is no activity; and a logout needs no longer life.
    const touch = endpoint.method !== "GET" && endpoint.name !== "staffLogout";
    const credentials = readStaffCredentials(app, call);
    const session = await requireStaffSession(app, credentials, touch);
    const staff: StaffCaller = { ...session, correlationId, language };
    if (!staff.may(action) && !OF_ONES_SESSION.has(endpoint.name)) {
      throw new Refusal("not_your_role");
    }
    if (
      object !== undefined &&
      !(await isInReach(app, staff, { action, object }, call.rawParams))
    ) {
      throw new Refusal("not_found");
    }
    const idempotencyKey = readIdempotencyKey(endpoint, call.headers);
    const input = await readInput<E>(call);
    const around = {
      headers,
      setCookie,
      clearBrowserCache,
      source,
      upload,
      correlationId,
      language,
    };
    return handler({ ...input, app, staff, credentials, idempotencyKey, ...around });
  });
}

/**
 * A call that moves money. Its SQL function checks the session in the same round trip as everything
 * else; here only the form of both credentials is read.
 */
export function onMoneyCall<E extends Endpoint>(
  endpoint: E,
  handler: (call: MoneyCall<E>) => Promise<HandlerAnswer<E>>,
): Route {
  return route(endpoint, async (call) => {
    const { app, correlationId, language } = call;
    const credentials = readCredentials(app, call);
    const idempotencyKey = readIdempotencyKey(endpoint, call.headers);
    const input = await readMoneyInput<E>(call, credentials);
    return handler({ ...input, app, credentials, correlationId, language, idempotencyKey });
  });
}

function route<E extends Endpoint>(
  endpoint: E,
  answer: (call: ServerCall) => Promise<HandlerAnswer<E>>,
): Route {
  const noting = async (call: ServerCall) => {
    try {
      if (endpoint.feature !== undefined) await requireFeature(call.app, endpoint.feature);
      return await answer(call);
    } catch (error) {
      await noteDenial(call, endpoint, error);
      throw error;
    }
  };
  // A handler's answer fits its own endpoint; the list of routes only knows that it is some endpoint.
  return { endpoint, answer: noting as unknown as Route["answer"] };
}

async function readInput<E extends Endpoint>(call: ServerCall): Promise<HandlerInput<E>> {
  // Validated by the schemas of this very endpoint.
  return (await call.readInput()) as HandlerInput<E>;
}

/** Who is not signed in hears that, not what is wrong with the fields; who is, was active all the same. */
async function readMoneyInput<E extends Endpoint>(call: ServerCall, credentials: Credentials) {
  try {
    return await readInput<E>(call);
  } catch (error) {
    await requireSession(call.app, credentials, true);
    throw error;
  }
}

function readIdempotencyKey(endpoint: Endpoint, headers: IncomingHttpHeaders): string {
  const key = headers["idempotency-key"];
  if (!endpoint.needsIdempotencyKey) return "";
  if (typeof key !== "string" || !/^[A-Za-z0-9-]{8,100}$/.test(key)) {
    throw new Refusal("idempotency_key_missing");
  }
  return key;
}
