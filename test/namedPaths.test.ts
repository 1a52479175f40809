import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Documents whose paths somebody follows word by word. */
const FOLLOWED = ["docs/glossary.md", "CONTRIBUTING.md", "docs/testing.md"];
/** What is in the tree; a name with a place to fill in is none. */
const PATH = /`((?:src|test|lab|scripts|data|deploy|docs)\/[\w./-]+)`/g;

test.each(FOLLOWED)("every path that %s names is there", (document) => {
  const named = [...readFileSync(document, "utf8").matchAll(PATH)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
