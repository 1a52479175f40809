import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4 } from "node:net";
import { commaList, type Config } from "#server/platform/config/config.ts";

/** Says of an address whether it is a proxy of ours, whose headers are believed. */
export function makeProxyCheck(config: Config): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of commaList(config.TRUSTED_PROXIES)) {
    const [address = "", bits] = proxy.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

/**
 * Whom a request came from that Fastify does not see: its connection's other end or, where that is a proxy
 * of ours, whom that proxy names; what stands before the first stranger came from outside.
 */
export function makeAddressOf(config: Config): (request: IncomingMessage) => string {
  const isProxy = makeProxyCheck(config);
  return ({ socket, headers }) => {
    const said = headers["x-forwarded-for"];
    const hops = typeof said === "string" ? commaList(said).toReversed() : [];
    let address = socket.remoteAddress ?? "";
    for (const hop of hops) {
      if (!isProxy(address)) break;
      address = hop;
    }
    return address;
  };
}
