import type { Allowed } from "./allowed.ts";

/** What `npm audit --json` says of one package. */
export type Vulnerability = {
  name: string;
  severity: string;
  /** An advisory, or the name of the package that brings it. */
  via: (string | { title: string; url: string; severity: string })[];
};

const SERIOUS = ["high", "critical"];

/** What stands in the way of a release: each serious advisory that is not lived with today, and stale entries. */
export function judgeAudit(
  vulnerabilities: readonly Vulnerability[],
  allowed: readonly Allowed[],
  today: string,
): string[] {
  const inForce = allowed.filter(({ until }) => until >= today);
  const advisories = vulnerabilities.flatMap(({ name, via }) =>
    via.flatMap((one) => (typeof one === "string" ? [] : [{ name, ...one }])),
  );
  const isOf = (url: string) => (one: Allowed) => url.endsWith(`/${one.advisory}`);
  const found = advisories
    .filter(({ severity, url }) => SERIOUS.includes(severity) && !inForce.some(isOf(url)))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`);
  const over = allowed
    .filter(({ until }) => until < today)
    .map(
      ({ advisory, until }) => `${advisory}: was lived with until ${until}; mend it or say why not`,
    );
  return [...new Set(found), ...over];
}

type Locked = { resolved?: string; integrity?: string; link?: boolean };

/** Packages of a lock file that do not come from the registry by their hash. */
export function judgeLock(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([place, { resolved, integrity, link }]) => {
    if (place === "") return [];
    if (link === true) return [`${place}: is a link`];
    if (resolved !== undefined) return [`${place}: comes from an address of its own, ${resolved}`];
    return integrity?.startsWith("sha512-") ? [] : [`${place}: has no SHA-512`];
  });
}
