import { expect, test } from "vitest";
import { referencesIn } from "./references.ts";

const REF = "IP261123-0000000042";

test.each([
  ["an element", Buffer.from(`<a><Id>${REF}</Id></a>`)],
  ["a longer word", Buffer.from(`<a><RtrId>RT-${REF}-X</RtrId></a>`)],
  ["a text of another language", Buffer.from(`Transfer Nr.${REF}: gutgeschrieben`)],
  ["half a message", Buffer.from(`<a><Id>${REF}</I`)],
  ["UTF-16", Buffer.from(`<a><Id>${REF}</Id></a>`, "utf16le")],
  ["UTF-16 with its mark", Buffer.from(`\uFEFF<a><Id>${REF}</Id></a>`, "utf16le")],
  ["letters by their numbers", Buffer.from(`<a><Id>IP&#50;61123-0000000042</Id></a>`)],
  ["a section of characters", Buffer.from(`<a><Id>IP26<![CDATA[1123]]>-0000000042</Id></a>`)],
  ["an attribute", Buffer.from(`<a id="${REF}"/>`)],
])("S147 what a message names is found in %s", (_, bytes) => {
  expect(referencesIn(bytes)).toContain(REF);
});

test("S147 nothing is fetched or expanded to find it", () => {
  const evil = `<!DOCTYPE a [<!ENTITY x "${REF}">]><a>&x;</a>`;
  expect(referencesIn(Buffer.from(evil.replace(REF, "&y;")))).not.toContain(REF);
  expect(referencesIn(Buffer.from(evil))).toContain(REF);
});
