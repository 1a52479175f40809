import { expect, test } from "vitest";
import * as z from "zod/mini";
import { composed } from "#common/invisible.ts";
import { codeText, fieldTexts, lines, requiredCode, requiredText, words } from "./fields.ts";
import { loanForm } from "./loanFields.ts";
import { identifier, newPassword, newUsername } from "./identity.ts";
import { personName, qualifierOrNone } from "./people.ts";
import { payeeName } from "./payees.ts";
import { textFilter } from "./staff/list.ts";
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

test.each<[string, z.ZodMiniType]>([
  ["words", requiredText(100)],
  ["a payee", payeeName],
  ["a name of a loan's form", loanForm.shape.last_name],
  ["a filter", textFilter],
])(
  "O03 J02 %s of blanks of any kind alone is empty, and a control character is none",
  (_, schema) => {
    const said = (text: string) => schema.safeParse(text).error?.issues[0]?.message;
    for (const blank of [" ", "\t", "\n", "\r\n", "\v\f", "\u00a0", " \t\u00a0"])
      expect(said(blank)).toBe(fieldTexts.blank);
    for (const text of ["\u0000", "Ana\u0000", "Ana\tCruz", "\u001b"])
      expect(said(text)).not.toBe(fieldTexts.blank);
  },
);
