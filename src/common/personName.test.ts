import { expect, test } from "vitest";
import { readName, readQualifier } from "./personName.ts";

test.each([
  ["De la Cruz", "De la Cruz"],
  ["Ma. Teresa", "Ma. Teresa"],
  ["José", "José"],
  ["Nin\u0303a", "Niña"],
  ["O\u2019Hara", "O'Hara"],
  ["D\u2018Souza-Ñáñez", "D'Souza-Ñáñez"],
  ["Ma`Luz", "Ma'Luz"],
  ["Ma\u00b4", "Ma'"],
  ["Santos\u00a0Cruz", "Santos Cruz"],
  ["  Santos \u202f Cruz ", "Santos Cruz"],
  ["Ana\u2010Marie", "Ana-Marie"],
  ["Ana\u2011Marie", "Ana-Marie"],
  ["Ana\u2013Marie", "Ana-Marie"],
  ["Al-Hajj Datu Mangudadatu", "Al-Hajj Datu Mangudadatu"],
  ["Y", "Y"],
  ["", ""],
])("S162 the name %j is kept as %j", (text, name) => {
  expect(readName(text)).toEqual({ name });
});

test.each([
  ["Ana\u200b", "invisible"],
  ["\u202eanA", "invisible"],
  ["A\u00adna", "invisible"],
  ["Ana\ufeff", "invisible"],
  ["Ana\u2060", "invisible"],
  ["\u2066Ana\u2069", "invisible"],
  ["Ana\u2028", "invisible"],
  ["Ana (Nena)", "marks"],
  ["Ana, RN", "marks"],
  ["Santos/Cruz", "marks"],
  [".", "no_letter"],
  ["-", "no_letter"],
  ["' -", "no_letter"],
  ["R2-D2", "letters"],
  ["Ana\n", "letters"],
  ["Ana_Marie", "letters"],
])("S162 the name %j is refused: %s", (text, fault) => {
  expect(readName(text)).toEqual({ fault });
});

test.each([
  ["Jr.", "Jr."],
  ["Jr", "Jr"],
  ["III", "III"],
  [" 2nd ", "2nd"],
])("S162 %j stands after a name", (text, name) => {
  expect(readQualifier(text)).toEqual({ name });
});

test("S162 a year is nothing that stands after a name", () => {
  expect(readQualifier("1990")).toEqual({ fault: "letters" });
});
