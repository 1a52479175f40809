import { expect, test } from "vitest";
import * as z from "zod/mini";
import { composed } from "#common/invisible.ts";
import { codeText, lines, requiredCode, requiredText, words } from "./fields.ts";
import { identifier, newPassword, newUsername } from "./identity.ts";
import { personName, qualifierOrNone } from "./people.ts";
import { payeeName } from "./payees.ts";
import { staffPayloads } from "./staff/staffPayloads.ts";

/** Marks of two classes in turns: whoever sorts them one by one takes the square of their number, hours here. */
const MARKS = "\u0301\u0323".repeat(1_000_000);

test("S162 a text is composed, and one with a pile of marks costs no more than its length", () => {
  expect(composed("Nin\u0303a")).toBe("Niña");
  expect(composed(`a${MARKS}`)).toBe(`a${MARKS}`);
});

test.each<[string, z.ZodMiniType]>([
  ["a code", requiredCode(64)],
  ["a code with a form", codeText().check(z.regex(/^\d+$/))],
  ["words", requiredText(100)],
  ["words that may be empty", words(100)],
  ["lines", lines(1000)],
  ["a name", personName(100)],
  ["a suffix", qualifierOrNone(20)],
  ["a payee", payeeName],
  ["a username", newUsername],
  ["who cannot sign in", identifier],
  ["a password", newPassword],
  ["an employee number", staffPayloads.staff_account.shape.personKey],
])("S013 S162 %s of nothing but marks is refused as soon as it is read", (_, schema) => {
  expect(schema.safeParse(`a${MARKS}`).success).toBe(false);
});
