import { expect, test } from "vitest";
import { bindToOrigin } from "./bindToOrigin.ts";

const ORIGIN = "https://online.example.com";
const LINE = "\n@online.example.com #123456";

test("a code's last line binds it to the portal's address, as phones expect it", () => {
  const words = "123456 is your code to sign in. Never share it.";
  expect(bindToOrigin(words, ORIGIN)).toBe(words + LINE);
  expect(bindToOrigin(words, "http://localhost:8080")).toBe(`${words}\n@localhost #123456`);
});

test("it is left away where the message would become two, without an origin and without a code", () => {
  const fits = `123456 ${"a".repeat(160 - 7 - LINE.length)}`;
  expect(bindToOrigin(fits, ORIGIN)).toHaveLength(160);
  expect(bindToOrigin(`${fits}a`, ORIGIN)).toBe(`${fits}a`);
  expect(bindToOrigin("123456 is your code.", undefined)).toBe("123456 is your code.");
  expect(bindToOrigin("You signed in 123456 times.", ORIGIN)).toBe("You signed in 123456 times.");
});
