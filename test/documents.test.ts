import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { brand } from "#brand";
import { type DocumentName, documentVersions } from "#contract/documents.ts";
import { sectionNumber } from "#portal/terms/sectionNumber.ts";
import type { DocumentBlock, DocumentText } from "#portal/texts/documentText.ts";
import { privacy as privacyEn } from "#portal/texts/en/privacy.ts";
import { terms as termsEn } from "#portal/texts/en/terms.ts";
import { privacy as privacyFil } from "#portal/texts/fil/privacy.ts";
import { terms as termsFil } from "#portal/texts/fil/terms.ts";

const texts: Record<DocumentName, { en: DocumentText; fil: DocumentText }> = {
  terms: { en: termsEn, fil: termsFil },
  privacy: { en: privacyEn, fil: privacyFil },
};
const names = ["terms", "privacy"] as const;

const wordsOf = (block: DocumentBlock) => [block].flat().join("\n");
const wholeText = ({ lead, sections }: DocumentText) =>
  [lead, ...sections.flatMap(({ title, blocks }) => [title, ...blocks.map(wordsOf)])].join("\n");

/** What must be in a section, in both languages: where the words differ, one of each. */
function expectFacts(name: DocumentName, id: string, facts: readonly (RegExp | string)[]): void {
  for (const language of ["en", "fil"] as const) {
    const section = texts[name][language].sections.find((one) => one.id === id);
    const words = section?.blocks.map(wordsOf).join("\n");
    for (const fact of facts) expect(words, `${name} ${id} ${language}`).toMatch(fact);
  }
}

test("E01 the terms have the sections I to XXIV, each with text", () => {
  const numbers = termsEn.sections.map((_, index) => sectionNumber("terms", index));
  expect(numbers.join(" ")).toBe(
    "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII XXIII XXIV",
  );
  expect(termsEn.sections.map(({ id }) => id.toUpperCase())).toEqual(numbers);
  for (const { blocks } of termsEn.sections) expect(blocks.length).toBeGreaterThan(0);
});

test.each([
  ["ii", [/up to date|updated/, /16/]],
  ["iv", [/(have|na) 6 digit|Tig-6 na digit|6 digits each/, /24 (hours|na oras).*member care/s]],
  ["v", [/capital contribution (and|at mga) savings accounts? (only)?|lamang/, /top-up/, /loan/i]],
  ["vii", [/enough|sapat/, /charges|mga bayad/]],
  ["xiv", [/12 (hours|oras)/, /later as well|mas huli/]],
  ["xvii", [/6 (months|na buwan)/, /1 (year|taon)/, /money|pera/]],
  ["xx", [/post.*2 days|koreo.*2 araw/, /e-mail.*24 (hours|na oras)/]],
  ["xxiv", [/Credit Information Corporation/, /(opt out|umayaw).*member care group/s]],
  ["ix", [/3 (wrong|maling)/, /24 (hours|na oras)/, /7 (to|hanggang) 10/, /PDIC/]],
  ["viii", [/9:00 AM/, /2:00 PM/, /3:00 PM/, /6:00 PM/]],
] as const)("E01 E02 E03 section %s says what it must, in both languages", (id, facts) => {
  expectFacts("terms", id, facts);
});

test.each([
  ["data", [/qualifier/, /selfie/, /CCTV/, /voice recording/, brand.cardDisplayName]],
  ["cash-out", [/ML/, /LBC/, /encashment message/, /ATM/, /next hour|susunod na oras/]],
  ["retention", [/data center (in the Philippines|sa Pilipinas)|data center sa Pilipinas/]],
  ["rights", [/National Privacy Commission/, /portability/]],
  ["contact", [brand.links.privacyEmail, brand.phone]],
] as const)("E04 the notice's part %s says what it must, in both languages", (id, facts) => {
  expectFacts("privacy", id, facts);
});

describe.each(names)("E01 E04 both languages of %s", (name) => {
  const { en, fil } = texts[name];
  const shape = ({ sections }: DocumentText) =>
    sections.map(({ id, blocks }) => ({
      id,
      blocks: blocks.map((block) => (typeof block === "string" ? "paragraph" : block.length)),
    }));
  /** Every figure of a block, whatever the order its language needs. */
  const figures = ({ sections }: DocumentText) =>
    sections.map(({ id, blocks }) => ({
      id,
      figures: blocks.map((block) => (wordsOf(block).match(/\d+(:\d+ [AP]M)?/g) ?? []).toSorted()),
    }));

  test("have the same sections, blocks and figures", () => {
    expect(shape(fil)).toEqual(shape(en));
    expect(figures(fil)).toEqual(figures(en));
  });

  test("have every name filled in, and no procedure that nobody carries out", () => {
    for (const text of [en, fil]) {
      expect(wholeText(text)).not.toMatch(/undefined|\[object|sends? you a copy|padadalhan/);
    }
  });
});

/** The text of each version, as a fingerprint of its sources. */
const ISSUED: Record<DocumentName, Record<string, string>> = {
  terms: { "2026-11-21": "1b39af4bf1baec2b" },
  privacy: { "2026-11-21": "eae47224387daeb2" },
};

test.each(names)("E05 who agreed to a version of %s agreed to exactly this text", (name) => {
  const hash = createHash("sha256");
  for (const language of ["en", "fil"]) {
    hash.update(readFileSync(`src/portal/texts/${language}/${name}.ts`));
  }
  // A change of meaning gets a new version, with its line here; a slip of the pen its new fingerprint.
  expect(hash.digest("hex").slice(0, 16)).toBe(ISSUED[name][documentVersions[name]]);
});
