import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enteredHolidays } from "#test/support/enteredHolidays.ts";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";

let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    path.posix.join(folder, ...file.split(path.sep)),
  );

const sources = ["src", "scripts", "test"]
  .flatMap(filesIn)
  .filter((file) => file.endsWith(".ts") && file !== "test/data.test.ts")
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const isTest = (file: string) => file.startsWith("test/") || file.endsWith(".test.ts");

/** Who may read a folder of data: the bank with the outside world, the demo with those who start it, tests. */
const READERS: Record<string, (file: string) => boolean> = {
  live: (file) => /^src\/(server|sandbox)\//.test(file) && !isTest(file),
  seed: (file) => /^(src\/demo|scripts)\//.test(file) && !isTest(file),
  vectors: isTest,
};

/** The names by which a file is read: a schema of messages by its folder, a vector with or without ending. */
const nameOf = (file: string) =>
  file.endsWith(".xsd")
    ? "iso20022/"
    : new RegExp(`"${path.parse(file).name}"|/?${path.basename(file)}`);

test.each(Object.entries(READERS))(
  "every file of data/%s is read by whom it is for",
  (folder, isReader) => {
    const readers = sources.filter(({ file }) => isReader(file));
    const files = filesIn(`data/${folder}`).filter((file) => path.extname(file) !== "");
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const name = nameOf(file);
      const found = readers.filter(({ text }) => text.search(name) >= 0);
      expect([file, found.length > 0]).toEqual([file, true]);
    }
  },
);

test("the bank reads neither what the demo begins with nor what tests compare with", () => {
  const reading = sources
    .filter(({ file }) => /^src\/(server|contract|common)\//.test(file) && !isTest(file))
    .filter(({ text }) => /data\/(seed|vectors)\b/.test(text));
  expect(reading.map(({ file }) => file)).toEqual([]);
});

test("the bank and the rails begin with the same banks", async () => {
  // Our own data.
  const { banks } = JSON.parse(readFileSync("data/live/banks.json", "utf8")) as {
    banks: {
      id: number;
      code: string;
      bankName: string;
      shortName: string;
      instapayBic: string | null;
      pesonetBic: string | null;
      minDigits: number;
      maxDigits: number;
      popularRank: number | null;
    }[];
  };
  const rows = await database.db.selectFrom("bank").selectAll().orderBy("id").execute();
  expect(rows).toEqual(
    banks.map((bank) => ({
      id: BigInt(bank.id),
      code: bank.code,
      bank_name: bank.bankName,
      short_name: bank.shortName,
      takes_instapay: bank.instapayBic !== null,
      takes_pesonet: bank.pesonetBic !== null,
      instapay_bic: bank.instapayBic,
      pesonet_bic: bank.pesonetBic,
      popular_rank: bank.popularRank,
      min_digits: bank.minDigits,
      max_digits: bank.maxDigits,
      is_active: true,
    })),
  );
});

test("the bank and the clearing house begin with the same holidays", async () => {
  const rows = await database.db.selectFrom("holiday").selectAll().orderBy("day").execute();
  expect(
    rows.map(({ day, name, type, is_banking_day, is_observed, status, basis }) => ({
      day,
      name,
      type,
      isBankingDay: is_banking_day,
      closedFrom: null,
      isObserved: is_observed,
      isProjected: status === "projected",
      basis,
    })),
  ).toEqual(enteredHolidays);
});
