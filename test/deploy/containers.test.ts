import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { ensureSecrets } from "#server/secrets.ts";

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

/** The settings that a block's service is given, from the examples, with what is left open filled in. */
function settingsOf(block: string): Record<string, string> {
  const [, files = ""] = /^ *env_file: \[(.+)\]$/m.exec(block) ?? [];
  const settings: Record<string, string> = {};
  for (const file of files.split(", ")) {
    const example = readFileSync(path.join(FOLDER, `${file}.example`), "utf8");
    for (const [, name = "", value] of example.matchAll(/^([A-Z_]+)=(.*)$/gm)) {
      settings[name] = value || OPEN[name] || `the partner's ${name}`;
    }
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
  const config = readConfig({ NODE_ENV: "production", SECRETS_FILE, ...settings });
  expect(new URL(config.DATABASE_URL).username).toBe(role);
});

test("the proxy waits for APIs that say themselves whether they are ready, whatever the image's format keeps", () => {
  expect(blockOf("proxy")).toContain("api-1: { condition: service_healthy }");
  expect(blockOf("x-api")).toMatch(/healthcheck:\n +test:\n[^]*\/health\/ready/);
});

test("the image is built under the name by which it is started", () => {
  const [, name = ""] = /^ *image: (localhost\/.+):latest$/m.exec(compose) ?? [];
  expect(name).not.toBe("");
  for (const text of [containerfile, runbook]) expect(text).toContain(`-t ${name} .`);
});
