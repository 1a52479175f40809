import { brand } from "#brand";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { pesos } from "./amounts.ts";
import { api } from "./api.ts";
import { refusals, refusalText } from "./refusals.ts";
import { transferIntent } from "./transfers.ts";

test("T01–T43 every call has its own name and its own method and path", () => {
  expect(new Set(api.map(({ name }) => name)).size).toBe(api.length);
  expect(new Set(api.map(({ method, path }) => `${method} ${path}`)).size).toBe(api.length);
});

test("F12 F13 F14 no refusal answers with a code that logs the member out, but for those of a session, a code or a recovery", () => {
  const session = [
    "other_device",
    "invalid_token",
    "token_error",
    "session_expired",
    "session_of_old_password",
    "token_expired",
  ];
  const statuses: number[] = Object.values(refusals).map(({ http }) => http);
  const forbidden = Object.entries(refusals).filter(([, { http }]) => http === 403);
  expect(forbidden.map(([code]) => code)).toEqual(["tampered"]);
  expect(statuses).not.toContain(500);
  const unauthorized = Object.entries(refusals).filter(([, { http }]) => http === 401);
  expect(unauthorized.map(([code]) => code)).toEqual([
    ...session,
    "recovery_grant_missing",
    "otp_incorrect",
  ]);
});

test("T42 the texts that clients match on are word for word, in either language", () => {
  for (const language of ["en", "fil"] as const) {
    expect(refusalText("other_device", language)).toBe(
      "You have been logout because you login on another device.",
    );
    expect(refusalText("invalid_token", language)).toBe("Invalid Token");
    expect(refusalText("token_error", language)).toBe("Token Error");
    expect(refusalText("session_expired", language)).toBe("Session Expired");
    expect(refusalText("session_of_old_password", language)).toBe("Session Expired");
    expect(refusalText("token_expired", language)).toBe("Token Expired");
    expect(refusalText("otp_incorrect", language)).toBe("OTP is incorrect. Please try again.");
  }
});

/** Clients match on these English texts too. */
const matchedByText = ["invalid_parameters", "mobile_missing"];

test("every other refusal has a Filipino text that fills in the same figures", () => {
  const figures = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [code, refusal] of Object.entries(refusals)) {
    if (refusal.http === 401 || matchedByText.includes(code)) continue;
    const filipino = "fil" in refusal ? refusal.fil : "";
    expect(filipino, code).not.toBe("");
    expect(figures(filipino), code).toEqual(figures(refusal.en));
  }
});

test("V04 the own-account transfer carries the product's slug in its path", () => {
  const paths = api.map(({ path }) => path);
  expect(paths).toContain(`/members/eon/transfer/v2/${brand.apiSlug}`);
});

test.each([
  ["1250.5", 125050n],
  [1250.5, 125050n],
  [1, 100n],
  ["0.1", 10n],
])("an amount may be text or a number: %j", (onTheWire, centavos) => {
  expect(z.decode(pesos, onTheWire)).toBe(centavos);
});

test.each(["1e3", 1e21, 1.005, -1, Number.NaN, "1,000.00", "１００", "", " 5", "0x10", "+1"])(
  "S094 %j is refused on its field",
  (amount) => {
    const parsed = transferIntent.safeParse({
      kind: "own",
      source_account: "100100000001",
      destination_account: "990112345006",
      amount,
    });
    expect(parsed.error?.issues.map(({ path }) => path.join("."))).toEqual(["amount"]);
  },
);
