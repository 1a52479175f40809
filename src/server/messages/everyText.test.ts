import { expect, test } from "vitest";
import { gsmLength, toGsm } from "#common/gsm.ts";
import { fillTemplate, templateProblems } from "#common/templateText.ts";
import type { Language } from "#contract/refusals.ts";
import { payeeText } from "#server/transfers/checkIntent.ts";
import { LONGEST_CODE_VALUES } from "./codeTexts.ts";
import { templateDefinitions } from "./templates/templateDefinitions.ts";

const languages: Language[] = ["en", "fil"];
const all = templateDefinitions.flatMap((definition) =>
  languages.map((language) => ({
    name: `${definition.channel} ${definition.name} in ${language}`,
    channel: definition.channel,
    template: definition.shipped[language],
    rules: definition.rules[language],
    text: fillTemplate(definition.shipped[language], definition.rules[language].longest),
  })),
);
const texts = all.filter(({ channel }) => channel !== "portal");

test.each(all)("S051 $name keeps the rules that staff's wordings must keep", (one) => {
  expect(templateProblems(one.template, one.rules)).toEqual([]);
});

test.each(texts)(
  "S051 $name is one message, has no link, and is sent as it is written",
  ({ text }) => {
    expect(toGsm(text)).toBe(text);
    expect(gsmLength(text)).toBeLessThanOrEqual(160);
    expect(text).not.toMatch(/https?:|www\.|\.(com|ph|test|net|org)\b|[{}]/);
  },
);

test.each(texts.filter(({ channel }) => channel === "code"))(
  "S051 $name begins with the code and says never to share it",
  ({ text }) => {
    expect(text).toMatch(/^999999 /);
    expect(text).toMatch(/Never share it\.|Huwag itong ibigay kaninuman\./);
  },
);

test("S051 each text differs from every other, in purpose and in language", () => {
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});

test("S051 the longest payee that a rule knows is the one that is told", () => {
  const intent = { source_account: "1", destination_account: "1234567899999999", amount: 100n };
  const { en, fil } = payeeText({ kind: "own", ...intent });
  expect([LONGEST_CODE_VALUES.en["payee"], LONGEST_CODE_VALUES.fil["payee"]]).toEqual([en, fil]);
});
