import path from "node:path";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import type { Places } from "./dataDir.ts";
import type { RunningDatabase } from "./runningDatabase.ts";
import type { StartOptions } from "./startOptions.ts";
import type { ChildPlan } from "./superviseChild.ts";

/** The programs of this start, in the order they are started; without the sandbox in production. */
export function childPlans(
  options: StartOptions,
  places: Places,
  database: RunningDatabase,
): ChildPlan[] {
  const bank = () => bankEnvironment(options, places, database);
  const plans: ChildPlan[] = [
    {
      name: "sandbox",
      title: "The sandbox",
      script: "src/sandbox/main.ts",
      nodeFlags: flags(sandboxHeap(options.environment), 1),
      environment: () => sandboxEnvironment(options, places),
    },
    ...Array.from({ length: options.workers ?? 1 }, (_, index) => ({
      name: numbered("worker", index),
      title: numbered("The worker", index),
      script: "src/server/entry/workerMain.ts",
      nodeFlags: flags(128),
      // It signs no statements.
      environment: () => ({ ...bank(), STATEMENT_KEY_FILE: undefined }),
    })),
    ...(options.apiPorts ?? [options.port]).map((port, index) => ({
      name: numbered("api", index),
      title: numbered("The API", index),
      script: "src/server/entry/main.ts",
      nodeFlags: flags(256),
      environment: () => ({ ...bank(), PORT: String(port) }),
    })),
  ];
  return plans.filter(({ name }) => options.isDemo || name !== "sandbox");
}

/** The first has no number: mostly it is the only one. */
function numbered(name: string, index: number): string {
  if (index === 0) return name;
  return `${name}${name.includes(" ") ? " " : ""}${index + 1}`;
}

/** Where Node keeps the compiled sources of the programs. */
export const COMPILE_CACHE = path.resolve(".cache/node");

/** What API and worker read (src/server/platform/config/config.ts). The partners are the sandbox unless others are named. */
export function bankEnvironment(
  options: StartOptions,
  places: Places,
  database: RunningDatabase,
): NodeJS.ProcessEnv {
  const sandboxUrl = `http://127.0.0.1:${options.sandboxPort}`;
  const sms = options.environment["SMPP_URL"] ? {} : { SMS_URL: sandboxUrl };
  const partners = {
    ISSUER_URL: sandboxUrl,
    INSTAPAY_URL: sandboxUrl,
    PESONET_URL: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort(options)}`,
    PUSH_SERVICES: sandboxUrl,
  };
  // A demo's heads do not go among those of the bank that the shell may know, nor does it sign with that bank's key.
  const { AUDIT_HEAD_DIR, STATEMENT_KEY_FILE, ...environment } = options.environment;
  return {
    ...(options.isDemo ? { ...partners, ...sms } : { AUDIT_HEAD_DIR, STATEMENT_KEY_FILE }),
    SECRETS_FILE: places.secrets,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...environment,
    DEMO: options.isDemo ? "1" : "0",
    HOST: options.host,
    PORT: String(options.port),
    DATA_DIR: places.dataDir,
    DATABASE_URL: database.urls().appUrl,
  };
}

function sandboxEnvironment(options: StartOptions, places: Places): NodeJS.ProcessEnv {
  const callbackKey = readSecrets(places.secrets).issuerCallbackKey;
  // The world outside has no business with the bank's database and keys.
  const {
    DATABASE_URL: _database,
    SECRETS_FILE: _secrets,
    STATEMENT_KEY_FILE: _statements,
    ...environment
  } = options.environment;
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...environment,
    SANDBOX_PORT: String(options.sandboxPort),
    SANDBOX_SMTP_PORT: smtpPort(options),
    SANDBOX_SMPP_PORT: smppPortHere(options.environment["SMPP_URL"]),
    SANDBOX_DATA: path.join(places.sandbox, "books.jsonl"),
    ISSUER_CALLBACK_URL: `http://127.0.0.1:${options.port}/api/issuer/events`,
    SMS_REPORT_URL: `http://127.0.0.1:${options.port}/api/sms/reports`,
    INSTAPAY_CALLBACK_URL: `http://127.0.0.1:${options.port}/api/rails/instapay/messages`,
    ISSUER_CALLBACK_KEY: callbackKey.toString("base64url"),
  };
}

/** Where the sandbox's mail server listens: told by the sandbox's port, below those that a system hands out by itself. */
function smtpPort({ environment, sandboxPort }: StartOptions): string {
  return environment["SANDBOX_SMTP_PORT"] || String(10_000 + (sandboxPort % 20_000));
}

/** An SMSC on this machine is the sandbox, which then listens there: `SMPP_URL=smpp://127.0.0.1:2775 npm start`. */
function smppPortHere(smppUrl: string | undefined): string | undefined {
  if (smppUrl === undefined || !URL.canParse(smppUrl)) return undefined;
  const { protocol, hostname, port } = new URL(smppUrl);
  const isHere = protocol === "smpp:" && ["127.0.0.1", "localhost"].includes(hostname);
  return isHere ? port || "2775" : undefined;
}

/** The sandbox remembers all it has seen: what makes thousands of transfers gives it more room than a demo needs. */
function sandboxHeap(environment: NodeJS.ProcessEnv): number {
  return Number(environment["SANDBOX_HEAP_MB"] || 64);
}

/** A small young generation keeps the resident size down; the old one has room for load. */
function flags(oldSpaceMegabytes: number, semiSpaceMegabytes = 4): string[] {
  return [
    `--max-semi-space-size=${semiSpaceMegabytes}`,
    `--max-old-space-size=${oldSpaceMegabytes}`,
  ];
}
