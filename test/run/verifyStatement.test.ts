import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";
import { openSheet } from "#server/platform/pdf/sheet.ts";
import { keepSignaturePlace } from "#server/platform/pdf/signaturePlace.ts";
import { makeCertificate } from "#server/platform/signing/makeCertificate.ts";
import { signPdf } from "#server/platform/signing/signPdf.ts";
import { readSigningKey } from "#server/platform/signing/statementKey.ts";

const AT = new Date("2026-11-02T02:00:00Z");
const folder = mkdtempSync(path.join(os.tmpdir(), "verify-statement-"));
const inFolder = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

let drawn: Uint8Array;
const signed: Record<string, Buffer> = {};

beforeAll(async () => {
  const { sheet, bytes } = openSheet({ size: "A4", language: "en", title: "Paper", at: AT });
  keepSignaturePlace(sheet, { name: "Bank", at: AT });
  sheet.end();
  drawn = await bytes;
  // The bank published the certificates of two keys; the third is a stranger's, under the same name.
  for (const name of ["former", "present", "strangers"]) {
    const STATEMENT_KEY_FILE = inFolder(`${name}.pem`);
    writeFileSync(STATEMENT_KEY_FILE, makeCertificate("Bank", AT), { mode: 0o600 });
    const place = { NODE_ENV: "test", DATA_DIR: folder, STATEMENT_KEY_FILE } as const;
    const key = readSigningKey(place, "Bank", AT);
    signed[name] = await signPdf(drawn, key);
    writeFileSync(inFolder(`${name}.certificate.pem`), key.certificate.toString());
  }
});

function verify(bytes: Uint8Array, certificates: readonly string[] = ["former", "present"]) {
  writeFileSync(inFolder("paper.pdf"), bytes);
  return run([inFolder("paper.pdf"), "--certificates", publish(certificates)]);
}

function publish(names: readonly string[]): string {
  const texts = names.map((name) => readFileSync(inFolder(`${name}.certificate.pem`), "utf8"));
  writeFileSync(inFolder("published.pem"), texts.join(""));
  return inFolder("published.pem");
}

function run(words: readonly string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/verifyStatement.ts", ...words],
    {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

const of = (name: string): Buffer => signed[name] ?? Buffer.alloc(0);

test("S274 what any of the published certificates signed is ours, and which one is told", () => {
  for (const name of ["former", "present"]) {
    const { status, stdout } = verify(of(name));
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^OURS, and unchanged/)]);
    expect(stdout).toContain("Signed by: CN=Bank");
    expect(verify(of(name), [name]).status).toBe(0);
  }
});

test("S274 a stranger's signature, also under the bank's name, is not ours, nor is a paper without one", () => {
  for (const [bytes, words] of [
    [of("strangers"), /^NOT OURS: unchanged .* none of ours/],
    [drawn, /^NOT OURS: there is no signature/],
    [
      Buffer.from(
        of("present").toString("latin1").replace("/Contents <30", "/Contents <02"),
        "latin1",
      ),
      /^NOT OURS: .*cannot be read/,
    ],
    [Buffer.from("%PDF-1.7\n%%EOF\n"), /^NOT OURS: there is no signature/],
  ] as const) {
    const { status, stdout } = verify(bytes);
    expect([status, stdout]).toEqual([1, expect.stringMatching(words)]);
  }
});

test("S274 a byte that was changed, added or taken away, anywhere, and a second signature are found", () => {
  const whole = of("present");
  const changed = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const contents = whole.indexOf("/Contents <");
  const papers = [
    changed(5),
    changed(contents - 20),
    changed(whole.length - 2),
    Buffer.concat([whole, Buffer.from("\n")]),
    whole.subarray(0, whole.length - 1),
    Buffer.concat([whole, Buffer.from("\n/ByteRange [0 1 2 3]\n%%EOF\n")]),
  ];
  for (const paper of papers) {
    const { status, stdout } = verify(paper);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^CHANGED/)]);
    expect(stdout).toContain("one of ours");
  }
});

test("without certificates it takes that of the key that signs, and without any it checks nothing", () => {
  writeFileSync(inFolder("paper.pdf"), of("present"));
  const paper = inFolder("paper.pdf");
  const certificate = inFolder("present.pem");
  expect(run([paper], { STATEMENT_KEY_FILE: certificate })).toMatchObject({ status: 0 });
  expect(run([paper], { DATA_DIR: folder })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("There is no certificate in"),
  });
  expect(run([inFolder("no.pdf")])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("There is no"),
  });
  expect(run([])).toMatchObject({ status: 2, stderr: expect.stringContaining("Name one file") });
});
