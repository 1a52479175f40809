import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ensureSecrets, readSecrets } from "./secrets.ts";

const place = () => path.join(mkdtempSync(path.join(os.tmpdir(), "secrets-")), "secrets.json");

test("S138 the file of keys is made once, readable by its owner alone, each key its own", () => {
  const file = place();
  ensureSecrets(file, false);
  const made = readFileSync(file, "utf8");
  ensureSecrets(file, false);
  expect(readFileSync(file, "utf8")).toBe(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const keys = Object.values(readSecrets(file)).map((key) => key.toString("hex"));
  expect(new Set(keys).size).toBe(keys.length);
});

test("S138 a file of a former release gets the keys it lacks and keeps those it has", () => {
  const file = place();
  ensureSecrets(file, true);
  const { auditSealKey: _new, ...former } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(former));
  expect(() => readSecrets(file)).toThrow("auditSealKey must be 32 bytes");
  ensureSecrets(file, false);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ ...former, isDemo: true });
  expect(readSecrets(file).auditSealKey).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("S138 a file that others may read is refused", () => {
  const file = place();
  ensureSecrets(file, false);
  writeFileSync(`${file}.open`, readFileSync(file), { mode: 0o644 });
  expect(() => readSecrets(`${file}.open`)).toThrow("may be read by others");
});
