import { expect, test } from "vitest";
import { brand } from "#brand";
import { WAIT_HOURS } from "#contract/approvalPolicy.ts";
import { freeze as freezeEn } from "./en/freeze.ts";
import { frozen as frozenEn } from "./en/frozen.ts";
import { freeze as freezeFil } from "./fil/freeze.ts";
import { frozen as frozenFil } from "./fil/frozen.ts";

test.each([
  ["en", freezeEn, frozenEn],
  ["fil", freezeFil, frozenFil],
])("members are told the hours after which they may end a freeze: %s", (_, freeze, frozen) => {
  const said = [freeze.lead, freeze.howBack(brand.product), frozen.byPasskey, frozen.unfreezeLead];
  const hours = said.map((text) => Number(/(\d+) (?:hours|oras)/.exec(text)?.[1]));
  expect(hours).toEqual(said.map(() => WAIT_HOURS.lift_freeze));
});
