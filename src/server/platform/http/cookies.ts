import type { IncomingHttpHeaders } from "node:http";
import type { Config } from "#server/platform/config/config.ts";

/** A cookie to set; without a value it is taken away. */
export type Cookie = { name: string; value: string | undefined; maxAgeSeconds?: number };

type CookieNames = {
  /** Pairs with the bearer token: neither is enough alone. Ends with the browser. */
  session: string;
  /** Marks a browser that has finished a sign-in; a member's own ending follows (auth/devices.ts). */
  device: string;
  /** Ties the steps of one sign-in, sign-up or recovery to one browser. */
  stage: string;
  /** What the right code of a recovery brought: allows one change. */
  recovery: string;
  /** Pairs with the bearer token of the staff; no cookie of a member's session is ever taken for it. */
  staff: string;
  /** Marks a browser in which one of the staff has signed in (staff/session/staffDevices.ts). */
  staffDevice: string;
};

const secure: CookieNames = {
  session: "__Host-sid",
  device: "__Host-dev",
  stage: "__Host-stage",
  recovery: "__Host-rec",
  staff: "__Host-staff",
  staffDevice: "__Host-staffdev",
};
const plain: CookieNames = {
  session: "sid",
  device: "dev",
  stage: "stage",
  recovery: "rec",
  staff: "staff",
  staffDevice: "staffdev",
};

/** Plain http on this machine cannot carry Secure cookies, hence the two sets of names. */
export function cookieNames(config: Config): CookieNames {
  return isSecure(config) ? secure : plain;
}

/** The cookies of a request. The first of two with one name counts, as browsers order them. */
export function readCookies(headers: IncomingHttpHeaders): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    cookies[name] ??= part.slice(at + 1).trim();
  }
  return cookies;
}

/** The Set-Cookie line. Values are base64url, so nothing needs escaping. */
export function setCookieLine(config: Config, { name, value, maxAgeSeconds }: Cookie): string {
  const parts = [`${name}=${value ?? ""}`, "Path=/", "HttpOnly", "SameSite=Strict"];
  if (isSecure(config)) parts.push("Secure");
  if (value === undefined) parts.push("Max-Age=0");
  else if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
  return parts.join("; ");
}

function isSecure(config: Config): boolean {
  return config.NODE_ENV === "production";
}
