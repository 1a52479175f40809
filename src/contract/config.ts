import { CLOSING_RAILS } from "./transferKinds.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { byFeature } from "./features.ts";
import { since } from "./status.ts";

const flag = z.enum(["on", "disabled", "hidden"]);
export type FeatureState = z.output<typeof flag>;

export const clientConfig = z.object({
  /** Public key for encrypting fields (fieldCipher.ts). Cache for at most 60 s. */
  enc: z.object({ kid: z.string(), kem: z.literal("P256"), pub: z.string(), notAfter: z.string() }),
  /** Name of the key store of the session storage encryption. */
  ssKey: z.string(),
  /** Milliseconds since 1970, so that a phone with a wrong clock can correct itself. */
  serverTime: z.number(),
  idleSeconds: z.number(),
  graceSeconds: z.number(),
  isDemo: z.boolean(),
  /** Codes that were asked for half a minute ago or more are still not with the SMS gateway. */
  textsDelayed: z.optional(z.boolean()),
  /** Partners that do not answer; absent while all of them do. */
  away: z.optional(z.array(z.object({ part: z.enum([...CLOSING_RAILS, "card"]), since }))),
  features: z.object(byFeature(() => flag)),
  /** What members are told of a feature that is switched off, where staff said something. */
  featureNotices: z.optional(
    z.record(
      z.string(),
      /** Until when, ISO 8601; null while nobody has said. */
      z.object({ en: z.string(), fil: z.string(), until: z.nullable(z.string()) }),
    ),
  ),
});
export type ClientConfig = z.output<typeof clientConfig>;

export const getConfig = endpoint({
  name: "getConfig",
  method: "GET",
  path: "/config",
  summary: "What a client needs to know before anyone signs in",
  access: "public",
  result: clientConfig,
  refusals: [],
});
