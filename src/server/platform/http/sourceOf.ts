import { isIPv6 } from "node:net";

/**
 * Whom a call is counted for: its IPv4 address, also where it is written as IPv6; of IPv6 the network of 64
 * bits, since whoever has one address of it has them all.
 */
export function sourceOf({ ip }: { ip: string }): string {
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return `${network.join(":")}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [address = ""] = ip.split("%");
  // A URL writes an address in hexadecimal groups only.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = written
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...gap, ...tail];
}
