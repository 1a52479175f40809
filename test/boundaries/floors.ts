import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/*
 * The floors of the server, from the top: entry, domains, platform, ledger, db. A file imports from its own
 * floor and from those below. `refusal.ts` lies below them all.
 */
const FLOORS = ["entry", "domains", "platform", "ledger", "db", "refusal.ts"];

type Domains = Readonly<Record<string, readonly string[]>>;

/** Which other domains each may import: every line between two domains there is. */
export const DOMAINS: Domains = {
  members: [],
  otp: [],
  policy: ["makerChecker"],
  passkeys: ["members", "otp"],
  makerChecker: ["members"],
  cards: ["members", "otp", "policy", "makerChecker"],
  loans: ["members", "otp", "makerChecker"],
  transfers: ["members", "otp", "policy", "makerChecker", "cards"],
  moneyLock: ["members", "otp", "policy", "makerChecker"],
  access: [
    "members",
    "otp",
    "makerChecker",
    "cards",
    "transfers",
    "moneyLock",
    "policy",
    "passkeys",
  ],
  staffing: ["members", "makerChecker", "access", "passkeys"],
  imports: ["makerChecker"],
  payroll: ["members", "makerChecker", "loans"],
  earnings: ["makerChecker", "loans"],
  cash: ["members", "otp", "makerChecker", "loans"],
  ledgerDesk: ["members", "makerChecker", "loans", "earnings"],
  reconciliation: ["ledgerDesk", "transfers"],
  cases: ["members", "makerChecker"],
  history: ["members"],
  statements: ["history"],
  freeze: ["members", "otp", "makerChecker", "policy", "passkeys", "cards", "access", "transfers"],
  approvals: [
    "members",
    "otp",
    "policy",
    "passkeys",
    "cards",
    "loans",
    "transfers",
    "moneyLock",
    "cash",
    "access",
    "freeze",
  ],
  overview: ["members", "cards", "access", "loans", "history", "transfers"],
  safety: ["access", "passkeys"],
  memberFile: ["members", "cards", "transfers", "access", "cases", "freeze"],
  operations: ["makerChecker"],
  exceptions: ["transfers"],
  home: [
    "makerChecker",
    "cards",
    "loans",
    "transfers",
    "payroll",
    "reconciliation",
    "cases",
    "freeze",
  ],
};

/** An import of one file of the server by another; both as 'domains/cards/state/moveCard.ts'. */
export type Import = { from: string; to: string };

const SERVER = "src/server/";
const SPECIFIER = /(?:from|import)\s*\(?\s*"(\.\/[^"]+|#server\/[^"]+)"/g;

/** Every import between files of the server, types included; tests aside. */
export function serverImports(): Import[] {
  return readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|d)\.ts$/.test(file))
    .flatMap((from) => importsOf(from, readFileSync(path.join(SERVER, from), "utf8")));
}

/** The imports of the server in one file's text. */
export function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, specifier = ""]) => ({
    from,
    to: specifier.startsWith("#")
      ? specifier.slice("#server/".length)
      : path.join(path.dirname(from), specifier),
  }));
}

/** What is wrong with an import; undefined where nothing is. */
export function crossing({ from, to }: Import): string | undefined {
  const [own, its] = [from, to].map((file) => FLOORS.indexOf(file.split("/")[0] ?? ""));
  if (own === undefined || its === undefined || own < 0 || its < 0) return "on no floor";
  if (its < own) return `upward, from ${FLOORS[own]} to ${FLOORS[its]}`;
  const [domain, other] = [from, to].map((file) => domainOf(file));
  if (domain === undefined || other === undefined || domain === other) return undefined;
  const allowed = DOMAINS[domain];
  if (allowed === undefined) return `${domain} is not in the list of domains`;
  return allowed.includes(other) ? undefined : `${domain} may not import ${other}`;
}

function domainOf(file: string): string | undefined {
  const [floor, domain] = file.split("/");
  return floor === "domains" ? domain : undefined;
}

/** The lines between domains that the list allows and no import needs. */
export function unusedLines(imports: readonly Import[], domains: Domains): string[] {
  const used = new Set(imports.map(({ from, to }) => `${domainOf(from)} -> ${domainOf(to)}`));
  return Object.entries(domains)
    .flatMap(([from, list]) => list.map((to) => `${from} -> ${to}`))
    .filter((line) => !used.has(line));
}

/** The domains that the list lets import each other in a circle, whether they do or not. */
export const domainCircles = (domains: Domains): string[][] =>
  circlesOf(new Map(Object.entries(domains).map(([from, list]) => [from, new Set(list)])));

type Arrows = Map<string, Set<string>>;

/** The folders that import each other in a circle. */
export function folderCircles(imports: readonly Import[]): string[][] {
  const arrows: Arrows = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [path.dirname(from), path.dirname(to)];
    if (a !== b) arrows.set(a, (arrows.get(a) ?? new Set()).add(b));
  }
  return circlesOf(arrows);
}

/** Each circle by itself, its members in order. */
function circlesOf(arrows: Arrows): string[][] {
  const reached = new Map([...arrows.keys()].map((one) => [one, reachedFrom(one, arrows)]));
  const circles = new Map<string, string[]>();
  for (const [one, far] of reached) {
    if (!far.has(one)) continue;
    const circle = [...far].filter((other) => reached.get(other)?.has(one)).toSorted();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(one: string, arrows: Arrows): Set<string> {
  const reached = new Set<string>();
  const waiting = [one];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const to of arrows.get(next) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}
