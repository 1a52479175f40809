import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import * as z from "zod/mini";
import { mailMistakes, mailSettings } from "./mailConfig.ts";
import { railMistakes, railSettings } from "./railConfig.ts";
import { smsMistakes, smsSettings } from "./smsConfig.ts";

/** What the sandbox expects when nothing else is configured (src/sandbox/config.ts). */
const SANDBOX_ISSUER_SECRET = "sandbox-issuer-client-secret";
const SANDBOX_CARD_KEY = "c2FuZGJveC1jYXJkLW51bWJlci1rZXktMzItYnl0ZXM";

/**
 * The only reader of the environment. Every key has a default that runs on one machine, but for the
 * database, the partners and the secrets, which whoever starts the process passes in.
 */
const schema = z.object({
  NODE_ENV: z._default(z.enum(["production", "development", "test"]), "development"),
  HOST: z._default(z.string(), "127.0.0.1"),
  PORT: z._default(port(), 8080),
  /** How long a stopping API, no longer ready, takes what the proxy still sends (docs/scaling.md). */
  DRAIN_MS: z._default(count(0, 60_000), 0),
  /** The address of both ports of metrics: this machine's own, unless a collector elsewhere reads them. */
  METRICS_HOST: z._default(z.string(), "127.0.0.1"),
  METRICS_PORT: z._default(port(), 0),
  WORKER_METRICS_PORT: z._default(port(), 0),
  DATA_DIR: z._default(z.string(), ".data"),
  /** A second place for the signed heads of audit and ledger, better on another machine (docs/audit.md). */
  AUDIT_HEAD_DIR: z.optional(z.string()),
  /** Key and certificate that sign statements; unset: made under DATA_DIR. */
  STATEMENT_KEY_FILE: z.optional(z.string()),
  /** The application role's connection. */
  DATABASE_URL: z.string("DATABASE_URL is missing: the PostgreSQL connection of the application"),
  DATABASE_POOL: z._default(count(1, 200), 16),
  /** 0600 file of random keys (secrets.ts); made by `npm start`, kept outside the database. */
  SECRETS_FILE: z.string("SECRETS_FILE is missing: path of the file with the keys"),
  ISSUER_URL: z.url("ISSUER_URL is missing: address of the card issuer's API"),
  /** Who we are to the issuer; the defaults are the sandbox's and refused in production. */
  ISSUER_CLIENT_ID: z._default(z.string(), "association"),
  ISSUER_CLIENT_SECRET: z._default(z.string(), SANDBOX_ISSUER_SECRET),
  /** Shared with the issuer: encrypts the card numbers that travel to it. 32 bytes in base64url. */
  ISSUER_CARD_KEY: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => Buffer.from(text, "base64url").length === 32,
          "must be 32 bytes in base64url",
        ),
      ),
    SANDBOX_CARD_KEY,
  ),
  ISSUER_TIMEOUT_MS: z._default(count(50, 60_000), 5_000),
  ...railSettings,
  RAIL_TIMEOUT_MS: z._default(count(50, 60_000), 10_000),
  ...smsSettings,
  SMS_TIMEOUT_MS: z._default(count(50, 60_000), 5_000),
  ...mailSettings,
  SMTP_TIMEOUT_MS: z._default(count(50, 60_000), 15_000),
  /** Further push services, as origins, beside those of the browsers that people have (gateways/push/pushServices.ts). */
  PUSH_SERVICES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => commaList(text).every(isOrigin),
          "name origins (https://push.example.com), separated by commas",
        ),
      ),
    "",
  ),
  PUSH_TIMEOUT_MS: z._default(count(50, 60_000), 5_000),
  /** Calls that name somebody without signing in are answered in steps of this (http/evenAnswer.ts). */
  EVEN_ANSWER_MS: z._default(count(0, 5_000), 200),
  LOGIN_OTP: z._default(z.enum(["off", "new_device", "always"]), "new_device"),
  CLOCK_FILE: z.optional(z.string()),
  IDLE_SECONDS: z._default(count(30, 3600), 300),
  GRACE_SECONDS: z._default(count(20, 600), 30),
  /** Without activity a session of the staff ends; reading is none. */
  STAFF_IDLE_SECONDS: z._default(count(60, 3600), 900),
  SESSION_SECONDS: z._default(count(60, 86_400), 28_800),
  PASSWORD_AGE_DAYS: z._default(count(1, 3650), 365),
  /** So long a member is paused after a change of who can act (beginPause.ts); 0 for no pause. */
  PAUSE_HOURS: z._default(count(0, 720), 24),
  HASH_CONCURRENCY: z._default(count(1, 64), 4),
  HASHES_WAITING: z._default(count(1, 10_000), 100),
  /** Text messages an hour that strangers may cause (sign-up and recovery), over all sources. */
  TEXTS_AN_HOUR: z._default(count(1, 1_000_000), 2_000),
  /** The same for a day: with it, the most that strangers can have the bank pay. */
  TEXTS_A_DAY: z._default(count(1, 10_000_000), 20_000),
  /** How long a request of the staff waits for a second person. */
  STAFF_REQUEST_HOURS: z._default(count(1, 720), 72),
  LOG_LEVEL: z._default(z.enum(["trace", "debug", "info", "warn", "error", "silent"]), "info"),
  /** The portal's address as browsers name it. Unset, the host that a call names is taken for it. */
  PUBLIC_ORIGIN: z.optional(
    z.string().check(z.refine(isOrigin, "must look like https://online.example.com")),
  ),
  /** Other origins the browser may call from; the API's own is always allowed. */
  ALLOWED_ORIGINS: z._default(z.string(), ""),
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; no one's unless named. */
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => commaList(text).every(isNetwork),
          "name addresses (10.0.0.1) or networks (10.0.0.0/8), separated by commas",
        ),
      ),
    "",
  ),
  DEMO: z._default(z.enum(["0", "1"]), "0"),
  PUBLIC_DIR: z._default(z.string(), "dist/portal"),
  CONSOLE_DIR: z._default(z.string(), "dist/console"),
});

export type Config = z.output<typeof schema>;

/** Every variable that is read. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** Reads and checks the configuration. Throws one Error with a line for each mistake. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  const mistakes = parsed.success
    ? [
        ...smsMistakes(parsed.data),
        ...mailMistakes(parsed.data),
        ...productionMistakes(parsed.data),
      ]
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  if (!parsed.success || mistakes.length > 0) {
    throw new Error(`The configuration is not right:\n- ${mistakes.join("\n- ")}`);
  }
  return parsed.data;
}

/** What production refuses (docs/requirements/decisions.md, 2). */
function productionMistakes(config: Config): string[] {
  if (config.NODE_ENV !== "production") return [];
  const mistakes: string[] = [];
  if (config.DEMO === "1") mistakes.push("DEMO: demo data and production do not go together");
  if (config.CLOCK_FILE) mistakes.push("CLOCK_FILE: production runs on the real clock");
  if (config.PUBLIC_ORIGIN === undefined) {
    mistakes.push("PUBLIC_ORIGIN is missing: the portal's address, https://online.example.com");
  }
  if (config.EVEN_ANSWER_MS < 100) {
    mistakes.push("EVEN_ANSWER_MS: under 100 the time of an answer tells members from nobody");
  }
  if (config.TRUSTED_PROXIES === "") {
    mistakes.push("TRUSTED_PROXIES is missing: the address of the proxy that ends https");
  }
  for (const key of ["PUBLIC_ORIGIN", "ISSUER_URL"] as const) {
    const address = config[key];
    if (address !== undefined && new URL(address).protocol !== "https:") {
      mistakes.push(`${key}: must be https`);
    }
  }
  if (commaList(config.PUSH_SERVICES).some((origin) => !origin.startsWith("https:"))) {
    mistakes.push("PUSH_SERVICES: must be https");
  }
  if (config.ISSUER_CLIENT_SECRET === SANDBOX_ISSUER_SECRET) {
    mistakes.push("ISSUER_CLIENT_SECRET: this is the sandbox's; take the issuer's own");
  }
  if (config.ISSUER_CARD_KEY === SANDBOX_CARD_KEY) {
    mistakes.push("ISSUER_CARD_KEY: this is the sandbox's; take the one agreed with the issuer");
  }
  mistakes.push(...railMistakes(config));
  if (/"isDemo":\s*true/.test(readFileSync(config.SECRETS_FILE, "utf8"))) {
    mistakes.push("SECRETS_FILE: these are the demo's keys; make new ones for production");
  }
  return mistakes;
}

/** 'a, b' -> ['a', 'b']. */
export function commaList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** As browsers write it: scheme, host, a port that is not the scheme's own, nothing else. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** An address, or a network that is not everybody. */
function isNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || bits === undefined) return version !== 0;
  return Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

function port() {
  return count(0, 65_535);
}

function count(minimum: number, maximum: number) {
  return z.pipe(
    z.union([z.string().check(z.regex(/^\d+$/, "is not a number")), z.number()]),
    z.pipe(
      z.transform((value: string | number) => Number(value)),
      z.number().check(z.gte(minimum, `is under ${minimum}`), z.lte(maximum, `is over ${maximum}`)),
    ),
  );
}
