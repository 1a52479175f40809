import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { DEMO_CREDENTIALS } from "#sandbox/config.ts";
import { readConfig, settingNames } from "#server/platform/config/config.ts";

/** What has no default, as a demo would give it. */
const needed = {
  DATABASE_URL: "postgres://app@127.0.0.1/bank",
  SECRETS_FILE: "secrets.json",
  ISSUER_URL: "http://127.0.0.1:8090",
  INSTAPAY_URL: "http://127.0.0.1:8090",
  PESONET_URL: "http://127.0.0.1:8090",
};
const withGateway = { ...needed, SMS_URL: "http://127.0.0.1:8090" };

const BRANDS: Record<string, string> = {
  SMS_SENDER: brand.smsSender,
  MAIL_FROM: brand.mailFrom,
};

type Row = { name: string; defaultText: string; range: string };

const [bankPart = ""] = readFileSync("docs/configuration.md", "utf8").split("\n## Beside");
const rows: Row[] = bankPart.split("\n").flatMap((line) => {
  const [, name = "", defaultText = "", range = ""] = line.split("|").map((cell) => cell.trim());
  const [, plain] = /^`([A-Z_]+)`$/.exec(name) ?? [];
  return plain === undefined ? [] : [{ name: plain, defaultText, range }];
});

const ranges = rows.flatMap(({ name, range }) => {
  const [, least, most] = /(\d+) to (\d+)/.exec(range) ?? [];
  return least === undefined || most === undefined
    ? []
    : [{ name, least: Number(least), most: Number(most) }];
});

test("every variable of the bank has one row", () => {
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...settingNames].toSorted());
});

test("the rows tell the defaults", () => {
  // Texts and numbers, all of them.
  const defaults = readConfig(withGateway) as Record<string, string | number | undefined>;
  const sandboxs = new Set<unknown>(Object.values(DEMO_CREDENTIALS));
  for (const { name, defaultText } of rows) {
    expect([name, defaultText]).toEqual([name, wordsFor(name, defaults[name])]);
  }

  function wordsFor(name: string, value: string | number | undefined): string {
    if (name in needed) return "required";
    if (value === undefined || name in withGateway) return "unset";
    if (value === "") return "none";
    if (name in BRANDS) return value === BRANDS[name] ? "the brand's" : "";
    return name !== "ISSUER_CLIENT_ID" && sandboxs.has(value)
      ? "the sandbox's"
      : `\`${String(value)}\``;
  }
});

test.each(ranges)("$name takes $least to $most and nothing beyond", ({ name, least, most }) => {
  const read = (value: number) => () => readConfig({ ...withGateway, [name]: String(value) });
  for (const value of [least, most]) expect(read(value)).not.toThrow();
  expect(read(most + 1)).toThrow(`${name}: is over ${most}`);
  expect(read(least - 1)).toThrow(least === 0 ? `${name}: is not a number` : `is under ${least}`);
});

test("every number has its range in its row", () => {
  const numbers = Object.entries(readConfig(withGateway)).filter(
    ([, value]) => typeof value === "number",
  );
  expect(ranges.map(({ name }) => name).toSorted()).toEqual(
    numbers.map(([name]) => name).toSorted(),
  );
});
