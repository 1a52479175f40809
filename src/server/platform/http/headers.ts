import { readFileSync } from "node:fs";
import path from "node:path";
import { CAMERA_PAGE } from "#common/cameraPage.ts";
import type { Config } from "#server/platform/config/config.ts";
import { POLICY_REPORTS } from "./policyReports.ts";

const NOTHING_ELSE =
  "accelerometer=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()";

/** What the one page that reads codes may do beyond all others (S300). */
export const CAMERA_HEADERS = { "permissions-policy": `camera=(self), ${NOTHING_ELSE}` };

/** Whether an address is that page's. */
export const isCameraPage = (url: string): boolean => url.split("?")[0] === CAMERA_PAGE;

type SecurityHeaders = Record<string, string>;

/** Headers of every answer, good or bad. */
export function securityHeaders(config: Config): SecurityHeaders {
  const headers: SecurityHeaders = {
    "content-security-policy": contentSecurityPolicy(config),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": `camera=(), ${NOTHING_ELSE}`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
  if (config.NODE_ENV === "production") {
    headers["strict-transport-security"] = "max-age=31536000; includeSubDomains";
  }
  return headers;
}

/** No inline script or style but those whose hashes the build wrote down. */
function contentSecurityPolicy(config: Config): string {
  const hashes = readInlineHashes(config);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.script].join(" "),
    ["style-src 'self'", ...hashes.style].join(" "),
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `report-uri ${POLICY_REPORTS}`,
  ].join("; ");
}

type InlineHashes = { script: string[]; style: string[] };

const HASH = /^sha(?:256|384|512)-[A-Za-z0-9+/]+=*$/;

/** `csp.json` beside the built pages: `{"script": ["sha256-…"], "style": ["sha256-…"]}`. */
function readInlineHashes(config: Config): InlineHashes {
  try {
    const file = path.join(config.PUBLIC_DIR, "csp.json");
    // Written by our own build; anything that is not a hash is left out below.
    const stored = JSON.parse(readFileSync(file, "utf8")) as Partial<InlineHashes>;
    const sources = (hashes: string[] = []) =>
      hashes.filter((hash) => HASH.test(hash)).map((hash) => `'${hash}'`);
    return { script: sources(stored.script), style: sources(stored.style) };
  } catch {
    return { script: [], style: [] };
  }
}
