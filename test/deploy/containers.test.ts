import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/platform/config/config.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";

const FOLDER = "deploy/container";
const compose = readFileSync(`${FOLDER}/compose.yaml`, "utf8");
const containerfile = readFileSync(`${FOLDER}/Containerfile`, "utf8");
const runbook = readFileSync("docs/runbooks/deploy.md", "utf8");

/** A block of compose.yaml: what is indented under its name. */
function blockOf(name: string): string {
  const [, indent = "", rest = ""] =
    new RegExp(`^( *)${name}:.*\\n((?:\\1 +.*\\n|\\n)+)`, "m").exec(compose) ?? [];
  expect(rest, `${indent}${name}`).not.toBe("");
  return rest;
}

/** The settings that a block's service is given: of the examples, with what is left open filled in, and its own. */
function settingsOf(block: string): Record<string, string> {
  const [, files = ""] = /^ *env_file: \[(.+)\]$/m.exec(block) ?? [];
  const settings: Record<string, string> = {};
  for (const file of files.split(", ")) {
    const example = readFileSync(path.join(FOLDER, `${file}.example`), "utf8");
    for (const [, name = "", value] of example.matchAll(/^([A-Z_]+)=(.*)$/gm)) {
      settings[name] = value || OPEN[name] || `the partner's ${name}`;
    }
  }
  const [, own = ""] = /^ *environment: \{ (.+) \}$/m.exec(block) ?? [];
  for (const pair of own === "" ? [] : own.split(", ")) {
    const [name = "", value = ""] = pair.split(": ");
    settings[name] = value;
  }
  return settings;
}

const OPEN: Record<string, string> = {
  ISSUER_CARD_KEY: Buffer.alloc(32, 1).toString("base64url"),
  RAIL_PARTICIPANT: "ABCDPHM1XXX",
};

test.each([
  ["x-bank", "bank_app"],
  ["migrate", "postgres"],
])("what %s is given is a configuration that production starts with, as %s", (block, role) => {
  const folder = mkdtempSync(path.join(tmpdir(), "containers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const SECRETS_FILE = path.join(folder, "secrets.json");
  ensureSecrets(SECRETS_FILE, false);
  const settings = settingsOf(blockOf(block));
  const config = readConfig({ NODE_ENV: "production", ...settings, SECRETS_FILE });
  expect(new URL(config.DATABASE_URL).username).toBe(role);
});

test("the owner's password is in a volume of migrate's alone, the keys in one that all have", () => {
  const bank = blockOf("x-bank");
  const migrate = blockOf("migrate");
  // The image's own, for the processes; those of the owner lie elsewhere.
  const [, dataDir = ""] =
    /^ENV .*\bDATA_DIR=(\S+)/m.exec(containerfile.replaceAll("\\\n", " ")) ?? [];
  const { DATA_DIR: owners = "", SECRETS_FILE: keys = "" } = settingsOf(migrate);
  expect(dataDir).toBe("/data");
  expect(owners).toBe("/owner");
  expect(keys).toBe(`${dataDir}/secrets.json`);
  const volumesOf = (block: string) => /^ *volumes: \[(.+)\]$/m.exec(block)?.[1];
  expect(volumesOf(bank)).toBe(`"bank-data:${dataDir}"`);
  expect(volumesOf(migrate)).toBe(`"bank-data:${dataDir}", "bank-owner:${owners}"`);
});

test("S273 the key that signs statements is given to the APIs alone", () => {
  const has = (text: string) => /statement/i.test(text);
  expect(["x-bank", "x-worker", "migrate", "database", "proxy"].map(blockOf).filter(has)).toEqual(
    [],
  );
  expect(blockOf("x-api")).toContain("STATEMENT_KEY_FILE: /run/secrets/statement-key }");
  expect(blockOf("x-api")).toContain("secrets: [statement-key]");
  const unit = (name: string) => readFileSync(`deploy/systemd/${name}.service`, "utf8");
  const [, folder = ""] = /STATEMENT_KEY_FILE=(\S+)\/key\.pem/.exec(unit("bank-api@")) ?? [];
  expect(folder).not.toBe("");
  for (const name of ["bank-worker@", "bank-verify"]) {
    expect(unit(name)).toMatch(new RegExp(`^InaccessiblePaths=.* -${folder}$`, "m"));
  }
});

test("the proxy waits for APIs that say themselves whether they are ready, whatever the image's format keeps", () => {
  for (const api of ["api-1", "api-2"]) {
    expect(compose).toContain(`\n  ${api}: *api\n`);
    expect(blockOf("proxy")).toContain(`${api}: { condition: service_healthy }`);
  }
  expect(blockOf("x-api")).toMatch(/healthcheck:\n +test:\n[^]*\/health\/ready/);
  expect(blockOf("x-worker")).toMatch(/healthcheck:\n +test:\n[^]*9464\/metrics/);
  expect(containerfile).toMatch(/WORKER_METRICS_PORT=9464/);
});

test("the image is built under the name by which it is started", () => {
  const [, name = ""] = /^ *image: (localhost\/.+):latest$/m.exec(compose) ?? [];
  expect(name).not.toBe("");
  for (const text of [containerfile, runbook]) expect(text).toContain(`-t ${name} .`);
});

/** What the image's processes and its commands of operators begin with. */
const STARTED = [
  "src/server/entry/main.ts",
  "src/server/entry/workerMain.ts",
  ...["auditSeal", "auditVerify", "firstStaff", "firstTimeCode", "keys", "ledgerCheck"].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...["build", "migrate", "restoreVerify", "verifyStatement"].map((name) => `scripts/${name}.ts`),
];

/** Files of the project that these import, each with all that it imports. */
function reachedFrom(entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from|import|import\()\s*"([.#][^"]+)"/g,
    ))
      open.push(fileOf(name, file));
  }
  return reached;
}

function fileOf(name: string, importer: string): string {
  if (name.startsWith(".")) return path.posix.join(path.posix.dirname(importer), name);
  if (name === "#brand") return "brand.config.ts";
  return /^#(scripts|lab|test)\//.test(name) ? name.slice(1) : `src/${name.slice(1)}`;
}

test("nothing that an image runs or builds needs what is left out of it", () => {
  const leftOut = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(leftOut).toEqual(expect.arrayContaining(["lab", "test", "src/demo"]));
  const reached = [...reachedFrom(STARTED)];
  expect(reached.length).toBeGreaterThan(300);
  const missing = reached.filter((file) => leftOut.some((folder) => file.startsWith(`${folder}/`)));
  expect(missing).toEqual([]);
});
