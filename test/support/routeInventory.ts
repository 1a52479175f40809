import type { FastifyInstance } from "fastify";
import { openApiDocument } from "#server/platform/http/openApi.ts";

export type InventoryRoute = { method: string; path: string; isPublic: boolean };

/** Routes that are no calls of the contract, each with its own reason to need no session. */
export const PLAIN_ROUTES: readonly string[] = [
  "GET /health/live",
  "GET /health/ready",
  "GET /api/openapi.json",
  // Signed by the issuer, by the SMS gateway and by the InstaPay switch.
  "POST /api/issuer/events",
  "POST /api/sms/reports",
  "POST /api/rails/instapay/messages",
  // Browsers' reports; kept as a count and a log line.
  "POST /api/csp-reports",
];

/** Calls of the contract that anyone may make. Adding one is a decision, so it is written here. */
export const PUBLIC_CALLS: readonly string[] = [
  "GET /api/config",
  "GET /api/status",
  "POST /api/v2/login",
  "POST /api/otp/verify",
  "POST /api/otp/resend",
  // What any passkey of ours is to sign, and what one signed.
  "POST /api/passkeys/login/options",
  "POST /api/passkeys/login",
  "POST /api/signup",
  "POST /api/members/forgotUsername",
  "POST /api/members/forgotPassword",
  "POST /api/members/reportIntruder",
  // Whoever holds a statement on paper, with its code.
  "POST /api/statements/check",
  // Whoever is shown a receipt, with its code.
  "POST /api/receipts/check",
  // The signed records of the months, which tell nothing of anyone.
  "GET /api/statements/months",
  "POST /api/members/freezeWithPasskey",
  "POST /api/members/unfreeze",
  // These two ask for the cookie that the right code brought.
  "POST /api/members/setUsername",
  "POST /api/members/setPassword",
  "POST /api/staff/login",
  // The same with a passkey in place of the code: what it is to sign, and what it signed.
  "POST /api/staff/login/passkey/options",
  "POST /api/staff/login/passkey",
  // These two ask for the code that an administrator handed out.
  "POST /api/staff/enrolment/start",
  "POST /api/staff/enrolment/finish",
];

/** The list of calls that the bank publishes. */
export function documentedRoutes(): InventoryRoute[] {
  // As it is served: JSON.
  const { paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<string, Record<string, { security?: unknown }>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      isPublic: security === undefined,
    })),
  );
}

/** What the running router answers, as 'GET /api/members/{guid}'. */
export async function runningRoutes(server: FastifyInstance): Promise<string[]> {
  await server.ready();
  const open: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods] =
        /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      if (part === "") return [];
      const depth = indent.length / 4;
      open.splice(depth, open.length, part);
      if (methods === undefined) return [];
      const path = open.join("").replaceAll(/:(\w+)/g, "{$1}");
      return methods.split(", ").map((method) => `${method} ${path}`);
    });
}
