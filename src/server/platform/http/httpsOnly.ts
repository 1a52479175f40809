import type { IncomingMessage } from "node:http";
import type { Config } from "#server/platform/config/config.ts";
import { makeProxyCheck } from "./trustedProxies.ts";

/**
 * Says of a request whether it came encrypted all the way: over TLS, or by a trusted proxy that says
 * so. Outside production everything passes, because a bank on one's own machine has no certificate
 * (docs/security.md S001).
 */
export function makeHttpsCheck(config: Config): (request: IncomingMessage) => boolean {
  if (config.NODE_ENV !== "production") return () => true;
  const isProxy = makeProxyCheck(config);
  return ({ socket, headers }) => {
    if ("encrypted" in socket && socket.encrypted === true) return true;
    if (!isProxy(socket.remoteAddress ?? "")) return false;
    const said = headers["x-forwarded-proto"];
    // The last one is the proxy's own word; what stands before it came from outside.
    return typeof said === "string" && said.split(",").at(-1)?.trim() === "https";
  };
}
