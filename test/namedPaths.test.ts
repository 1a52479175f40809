import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Documents whose paths somebody follows word by word, folders too. */
const FOLLOWED = ["docs/glossary.md", "CONTRIBUTING.md", "docs/testing.md"];
/** What is in the tree; a name with a place to fill in is none. */
const PATH = /`((?:src|test|lab|scripts|data|deploy|docs)\/[\w./-]+)`/g;

/** Files that are named anywhere else: from the root, or from a folder that the reader knows. */
const FILE = /(?:[\w-]+\/)+[\w-]+\.(?:tsx?|mjs|sql|json|md|css|ya?ml|conf)\b/g;
const COMMENT = /(?:^\s*(?:\/\*\*?|\*|--|#)|\s\/\/|^\/\/)\s(.*)$/gm;
const WITH_COMMENTS = /(?:\.(?:tsx?|mjs|sql|css|conf|ya?ml|service|timer)|Containerfile)$/;
/** Examples of names in what is about names. */
const EXAMPLES: ReadonlySet<string> = new Set([
  "a/b.ts",
  "src/a/b.ts",
  "server/a.ts",
  "src/server/a.ts",
  "test/b.ts",
  "lab/X.ts",
  "area/folder/x.ts",
  "ledger/post.sql",
  "post/sql/send.sql",
  "baseline/010_post.sql",
  "migrations/0001_letter.sql",
]);

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    path.posix.join(folder, ...file.split(path.sep)),
  );
const sources = ["src", "test", "lab", "scripts", "data", "deploy", "docs", "bin"].flatMap(filesOf);
const ends = new Set(sources.flatMap(endsOf));

/** 'src/a/b.ts' is also called 'a/b.ts'. */
function endsOf(file: string): string[] {
  const parts = file.split("/");
  return parts.slice(0, -1).map((_, place) => parts.slice(place).join("/"));
}

/** Files named in a text that are not in the tree. A folder of the running bank or of a machine is none of ours. */
function lost(text: string): string[] {
  return [...text.matchAll(FILE)]
    .filter(({ index }) => !/[./\w$<{*@:~-]$/.test(text.slice(0, index)))
    .map(([file]) => file)
    .filter((file) => !ends.has(file) && !EXAMPLES.has(file) && !/^[A-Z]+_/.test(file));
}

test.each(FOLLOWED)("every path that %s names is there", (document) => {
  const named = [...readFileSync(document, "utf8").matchAll(PATH)].map(([, place = ""]) => place);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((place) => !existsSync(place))).toEqual([]);
});

test("every file that a document names is there", () => {
  const documents = ["README.md", "CONTRIBUTING.md", ...sources.filter((f) => f.endsWith(".md"))];
  const missing = documents.flatMap((file) =>
    lost(readFileSync(file, "utf8")).map((named) => `${file}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test("every file that a comment names is there", () => {
  const missing = sources
    .filter((file) => WITH_COMMENTS.test(file))
    .flatMap((file) => {
      const comments = [...readFileSync(file, "utf8").matchAll(COMMENT)].map(([line]) => line);
      return lost(comments.join("\n")).map((named) => `${file}: ${named}`);
    });
  expect(missing).toEqual([]);
});

test("a file that is not there is found", () => {
  expect(lost("see server/nowhere/gone.ts and `docs/gone.md`")).toEqual([
    "server/nowhere/gone.ts",
    "docs/gone.md",
  ]);
  expect(
    lost("`DATA_DIR/x` /var/lib/bank/a.json .data/keys.json contract/transferKinds.ts"),
  ).toEqual([]);
});
