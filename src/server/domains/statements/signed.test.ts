import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPaper } from "#contract/statements.ts";
import { makeCertificate } from "#server/platform/signing/makeCertificate.ts";
import { measureCertificate } from "#server/platform/signing/measureCertificate.ts";
import { assertSigningKey, readSigningKey } from "#server/platform/signing/statementKey.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { pdfMistakes } from "#test/support/checkPdf.ts";
import { readSignature } from "#server/platform/signing/readSignature.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { paperCodeHash } from "./checkPaper.ts";
import { makeStatements } from "./makeStatements.ts";

let world: World;
let member: TestMember;
let browser: Browser;

beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  world.setTime(new Date("2026-08-14T02:00:00Z"));
  member = await world.makeMember({ savings: 1_000_00n, card: null });
  world.setTime(new Date("2026-11-21T02:00:00Z"));
  await makeStatements(world.app);
  browser = await world.signIn(member);
});
afterAll(() => world.close());

function answerFor(month: string, language = "en") {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return world.server.inject({
    method: "GET",
    url: `/api/members/${member.guid}/accounts/${member.accountNumbers.savings}/statements/${month}`,
    headers: {
      host: "localhost",
      cookie,
      authorization: `Bearer ${browser.token}`,
      "accept-language": language,
    },
  });
}

async function fileOf(month: string, language = "en"): Promise<Buffer> {
  const answer = await answerFor(month, language);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** The code that stands on a paper. */
function codeOn(text: string): string {
  const [code = ""] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text) ?? [];
  expect(code).not.toBe("");
  return code;
}

async function check(code: string) {
  const answer = await world.call(checkPaper, { body: { paperCode: code } }, newBrowser());
  if (!answer.status) throw new Error(answer.message);
  return answer.result.paper;
}

const VALID = {
  coversAll: true,
  isOfTheseBytes: true,
  isOfItsKey: true,
  namesItsCertificate: true,
};

const keyFile = () => path.join(world.app.config.DATA_DIR, "statement-key.pem");

test("S272 a statement is signed over all of its bytes by a key that is not in the database, and one changed byte shows", async () => {
  const bytes = await fileOf("2026-09");
  expect(readSignature(bytes)).toMatchObject(VALID);
  expect(pdfMistakes(bytes)).toEqual([]);
  expect(pdfText(bytes)).toContain("Signed electronically");
  const file = bytes.toString("latin1");
  expect(file).toContain("/SubFilter /ETSI.CAdES.detached");
  expect(file).toContain("/MarkInfo");
  expect(statSync(keyFile()).mode & 0o077).toBe(0);
  expect(readFileSync(keyFile(), "utf8")).toContain(
    String(readSignature(bytes)?.certificate).trim(),
  );
  // Anywhere outside of the signature: in what is drawn, in the table of objects, in the last byte.
  const start = bytes.indexOf("/Contents <");
  for (const at of [8, start - 20, bytes.length - 900, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(readSignature(changed)).toMatchObject({ isOfTheseBytes: false });
  }
});

test("S272 the document is made once in each language, also for two who ask at once, and is final", async () => {
  const [one, other] = await Promise.all([fileOf("2026-10"), fileOf("2026-10")]);
  expect(one.equals(other)).toBe(true);
  world.setTime(new Date("2026-11-21T03:00:00Z"));
  browser = await world.signIn(member);
  expect((await fileOf("2026-10")).equals(one)).toBe(true);
  const { db } = world.app;
  await expect(db.deleteFrom("account_statement_file").execute()).rejects.toThrow(
    /permission denied/,
  );
});

test("S275 the code on a paper tells whoever holds it the month, the closing balance and four digits of the account", async () => {
  const closing = 1_000_00n;
  for (const [month, language] of [
    ["2026-09", "en"],
    ["2026-10", "fil"],
  ] as const) {
    const text = pdfText(await fileOf(month, language));
    const code = codeOn(text);
    expect(text).toContain(`http://localhost/verify`);
    // As it is printed, and as people type it.
    for (const typed of [code, ` ${code.toLowerCase().replaceAll("-", " ")} `]) {
      expect(await check(typed)).toEqual({
        month,
        lastFour: member.accountNumbers.savings?.slice(-4),
        closing,
        madeAt: expect.stringMatching(/^2026-/),
      });
    }
    // Nothing of whose it is.
    const raw = JSON.stringify(await world.callRaw(checkPaper, { body: { paperCode: code } }));
    for (const secret of [member.guid, member.accountNumbers.savings ?? "", member.membershipNo]) {
      expect(raw).not.toContain(secret);
    }
  }
});

test("S275 each document has a code of its own, of which the database keeps the hash alone", async () => {
  const codes = [];
  for (const month of ["2026-09", "2026-10"]) {
    for (const language of ["en", "fil"])
      codes.push(codeOn(pdfText(await fileOf(month, language))));
  }
  expect(new Set(codes).size).toBe(4);
  const kept = await world.app.db
    .selectFrom("account_statement_file")
    .select("code_hash")
    .execute();
  const hashes = kept.map(({ code_hash: hash }) => hash.toString("hex"));
  for (const code of codes) {
    expect(hashes).toContain(paperCodeHash(code.replaceAll("-", "")).toString("hex"));
  }
});

test("S275 a code that no paper has is answered as all others are, and guessing ends after 120 calls", async () => {
  const code = codeOn(pdfText(await fileOf("2026-09")));
  const near = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
  for (const guess of [near, "0000-0000-0000-0000"]) expect(await check(guess)).toBeNull();
  await world.app.db.deleteFrom("throttle").execute();
  const guess = () => world.call(checkPaper, { body: { paperCode: near } }, newBrowser());
  const answers = [];
  for (let call = 0; call < 121; call += 1) answers.push(await guess());
  expect(answers.filter(({ status }) => status)).toHaveLength(120);
  expect(answers.at(-1)).toMatchObject({ code: "too_many_requests", httpStatus: 429 });
  world.passSeconds(901);
  expect(await check(code)).toMatchObject({ month: "2026-09" });
  browser = await world.signIn(member);
});

test("S273 after another key took its place, new statements are the new key's, and what the former signed stays valid", async () => {
  const before = await fileOf("2026-09");
  writeFileSync(keyFile(), makeCertificate("Another", world.app.now()), { mode: 0o600 });
  const after = await fileOf("2026-08");
  expect(readSignature(after)).toMatchObject(VALID);
  expect(readSignature(after)?.certificate.subject).toBe("CN=Another");
  expect((await fileOf("2026-09")).equals(before)).toBe(true);
  expect(readSignature(before)).toMatchObject(VALID);
});

test("S273 without a key to sign with, a statement that is kept is there, and no other is made", async () => {
  const signed = readFileSync(keyFile(), "utf8");
  await fileOf("2026-09");
  const expired = new Date("2016-01-01T00:00:00Z");
  for (const broken of ["", makeCertificate("Expired", expired)]) {
    writeFileSync(keyFile(), broken);
    expect((await answerFor("2026-09")).statusCode).toBe(200);
    expect((await answerFor("2026-08", "fil")).statusCode).toBe(503);
  }
  writeFileSync(keyFile(), signed);
  expect((await answerFor("2026-08", "fil")).statusCode).toBe(200);
});

test("S273 when the certificate ends is measured, and that a key signs nothing", async () => {
  const file = keyFile();
  const signed = readFileSync(file, "utf8");
  const told = async () => {
    measureCertificate(world.app);
    const text = await world.app.metrics.registry.metrics();
    return /^statement_certificate_end_timestamp_seconds\{.*\} (.*)$/m.exec(text)?.[1];
  };
  const end = readSigningKey(world.app.config, "Bank", world.app.now()).certificate.validToDate;
  expect(await told()).toBe(String(end.getTime() / 1000));
  writeFileSync(file, makeCertificate("Expired", new Date("2016-01-01T00:00:00Z")));
  expect(await told()).toBe("0");
  // A trial that has signed nothing yet is no alarm.
  rmSync(file);
  expect(await told()).toBeUndefined();
  writeFileSync(file, signed, { mode: 0o600 });
  expect(await told()).toBe(String(end.getTime() / 1000));
});

test("S273 production signs with the key it was given, and makes none", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "statement-key-"));
  const at = world.app.now();
  const bare = { NODE_ENV: "production", DATA_DIR: folder } as const;
  // Also where one lies that was made before.
  writeFileSync(path.join(folder, "statement-key.pem"), makeCertificate("Made here", at), {
    mode: 0o600,
  });
  expect(() => assertSigningKey(bare, "Bank", at)).toThrow("STATEMENT_KEY_FILE is missing");
  expect(() => readSigningKey(bare, "Bank", at)).toThrow("STATEMENT_KEY_FILE is missing");
  const file = path.join(folder, "given.pem");
  const given = { ...bare, STATEMENT_KEY_FILE: file };
  expect(() => assertSigningKey(given, "Bank", at)).toThrow(/ENOENT/);
  writeFileSync(file, makeCertificate("Given", at), { mode: 0o600 });
  assertSigningKey(given, "Bank", at);
  expect(readSigningKey(given, "Bank", at).certificate.subject).toBe("CN=Given");
});

test("S273 a key that others may read, and one with another's certificate, sign nothing", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "statement-key-"));
  const file = path.join(folder, "key.pem");
  const at = world.app.now();
  const keyOf = (place: string) => () =>
    readSigningKey({ NODE_ENV: "test", STATEMENT_KEY_FILE: place, DATA_DIR: folder }, "Bank", at);
  const read = keyOf(file);
  expect(read).toThrow(/ENOENT/);
  const made = makeCertificate("One", at);
  writeFileSync(file, made, { mode: 0o644 });
  expect(read).toThrow("may be read by others");
  const certificate = "-----BEGIN CERTIFICATE-----";
  const [key = ""] = made.split(certificate);
  const [, others = ""] = makeCertificate("Two", at).split(certificate);
  const mixed = path.join(folder, "mixed.pem");
  writeFileSync(mixed, `${key}${certificate}${others}`, { mode: 0o600 });
  expect(keyOf(mixed)).toThrow("not of the key");
  const former = path.join(folder, "former.pem");
  writeFileSync(former, makeCertificate("Former", new Date("2016-01-01T00:00:00Z")), {
    mode: 0o600,
  });
  expect(keyOf(former)).toThrow("the certificate is for");
});
