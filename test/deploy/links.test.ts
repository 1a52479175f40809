import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "deploy", "lab"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => path.join(folder, file)),
  ),
];

/** Pages that alerts turn to, named from the root. */
const alertPages = ["bank", "machines"].flatMap((name) => {
  const file = `deploy/prometheus/${name}.rules.yml`;
  const pages = readFileSync(file, "utf8").matchAll(/runbook: (\S+)/g);
  return [...pages].map(([, target = ""]) => linkTo(file, ".", target));
});

type Link = { from: string; to: string; anchor: string | undefined };

/** Relative links and pictures of a page, but for those in its examples of code. */
function linksOf(from: string): Link[] {
  const prose = readFileSync(from, "utf8").replaceAll(/^```.*?^```/gms, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => linkTo(from, path.dirname(from), target));
}

function linkTo(from: string, folder: string, target: string): Link {
  const [file = "", anchor] = target.split("#");
  return { from, to: file === "" ? from : path.join(folder, file), anchor };
}

/** The addresses within a page, as they are made of its headings. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every relative link of a page leads to a file, and to a heading of it", () => {
  const links = [...documents.flatMap(linksOf), ...alertPages];
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ to }) => !existsSync(to))).toEqual([]);
  const toHeadings = links.filter(
    ({ to, anchor }) => anchor !== undefined && !statSync(to).isDirectory(),
  );
  expect(
    toHeadings.filter(
      ({ to, anchor }) => to.endsWith(".md") && !anchorsOf(to).includes(anchor ?? ""),
    ),
  ).toEqual([]);
});
