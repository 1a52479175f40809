import { describe, expect, test } from "vitest";
import { schedule } from "#server/entry/schedule.ts";
import { common as en } from "#console/texts/en/common.ts";
import { common as fil } from "#console/texts/fil/common.ts";
import { whoText } from "#console/parts/whoText.ts";

describe.each([
  ["en", en],
  ["fil", fil],
])("in %s", (_language, texts) => {
  test("no job of ours is shown by its name in the program", () => {
    for (const { name } of schedule) {
      expect([name, whoText(name, texts.who)]).toEqual([name, texts.who.job]);
    }
  });

  test.each(["system", "job", "timer", "file", "statements", "issuer", "member", "unknown"])(
    "who is no person is said in words: %s",
    (name) => {
      expect(whoText(name, texts.who)).not.toBe(name);
    },
  );

  test("a person keeps the own name", () => {
    expect(whoText("supervisor.demo", texts.who)).toBe("supervisor.demo");
    expect(whoText("0001202600000019", texts.who)).toBe("0001202600000019");
  });
});
