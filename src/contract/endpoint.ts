import type * as z from "zod/mini";
import type { Feature } from "./features.ts";
import type { RefusalCode } from "./refusals.ts";
import type { StaffAction, StaffObject } from "./staff/actions.ts";

type Schema = z.ZodMiniType;

/**
 * One call of the HTTP API, described once for the server, the client and the OpenAPI document.
 * Paths are relative to /api and name their parameters in braces: /members/{guid}/balances.
 */
export type Endpoint = {
  /** operationId of the OpenAPI document. */
  name: string;
  method: "GET" | "POST";
  path: string;
  summary: string;
  /**
   * 'member' needs the bearer token and its cookie; a {guid} in the path must be the member's own.
   * 'staff' needs a staff session, which is another token and another cookie, and a role that may do
   * `action`. Every staff path begins with /staff/.
   */
  access: "public" | "member" | "staff";
  /** What a caller of the staff must be allowed to do; each staff endpoint names it. */
  action?: StaffAction;
  /** What the staff path names: `action` must be allowed in its branch, else it is not found. */
  object?: StaffObject;
  /** The part of the portal, or the kind of transfer, it belongs to: refused while that is switched off. */
  feature?: Feature;
  /**
   * How the body travels. 'sealed' is a form whose every field is encrypted on its own
   * (fieldCipher.ts); 'form' is a plain form; 'json' is JSON; 'csv' and 'document' are files, which the
   * handler reads as they come.
   */
  bodyType?: "json" | "form" | "sealed" | "csv" | "document";
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The answer's `result`. */
  result?: Schema;
  /** The answer's `results`, where a call uses that name (row S03). */
  results?: Schema;
  /** The answer is a file, not JSON; refusals are JSON all the same. */
  file?: "csv" | "document" | "json";
  /** How long anybody may keep the answer, who is not told anything of their own; else nobody keeps it. */
  cacheSeconds?: number;
  /** Further top-level keys of the answer, e.g. isPasswordAged. */
  extras?: Schema;
  /** The `result` travels encrypted to the caller (fieldCipher.ts). */
  sealedResult?: boolean;
  /** The caller sends an Idempotency-Key header; a repeat with the same key gets the first answer. */
  needsIdempotencyKey?: boolean;
  /** The business refusals this call may answer with. */
  refusals: readonly RefusalCode[];
};

/** Keeps the literal types of a definition, which the typed client and server need. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

/** What a field error looks like on the wire. */
export type FieldError = { param: string; msg: string };

type Input<T> = T extends Schema ? z.input<T> : undefined;
type Output<T> = T extends Schema ? z.output<T> : undefined;

/** What a client passes in; parts the endpoint does not have are undefined. */
export type CallInput<E extends Endpoint> = {
  params: Input<E["params"]>;
  query: Input<E["query"]>;
  body: Input<E["body"]>;
};

/** What a handler receives, after validation. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
};

/** A file on its way: its name, and its contents in parts as they become ready; text is CSV. */
export type FileAnswer = {
  name: string;
  parts: AsyncIterable<string | Uint8Array>;
  mediaType?: string;
};

/** What a handler returns: domain values, encoded to the wire by the contract. */
export type HandlerAnswer<E extends Endpoint> = {
  message?: string;
} & (E["result"] extends Schema ? { result: Output<E["result"]> } : { result?: undefined }) &
  (E["results"] extends Schema ? { results: Output<E["results"]> } : { results?: undefined }) &
  (E["extras"] extends Schema ? { extras?: Output<E["extras"]> } : { extras?: undefined }) &
  (E["file"] extends string ? { file: FileAnswer } : { file?: undefined });

/** What a client gets back. It never throws for a refusal. */
export type Answer<E extends Endpoint> =
  | ({
      status: true;
      message: string;
      result: Output<E["result"]>;
      results: Output<E["results"]>;
    } & (E["extras"] extends Schema ? Partial<Output<E["extras"]>> : unknown))
  | Failure;

/** A refusal or an outage, as the client sees it. httpStatus 0 is no answer at all. */
export type Failure = {
  status: false;
  message: string;
  code: string | undefined;
  errors: FieldError[];
  httpStatus: number;
  correlationId: string | undefined;
  retryAfterSeconds: number | undefined;
};
