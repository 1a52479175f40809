import { createHash, sign } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPILE_CACHE } from "#scripts/start/childPlans.ts";
import { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { makeCertificate } from "#server/platform/signing/makeCertificate.ts";
import { leafHash, pathFrom, rootAbove } from "#server/platform/signing/merkle.ts";
import { signPdf } from "#server/platform/signing/signPdf.ts";
import { readSigningKey, type SigningKey } from "#server/platform/signing/statementKey.ts";

const AT = new Date("2026-11-02T02:00:00Z");
const ACCOUNT = "0001202600021019";
const NO_HASH = "0".repeat(64);
const folder = mkdtempSync(path.join(os.tmpdir(), "verify-seal-"));
const inFolder = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

let key: SigningKey;
let strangers: SigningKey;
let paper: Buffer;

/** Enough to need a second page; what the sender is called looks like an amount. */
const LINES = Array.from({ length: 40 }, (_, no) => ({
  bookedAt: new Date(Date.UTC(2026, 9, 1 + Math.floor(no / 2), 20)),
  refNo: `OT261001-${String(no).padStart(10, "0")}`,
  amount: no % 3 === 0 ? -12_50n : 20_00n,
}));
const OPENING = 1_000_00n;
const after = (count: number) =>
  LINES.slice(0, count).reduce((sum, { amount }) => sum + amount, OPENING);
const sumOf = (sign: 1n | -1n) =>
  LINES.reduce((sum, { amount }) => (amount * sign > 0n ? sum + amount * sign : sum), 0n);

const TEXT = [
  "statement 1",
  `account ${ACCOUNT}`,
  "month 2026-10",
  `opening ${OPENING}`,
  `in ${sumOf(1n)}`,
  `out ${sumOf(-1n)}`,
  `closing ${after(LINES.length)}`,
  `lines ${LINES.length}`,
  ...LINES.map(
    ({ bookedAt, amount, refNo }, at) =>
      `line ${at + 1} ${70 + at} ${900 + at} ${bookedAt.toISOString()} 2026-10-01 ${amount} ${after(at + 1)} OWN_TOPUP accept ${refNo}`,
  ),
  "",
].join("\n");
const SALT = Buffer.alloc(32, 7);

function draw(lines = LINES, closing = after(LINES.length)) {
  return drawStatement({
    of: "Savings Deposit",
    from: "2026-10-01",
    to: "2026-10-31",
    accountNo: ACCOUNT,
    holder: "Somebody",
    opening: OPENING,
    closing,
    language: "en",
    at: AT,
    rows: lines.map((line, at) => ({
      madeOn: null,
      description: "Transfer",
      subDescription: "₱100.00",
      fee: 0n,
      isPending: false,
      balance: after(at + 1),
      ...line,
    })),
    signed: {
      at: AT,
      code: "7K2M-9QRT-4XWV-0ABC",
      checkedAt: "https://bank.example/verify",
    },
  });
}

function proofOf(text = TEXT, position = 4) {
  const leaves = Array.from({ length: 7 }, (_, no) => leafHash(Buffer.alloc(32, no), "another"));
  leaves[position] = leafHash(SALT, text);
  const beside = pathFrom(leaves, position);
  const root = rootAbove(leafHash(SALT, text), { position, size: 7, path: beside });
  return {
    root: root?.toString("hex") ?? "",
    proof: {
      form: "statement proof 1",
      month: "2026-10",
      statement: text,
      salt: SALT.toString("hex"),
      position,
      leaves: 7,
      path: beside.map((hash) => hash.toString("hex")),
    },
  };
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const recordOf = (month: string, root: string, former: string) =>
  `statements 1\nmonth ${month}\nleaves 7\nroot ${root}\nformer ${former}\nmade 2026-11-01T00:00:00.000Z\n`;

/** September, October, November: each with the hash of the one before. */
function monthsOf({ root = proofOf().root, by = key } = {}) {
  const records = [recordOf("2026-09", NO_HASH, NO_HASH)];
  records.push(recordOf("2026-10", root, sha256(records[0] ?? "")));
  records.push(recordOf("2026-11", NO_HASH, sha256(records[1] ?? "")));
  return {
    months: records.map((record, at) => ({
      month: `2026-${["09", "10", "11"][at]}`,
      record,
      certificate: sha256(by.certificate.raw),
      signature: sign("sha256", Buffer.from(record), by.key).toString("base64"),
    })),
    certificates: [by.certificate.toString()],
  };
}

beforeAll(async () => {
  [key, strangers] = ["ours", "strangers"].map((name) => {
    const STATEMENT_KEY_FILE = inFolder(`${name}.pem`);
    writeFileSync(STATEMENT_KEY_FILE, makeCertificate("Bank", AT), { mode: 0o600 });
    const place = { NODE_ENV: "test", DATA_DIR: folder, STATEMENT_KEY_FILE } as const;
    return readSigningKey(place, "Bank", AT);
  }) as [SigningKey, SigningKey];
  writeFileSync(inFolder("published.pem"), key.certificate.toString());
  paper = await signPdf(await draw(), key);
});

type Given = { pdf?: Uint8Array; proof?: unknown; months?: unknown };

function verify({ pdf = paper, proof = proofOf().proof, months = monthsOf() }: Given = {}) {
  writeFileSync(inFolder("paper.pdf"), pdf);
  writeFileSync(inFolder("proof.json"), JSON.stringify(proof));
  writeFileSync(inFolder("months.json"), JSON.stringify(months));
  return run(["--proof", inFolder("proof.json"), "--months", inFolder("months.json")]);
}

function run(words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "scripts/verifyStatement.ts",
      inFolder("paper.pdf"),
      "--certificates",
      inFolder("published.pem"),
      ...words,
    ],
    { env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: COMPILE_CACHE }, encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

const VERDICTS = [
  /^OURS, and unchanged/m,
  /^THE SEALED LINES: .* all 40 lines/m,
  /^SEALED: it is one of the 7 statements that the record of 2026-10 is over/m,
  /^RECORD OURS: the record of 2026-10 is signed/m,
  /^CHAIN WHOLE: each of the 3 records up to 2026-11/m,
] as const;
const [, LINES_RIGHT, SEALED, RECORD, CHAIN] = VERDICTS;

test("S285 of a paper that was sealed each thing is told in words, with the months as the bank answers them or alone", () => {
  for (const months of [monthsOf(), { status: true, message: "", result: monthsOf() }]) {
    const { status, stdout } = verify({ months });
    for (const verdict of VERDICTS) expect(stdout).toMatch(verdict);
    expect(stdout).toContain(
      `Hash of the newest record: ${sha256(monthsOf().months[2]?.record ?? "")}`,
    );
    expect(status).toBe(0);
  }
});

test("S285 a paper that the bank signed and did not seal is found: an amount, a day, a line, a reference, an account", async () => {
  const other = (at: number, change: object) =>
    LINES.map((line, no) => (no === at ? { ...line, ...change } : line));
  const papers = [
    [await draw(other(3, { amount: -12_51n })), /it says \S+175\.01 where \S+175\.00 was sealed/],
    [await draw(other(39, { bookedAt: new Date("2026-10-31T01:00:00Z") })), /it says Oct 31, 2026/],
    [await draw(LINES.slice(0, 39), after(39)), /NOT THE SEALED LINES: it says/],
    [await draw(LINES, after(39)), /NOT THE SEALED LINES: it says/],
    [await draw(other(20, { refNo: "OT261001-9" })), /it lacks the reference OT261001-0000000020/],
  ] as const;
  for (const [drawn, words] of papers) {
    const { status, stdout } = verify({ pdf: await signPdf(drawn, key) });
    expect(stdout).toMatch(words);
    expect(stdout).not.toMatch(LINES_RIGHT);
    expect(stdout).toMatch(SEALED);
    expect(status).toBe(1);
  }
  const others = verify({ proof: proofOf(TEXT.replace(ACCOUNT, "0001202600021020")).proof });
  expect(others).toMatchObject({ status: 1, stdout: expect.stringContaining("another account") });
});

test("S285 one changed byte of the paper or of the proof, and a proof of another month, are found", () => {
  const changed = Buffer.from(paper);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  expect(verify({ pdf: changed })).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^CHANGED/),
  });
  const { proof } = proofOf();
  const flip = (hash: string) => `${hash.startsWith("0") ? "1" : "0"}${hash.slice(1)}`;
  const [first = "", ...rest] = proof.path;
  for (const wrong of [
    { ...proof, salt: flip(proof.salt) },
    { ...proof, path: [flip(first), ...rest] },
    { ...proof, path: rest },
    { ...proof, path: [...proof.path, first] },
    { ...proof, position: 3 },
    { ...proof, leaves: 8 },
    { ...proof, position: 7 },
    { ...proof, statement: proof.statement.replace(" 900 ", " 901 ") },
  ]) {
    const { status, stdout } = verify({ proof: wrong });
    expect([status, stdout]).toEqual([1, expect.stringContaining("NOT SEALED: it is none of")]);
  }
  const elsewhere = verify({ proof: { ...proof, month: "2026-12" } });
  expect(elsewhere.status).toBe(1);
  expect(elsewhere.stdout).toContain("there is no record of 2026-12");
  expect(elsewhere.stdout).toContain("NOT THE SEALED LINES");
  // Sums that do not lead from the opening to the closing balance are no statement, whoever sealed them.
  const summed = proofOf(TEXT.replace(/^in \d+$/m, "in 1"));
  const odd = verify({ proof: summed.proof, months: monthsOf({ root: summed.root }) });
  expect(odd).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("no statement of its month"),
  });
});

test("S285 a record that was changed, is a stranger's, made anew, left out or out of its place is found", () => {
  const whole = monthsOf();
  const [september, october, november] = whole.months;
  if (september === undefined || october === undefined || november === undefined) throw new Error();
  const later = { ...october, record: october.record.replace("T00:00:00.000Z", "T00:00:01.000Z") };
  const cases: [object[], RegExp, RegExp?][] = [
    [[september, later, november], /^RECORD CHANGED/m, /^CHAIN BROKEN: the record of 2026-11/m],
    [[september, { ...october, signature: november.signature }, november], /^RECORD CHANGED/m],
    [monthsOf({ by: strangers }).months, /^RECORD NOT OURS/m],
    [[october, november], /^CHAIN BROKEN: the record of 2026-10/m],
    [[september, november], /^NOT SEALED: there is no record/m, /^CHAIN BROKEN/m],
    [[september, october, { ...november, month: "2026-12" }], /^CHAIN BROKEN: .* 2026-12/m],
    [monthsOf({ root: proofOf(TEXT, 3).root }).months, /^NOT SEALED: it is none of/m],
  ];
  for (const [months, ...found] of cases) {
    const { status, stdout } = verify({ months: { ...whole, months } });
    for (const words of found) expect(stdout).toMatch(words ?? /./);
    expect(status).toBe(1);
  }
  // What is right beside it is told as well.
  const { stdout } = verify({ months: monthsOf({ by: strangers }) });
  for (const words of [LINES_RIGHT, SEALED, CHAIN]) expect(stdout).toMatch(words);
  expect(stdout).not.toMatch(RECORD);
});

test("a file that is no proof, or has no months, and one without the other check nothing", () => {
  for (const [given, words] of [
    [{ proof: { form: "another" } }, "There is no proof in"],
    [{ months: [] }, "There are no months in"],
  ] as const) {
    expect(verify(given)).toMatchObject({ status: 2, stderr: expect.stringContaining(words) });
  }
  for (const words of [
    ["--proof", inFolder("proof.json")],
    ["--months", inFolder("months.json")],
  ]) {
    expect(run(words)).toMatchObject({ status: 2, stderr: expect.stringContaining("name both") });
  }
});
