import type { IncomingHttpHeaders } from "node:http";
import { parseCookie, stringifySetCookie } from "cookie";
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
  /** Marks a browser in which one of the staff has signed in (domains/staffing/session/staffDevices.ts). */
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
export function readCookies({ cookie }: IncomingHttpHeaders): Record<string, string> {
  // The parser's type says undefined of names that are not there; none that is there has it.
  return parseCookie(cookie ?? "") as Record<string, string>;
}

/** The Set-Cookie line. Throws when name or value could not stand in it. */
export function setCookieLine(config: Config, { name, value, maxAgeSeconds }: Cookie): string {
  const maxAge = value === undefined ? 0 : maxAgeSeconds;
  return stringifySetCookie({
    name,
    value,
    ...(maxAge !== undefined && { maxAge }),
    path: "/",
    httpOnly: true,
    secure: isSecure(config),
    sameSite: "strict",
  });
}

function isSecure(config: Config): boolean {
  return config.NODE_ENV === "production";
}
