import type { IncomingHttpHeaders } from "node:http";
import { commaList, type Config } from "#server/platform/config/config.ts";

/** Origins besides our own that browsers may call from; none unless configured. */
export function allowedOrigins(config: Config): string[] {
  return commaList(config.ALLOWED_ORIGINS);
}

/**
 * True when a call that changes something may come from where it says. Browsers name the origin on
 * each such call; a program that is no browser names none and has no cookies to be misused.
 */
export function isSameSite(config: Config, headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin !== undefined)
    return isOwn(config, origin, headers) || allowedOrigins(config).includes(origin);
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * True when a browser says that the call comes from our own pages. Asked for where neither a token nor
 * an encrypted call shows that a program of ours made it: a form of another site can send neither.
 */
export function provesSameSite(config: Config, headers: IncomingHttpHeaders): boolean {
  const { origin } = headers;
  if (origin === undefined) return headers["sec-fetch-site"] === "same-origin";
  return isSameSite(config, headers);
}

/** The portal's own address: as configured, else as the browser names it. */
export function ownOrigin(config: Config, headers: IncomingHttpHeaders): string {
  if (config.PUBLIC_ORIGIN !== undefined) return config.PUBLIC_ORIGIN;
  const { origin, host = "localhost" } = headers;
  return origin !== undefined && isOwn(config, origin, headers) ? origin : `http://${host}`;
}

/** Who calls may write any Host, so a configured origin is the only one that counts. */
function isOwn(config: Config, origin: string, headers: IncomingHttpHeaders): boolean {
  if (config.PUBLIC_ORIGIN !== undefined) return origin === config.PUBLIC_ORIGIN;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return (protocol === "http:" || protocol === "https:") && host === headers.host;
}
