import { once } from "node:events";
import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ensureSecrets, readSecrets, replaceAlone } from "./secrets.ts";

const place = () => path.join(mkdtempSync(path.join(os.tmpdir(), "secrets-")), "secrets.json");

test("S138 the file of keys is made once, readable by its owner alone, each key its own", () => {
  const file = place();
  ensureSecrets(file, false);
  const text = readFileSync(file, "utf8");
  ensureSecrets(file, false);
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { rotation, ...made } = readSecrets(file);
  expect(rotation).toEqual({});
  const keys = Object.values(made).map((key) => key.toString("hex"));
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

test("S138 starts at once make one set of keys, also where a file of a former release lacks some", async () => {
  const make = (file: string) =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        const starting = new Worker(
          `import(process.getBuiltinModule("node:worker_threads").workerData.program).then(
            ({ ensureSecrets, readSecrets }) => {
              const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
              ensureSecrets(workerData.file, false);
              parentPort.postMessage(readSecrets(workerData.file).auditSealKey);
            },
          )`,
          {
            eval: true,
            workerData: { file, program: new URL("./secrets.ts", import.meta.url).href },
          },
        );
        const [key] = await once(starting, "message");
        return Buffer.from(key).toString("hex");
      }),
    );
  for (let round = 0; round < 5; round++) {
    const file = place();
    expect(new Set(await make(file)).size).toBe(1);
    const { auditSealKey: _new, ...former } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify(former));
    expect(new Set(await make(file)).size).toBe(1);
    expect(readdirSync(path.dirname(file))).toEqual(["secrets.json"]);
  }
});

test.skipIf(process.getuid?.() !== 0)("S087 what root changes stays the bank's to read", () => {
  const file = place();
  ensureSecrets(file, false);
  chownSync(file, 1234, 1235);
  expect(replaceAlone(file, () => readFileSync(file, "utf8"))).toBe(true);
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 1235 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("S138 what a start that was killed left behind is named, not waited for without end", () => {
  const file = place();
  writeFileSync(`${file}.next`, "{", { mode: 0o600 });
  expect(() => ensureSecrets(file, false, 50)).toThrow(`${file}.next`);
});
