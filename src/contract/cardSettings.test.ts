import { expect, test } from "vitest";
import { cardNumber } from "./cardFields.ts";
import {
  raiseLimitIntent,
  revealCvvIntent,
  WITHDRAWAL_LIMIT_CEILING_CENTAVOS,
  withdrawalLimit,
} from "./cardIntents.ts";
import {
  cardSettingsCalls,
  changePin,
  CVV_SHOWN_SECONDS,
  generateCvv,
  lockCard,
  setWithdrawalLimit,
  unlockCard,
} from "./cardSettings.ts";

test("S083 N11 a withdrawal limit is 0 to 999,999,999.99 with two decimals at most", () => {
  const read = (text: unknown) => withdrawalLimit.safeParse(text).data;
  expect(["0", "0.00", "20000", "999999999.99", 1250.5].map(read)).toEqual([
    0n,
    0n,
    20_000_00n,
    999_999_999_99n,
    1250_50n,
  ]);
  for (const bad of ["", "-1", "1000000000", "1.234", "1e3", "1,000", " 1", null, true, [], NaN])
    expect([bad, read(bad)]).toEqual([bad, undefined]);
  expect(WITHDRAWAL_LIMIT_CEILING_CENTAVOS).toBe(50_000_00n);
});

test("N09 a card number is 16 digits, however they are grouped", () => {
  const read = (text: unknown) => cardNumber.safeParse(text).data;
  expect(read("4000 0099-1000 0002")).toBe("4000009910000002");
  for (const bad of ["", "400000991000000", "40000099100000021", "4000x09910000002", 4, null])
    expect([bad, read(bad)]).toEqual([bad, undefined]);
});

test("T26 T27 T28 T29 the calls are those that are documented, for members, with its fields", () => {
  const calls = [lockCard, unlockCard, changePin, generateCvv, setWithdrawalLimit];
  expect(calls.map(({ access, method, path }) => `${access} ${method} ${path}`)).toEqual([
    "member POST /members/{guid}/lockCard",
    "member POST /members/{guid}/unlockCard",
    "member POST /members/{guid}/changePin",
    "member POST /members/cvv/v2/generate",
    "member POST /members/card/withdrawalLimit",
  ]);
  expect(calls.map((call) => ("body" in call ? Object.keys(call.body.shape) : []))).toEqual([
    [],
    [],
    ["current_pin", "new_pin"],
    ["visa_card_no"],
    // The code of a raise comes beside it.
    ["transaction_limit", "pinId", "pin"],
  ]);
});

test("S077 S078 every call that carries a PIN, a card number or a code for the CVV is sealed", () => {
  const sealed = cardSettingsCalls.filter(
    (call) => "bodyType" in call && call.bodyType === "sealed",
  );
  expect(sealed.map(({ name }) => name)).toEqual([
    "changePin",
    "resetPin",
    "generateCvv",
    "revealCvv",
  ]);
  expect(CVV_SHOWN_SECONDS).toBe(30);
});

test("S046 what a code approves is exactly one thing", () => {
  expect(raiseLimitIntent.safeParse({ kind: "raise_limit", amount: "30000.00" }).data).toEqual({
    kind: "raise_limit",
    amount: 30_000_00n,
  });
  expect(raiseLimitIntent.safeParse({ kind: "raise_limit" }).success).toBe(false);
  expect(revealCvvIntent.safeParse({ kind: "reveal_cvv" }).success).toBe(true);
  expect(revealCvvIntent.safeParse({ kind: "own" }).success).toBe(false);
});
