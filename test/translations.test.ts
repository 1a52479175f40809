import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { brand } from "#brand";
import { refusals } from "#contract/refusals.ts";
import { wireMessages } from "#contract/wireMessages.ts";
import { codeTexts } from "#server/platform/messages/codeTexts.ts";
import { noticeTexts } from "#server/platform/messages/noticeTexts.ts";
import { notificationTexts } from "#server/platform/messages/notices/texts.ts";
import { receiptTexts } from "#server/domains/transfers/receipt/receiptTexts.ts";
import { statementTexts } from "#server/domains/history/statement/statementTexts.ts";

/*
 * Nobody who chose Filipino reads an English sentence. Nouns of banking stay English (experience of its users), so a
 * text of one or two words may be the same; these longer ones are terms of the law, names or formats.
 */
const SAME_IN_BOTH = new Set([
  "Documentary stamp tax",
  "Disclosure statement (PDF)",
  "National ID (PhilSys)",
  "Service ID (AFP, PNP)",
  "Host, process id",
  `${brand.product} VISA Card/EON`,
]);

/** What a text says with plain arguments; functions of a catalogue take words and figures. */
function said(text: unknown, of: unknown): unknown {
  if (typeof text !== "function") return text;
  try {
    return (text as (...words: unknown[]) => unknown)(...Array(6).fill(of));
  } catch {
    return undefined;
  }
}

/** The sentences that are the same in both languages, with where they stand. */
function untranslated(en: unknown, fil: unknown, place: string): string[] {
  const [english, filipino] = [said(en, "1"), said(fil, "1")];
  if (typeof english === "string") {
    const words = english.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
    const isSame = english === filipino && words.length > 2 && !SAME_IN_BOTH.has(english);
    return isSame ? [`${place}: ${english}`] : [];
  }
  if (typeof english !== "object" || english === null) return [];
  return Object.entries(english).flatMap(([key, value]) =>
    untranslated(value, Reflect.get(Object(filipino), key), `${place}.${key}`),
  );
}

describe("S170 no sentence of a Filipino catalogue is English", () => {
  test.each(["portal", "console"])("S170 of the %s", async (program) => {
    const folder = path.resolve("src", program, "texts");
    const found: string[] = [];
    const files = readdirSync(path.join(folder, "en"));
    for (const file of files) {
      const load = (language: string) =>
        import(/* @vite-ignore */ path.join(folder, language, file)) as Promise<object>;
      found.push(...untranslated(await load("en"), await load("fil"), file));
    }
    expect(files.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  test.each([
    ["codes", codeTexts],
    ["notices by text", noticeTexts],
    ["notifications", notificationTexts],
    ["refusals", refusals],
  ])("S170 of the server's %s", (_, texts) => {
    const onTheWire = new Set<string>([...Object.values(wireMessages), "Invalid Token"]);
    const found = Object.entries(texts).flatMap(
      ([name, { en, fil }]: [string, { en: unknown; fil?: unknown }]) =>
        untranslated(en, fil ?? en, name),
    );
    const unexpected = found.filter(
      (line) =>
        ![...onTheWire].some((text) => line.endsWith(text)) && !line.startsWith("other_device"),
    );
    expect(unexpected).toEqual([]);
  });

  test("S170 of the documents", () => {
    expect(untranslated(statementTexts.en, statementTexts.fil, "statement")).toEqual([]);
    expect(untranslated(receiptTexts.en, receiptTexts.fil, "receipt")).toEqual([]);
  });
});

test("S170 a page has one name, in the menu, on the tab and above it; a wait is over after it, not within it", async () => {
  const { shell } = await import("#portal/texts/fil/shell.ts");
  const { history } = await import("#portal/texts/fil/history.ts");
  const { card } = await import("#portal/texts/fil/card.ts");
  const { otp } = await import("#portal/texts/fil/otp.ts");
  const { common } = await import("#portal/texts/fil/common.ts");
  expect([shell.transactionHistory, shell.tabs.history]).toEqual([history.title, history.title]);
  expect(card.crumb).toContain(history.title);
  const waits = [otp.resendIn("4:50"), common.tryAgainIn("4:50"), shell.idleBody(5, 24)];
  expect(waits.every((wait) => wait.includes("pagkaraan ng"))).toBe(true);
  expect(waits.filter((wait) => wait.includes("sa loob ng"))).toEqual([]);
});
