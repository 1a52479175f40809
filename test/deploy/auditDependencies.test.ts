import { expect, test } from "vitest";
import { allowed } from "#scripts/auditDependencies/allowed.ts";
import { judgeAudit, judgeLock } from "#scripts/auditDependencies/judgeAudit.ts";

const url = "https://github.com/advisories/GHSA-aaaa-bbbb-cccc";
const high = { title: "reads what it should not", url, severity: "high" };
const found = [
  { name: "below", severity: "high", via: [high] },
  { name: "above", severity: "high", via: ["below"] },
  { name: "mild", severity: "moderate", via: [{ ...high, severity: "moderate" }] },
];
const livedWith = { advisory: "GHSA-aaaa-bbbb-cccc", why: "we never call it", until: "2026-11-22" };

test("a high or critical advisory stands in the way, where it is and once", () => {
  expect(judgeAudit(found, [], "2026-11-22")).toEqual([
    `below: high: reads what it should not (${url})`,
  ]);
});

test("what is lived with is passed to its last day, and counts again from the next", () => {
  expect(judgeAudit(found, [livedWith], "2026-11-22")).toEqual([]);
  expect(judgeAudit(found, [livedWith], "2026-11-23")).toEqual([
    `below: high: reads what it should not (${url})`,
    "GHSA-aaaa-bbbb-cccc: was lived with until 2026-11-22; mend it or say why not",
  ]);
  expect(judgeAudit(found, [{ ...livedWith, advisory: "GHSA-aaaa" }], "2026-11-22")).toHaveLength(
    1,
  );
});

test("everything that is lived with has a reason and a last day", () => {
  for (const { advisory, why, until } of allowed) {
    expect(advisory).toMatch(/^GHSA(-[0-9a-z]{4}){3}$/);
    expect(why.length).toBeGreaterThan(20);
    expect(until).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test("a package from elsewhere, a link, or one without its hash is found in a lock file", () => {
  const integrity = `sha512-${"A".repeat(86)}==`;
  expect(
    judgeLock({
      "": {},
      "node_modules/good": { integrity },
      "node_modules/else": { integrity, resolved: "https://elsewhere.example.test/a.tgz" },
      "node_modules/link": { link: true },
      "node_modules/old": { integrity: "sha1-abc" },
    }),
  ).toEqual([
    "node_modules/else: comes from an address of its own, https://elsewhere.example.test/a.tgz",
    "node_modules/link: is a link",
    "node_modules/old: has no SHA-512",
  ]);
});
