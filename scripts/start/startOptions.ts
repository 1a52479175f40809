import path from "node:path";
import { problem } from "./problem.ts";

/** What one start of the bank on one machine is told. */
export type StartOptions = {
  host: string;
  port: number;
  sandboxPort: number;
  /** Of several API processes behind a proxy, which then listens at `port`; undefined is one, at `port`. */
  apiPorts?: readonly number[];
  /** How many workers; one unless said otherwise. */
  workers?: number;
  /** Absolute. Database, keys, logs: everything this installation keeps. */
  dataDir: string;
  /** An administrator's connection to a server of one's own; undefined is the embedded one. */
  databaseUrl: string | undefined;
  /** Its database for the bank; undefined takes the one the address names. */
  databaseName?: string;
  /** Where the passwords of its roles are kept; undefined is the data folder. */
  passwordsFile?: string;
  /** Demo data and the sandbox; false in production. */
  isDemo: boolean;
  /** Throw this installation's demo data away first. */
  reset: boolean;
  /** For tests only: the embedded database does not wait for the disk. */
  isFast: boolean;
  /** The rest of the environment, handed on to the processes. */
  environment: NodeJS.ProcessEnv;
};

export const USAGE = `npm start [-- --reset]

  --reset   throws the demo's data away and starts over

Environment: PORT (8080), SANDBOX_PORT (8090), HOST (127.0.0.1), DATA_DIR (.data), DATABASE_URL (unset: the
embedded PostgreSQL), NODE_ENV, ISSUER_URL, INSTAPAY_URL, PESONET_URL, SMS_URL or SMPP_URL, LOGIN_OTP,
CLOCK_FILE. README.md tells what each does.`;

/** Reads the environment; throws a problem that names the first mistake. */
export function readStartOptions(environment: NodeJS.ProcessEnv, reset: boolean): StartOptions {
  const given = (name: string) => environment[name] || undefined;
  return {
    host: given("HOST") ?? "127.0.0.1",
    port: readPort("PORT", given("PORT"), 8080),
    sandboxPort: readPort("SANDBOX_PORT", given("SANDBOX_PORT"), 8090),
    dataDir: path.resolve(given("DATA_DIR") ?? ".data"),
    databaseUrl: readDatabaseUrl(given("DATABASE_URL")),
    isDemo: given("NODE_ENV") !== "production",
    reset,
    isFast: false,
    environment,
  };
}

function readPort(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw problem(`${name} is '${text}': a port is a number from 1 to 65535.`);
  }
  return port;
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw problem("DATABASE_URL must look like postgres://user:password@host:5432/database.");
  }
  return text;
}
