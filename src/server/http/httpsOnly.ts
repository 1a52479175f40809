import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4 } from "node:net";
import { commaList, type Config } from "#server/config.ts";

/**
 * Says of a request whether it came encrypted all the way: over TLS, or by a trusted proxy that says
 * so. Outside production everything passes, because a bank on one's own machine has no certificate
 * (security.md S001).
 */
export function makeHttpsCheck(config: Config): (request: IncomingMessage) => boolean {
  if (config.NODE_ENV !== "production") return () => true;
  const proxies = networks(commaList(config.TRUSTED_PROXIES));
  return ({ socket, headers }) => {
    if ("encrypted" in socket && socket.encrypted === true) return true;
    const peer = socket.remoteAddress ?? "";
    if (peer === "" || !proxies.check(peer, isIPv4(peer) ? "ipv4" : "ipv6")) return false;
    const said = headers["x-forwarded-proto"];
    // The last one is the proxy's own word; what stands before it came from outside.
    return typeof said === "string" && said.split(",").at(-1)?.trim() === "https";
  };
}

function networks(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
