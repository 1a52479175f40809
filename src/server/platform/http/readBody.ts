import type { Endpoint } from "#contract/endpoint.ts";

/** A body as it arrived, after the checks of form that come before any meaning. */
export type RawBody =
  | { type: "none" }
  | { type: "json"; value: unknown }
  | { type: "form"; text: string }
  /** A file on its way: nothing of it has been read. */
  | { type: "csv" | "document"; bytes: AsyncIterable<Uint8Array> };

/** The form of a body or query is wrong: told without a word about its contents. */
export class MalformedCall extends Error {
  readonly httpStatus: 400 | 415;
  constructor(httpStatus: 400 | 415, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

export const MAX_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;
const MAX_KEYS = 100;

const malformed = (why: string) => new MalformedCall(400, why);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** UTF-8 or nothing: a replacement character would change what the caller said. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("not UTF-8");
  }
}

/**
 * JSON with the doors closed that JSON.parse leaves open: repeated keys, depth, __proto__, NUL. A number
 * that a double may not hold as it was written, or in scientific notation, stays the text it was.
 */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("not JSON");
  }
  return checkJson(text).hasOddNumber ? JSON.parse(text, keepOddNumber) : value;
}

/** Tokens of a text that is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]|-?\d[\d.eE+-]*/g;
const NUMBER = /^-?\d/;
/** At most 15 digits: read and printed again they are the same. */
const PLAIN_NUMBER = /^-?\d{1,13}(?:\.\d{1,2})?$/;

/** The engine hands a reviver the text that a number was read from. */
function keepOddNumber(_key: string, value: unknown, { source = "" }: { source?: string } = {}) {
  return typeof value === "number" && !PLAIN_NUMBER.test(source) ? source : value;
}

function checkJson(text: string): { hasOddNumber: boolean } {
  // A set of the keys so far for an object, undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let keys = 0;
  let hasOddNumber = false;
  let lastText: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw malformed("too deep");
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ":") {
      const seen = open.at(-1);
      keys += 1;
      if (keys > MAX_KEYS) throw malformed("too many keys");
      if (lastText === undefined || seen?.has(lastText)) throw malformed("a key twice");
      if (lastText === "__proto__") throw malformed("a forbidden key");
      seen?.add(lastText);
    } else if (NUMBER.test(token)) {
      hasOddNumber ||= !PLAIN_NUMBER.test(token);
    } else {
      // The text is JSON, so this token is a JSON string.
      lastText = JSON.parse(token) as string;
      checkText(lastText);
    }
  }
  return { hasOddNumber };
}

/** Reads 'a=1&b=2' strictly: each name once, percent-encoding right, at most 100 names. */
export function readForm(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  if (text === "") return fields;
  for (const pair of text.split("&")) {
    const at = pair.indexOf("=");
    const name = decodePart(at < 0 ? pair : pair.slice(0, at));
    const value = decodePart(at < 0 ? "" : pair.slice(at + 1));
    if (name === "__proto__" || name === "") throw malformed("a forbidden key");
    if (fields.has(name)) throw malformed("a key twice");
    if (fields.size >= MAX_KEYS) throw malformed("too many keys");
    fields.set(name, value);
  }
  return fields;
}

/** The query of a request target. */
export function readQuery(url: string): Record<string, string> {
  const at = url.indexOf("?");
  return Object.fromEntries(readForm(at < 0 ? "" : url.slice(at + 1)));
}

/** Refuses a body of another kind than the endpoint reads. */
export function requireBodyType(endpoint: Endpoint, body: RawBody): void {
  const { bodyType } = endpoint;
  if (body.type === "none" || bodyType === undefined) return;
  const wanted = bodyType === "sealed" ? "form" : bodyType;
  if (body.type !== wanted) throw new MalformedCall(415, "another content type");
}

function decodePart(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed("bad percent-encoding");
  }
  checkText(decoded);
  return decoded;
}

/** PostgreSQL cannot store NUL, and half a surrogate pair is no character. */
function checkText(text: string): void {
  if (text.includes("\u0000") || LONE_SURROGATE.test(text))
    throw malformed("a forbidden character");
}
