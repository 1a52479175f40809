import { expect, test } from "vitest";
import { isMemberPage } from "./memberPage.ts";

const ORIGIN = "https://bank.example.test";

test.each(["/dashboard", "/loans/LPRO-2026-1", "/transfer-funds?to=own", "/safety/notices#push"])(
  "%s is a page of the member's",
  (address) => {
    expect(isMemberPage(address, ORIGIN)).toBe(true);
  },
);

test.each(["/", "/login", "/nowhere", "/loansharks", "//evil.example.com/dashboard"])(
  "%s is none",
  (address) => {
    expect(isMemberPage(address, ORIGIN)).toBe(false);
  },
);

test.each(["//", "//a:b/dashboard", "//a:99999/", "https://"])(
  "%s, which is no address at all, is none",
  (address) => {
    expect(isMemberPage(address, ORIGIN)).toBe(false);
  },
);
