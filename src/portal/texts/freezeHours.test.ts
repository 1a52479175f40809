import { expect, test } from "vitest";
import { brand } from "#brand";
import { refusals } from "#contract/refusals.ts";
import { noticeTexts } from "#server/platform/messages/noticeTexts.ts";
import { WAIT_HOURS } from "#contract/approvalPolicy.ts";
import { freeze as freezeEn } from "./en/freeze.ts";
import { frozen as frozenEn } from "./en/frozen.ts";
import { freeze as freezeFil } from "./fil/freeze.ts";
import { frozen as frozenFil } from "./fil/frozen.ts";

test.each([
  ["en", freezeEn, frozenEn],
  ["fil", freezeFil, frozenFil],
] as const)(
  "members are told the hours after which they may end a freeze: %s",
  (language, freeze, frozen) => {
    const said = [
      freeze.lead,
      freeze.howBack(brand.product),
      frozen.byPasskey,
      frozen.unfreezeLead,
      refusals.access_frozen[language],
      noticeTexts.account_frozen[language],
    ];
    const hours = said.map((text) => Number(/(\d+) (?:hours|oras)/.exec(text)?.[1]));
    expect(hours).toEqual(said.map(() => WAIT_HOURS.lift_freeze));
  },
);

test.each(["en", "fil"] as const)(
  "nobody is told that a call opens a frozen account: %s",
  (language) => {
    const said = [refusals.access_frozen[language], noticeTexts.account_frozen[language]];
    for (const text of said) expect(text).not.toContain(brand.phone);
  },
);
