import { describe, expect, test } from "vitest";
import { compareNames } from "./compareNames.ts";
import { fitsMask, judgePayee, maskName } from "./judgePayee.ts";

const SAME: [string, string][] = [
  ["Maria Cruz", "MARIA CRUZ"],
  ["Ma. Cristina Reyes", "MARIA CRISTINA REYES"],
  ["Ma Cristina Reyes", "REYES, MA. CRISTINA"],
  ["Niño Peña", "NINO PENA"],
  ["José de la Cruz", "JOSE DELA CRUZ"],
  ["Jose Dela Cruz", "DE LA CRUZ, JOSE P."],
  ["Juan Santos", "JUAN REYES SANTOS"],
  ["Juan R. Santos", "JUAN REYES SANTOS"],
  ["Cruz Maria", "MARIA CRUZ"],
  ["Maria Cruz", "CRUZ MARIA SANTOS"],
  ["Ana Santos-Cruz", "ANA SANTOS CRUZ"],
  ["Pedro Reyes Jr.", "REYES, PEDRO JR"],
  ["Pedro Reyes, Jr.", "PEDRO REYES JUNIOR"],
  ["Luis Tan III", "TAN LUIS 3RD"],
  ["Rosa Sta. Maria", "ROSA SANTA MARIA"],
  ["Dr. Liza delos Reyes", "LIZA DELOS REYES"],
  ["Juan O'Hara", "JUAN OHARA"],
];
const CLOSE: [string, string][] = [
  ["Pedro Reyes", "PEDRO REYES JR"],
  ["Pedro Reyes Sr.", "PEDRO REYES JR"],
  ["Maria Santos", "MARIA SANTOS CRUZ"],
  ["Cristina Reyes", "MARIA CRISTINA REYES"],
  ["M. Cruz", "MARIA CRUZ"],
  ["Marai Cruz", "MARIA CRUZ"],
  ["Roberto Villanueva", "ROBERTO VILANUEVA"],
];
const OTHER: [string, string][] = [
  ["Maria Cruz", "PEDRO CRUZ"],
  ["Maria Cruz", "MARIA GARCIA"],
  ["Ana Lee", "ANA LIM"],
  ["Cruz", "MARIA CRUZ"],
  ["Maria", "MARIA CRUZ"],
  ["Jose Reyes", "REYNALDO JOSEFINO"],
  ["", "MARIA CRUZ"],
  ["***", "MARIA CRUZ"],
  ["Juan dela Cruz", "PEDRO DELA CRUZ"],
];

describe("names of payees, as Filipinos write them", () => {
  test.each(SAME)("'%s' and '%s' are one name", (typed, told) => {
    expect([compareNames(typed, told), compareNames(told, typed)]).toEqual(["match", "match"]);
  });

  test.each(CLOSE)("'%s' is close to '%s'", (typed, told) => {
    expect([compareNames(typed, told), compareNames(told, typed)]).toEqual(["close", "close"]);
  });

  test.each(OTHER)("'%s' and '%s' are two names", (typed, told) => {
    expect([compareNames(typed, told), compareNames(told, typed)]).toEqual(["none", "none"]);
  });

  test("nothing that can be typed breaks the comparison, and it has no direction", () => {
    const odd = [
      "",
      ",",
      ", JR",
      "Jr.",
      "de la",
      "ñ".repeat(500),
      "\u0000\ud800",
      "A B C D E F",
      "Ma.,Ma.",
      "李 明",
    ];
    for (const one of odd)
      for (const other of [...odd, "Maria Cruz"])
        expect(compareNames(one, other)).toBe(compareNames(other, one));
  });

  test("a mask shows two letters, and fits only whom it could be", () => {
    expect(maskName("Maria Cruz")).toBe("MA*** C***");
    expect(fitsMask("Maria Cruz", "MA*** C***")).toBe(true);
    expect(fitsMask("Cruz, Maria S.", "MA*** C**Z")).toBe(true);
    expect(fitsMask("Pedro Cruz", "MA*** C***")).toBe(false);
  });

  test("a whole name is judged by us, a masked one by its bank, and a name that does not match is told masked", () => {
    const typed = "Ma. Cruz";
    expect(judgePayee(typed, { says: "none", name: "CRUZ, MARIA" })).toEqual({
      answer: "match",
      told: "CRUZ, MARIA",
    });
    expect(judgePayee(typed, { says: "match", name: "PEDRO REYES" })).toEqual({
      answer: "close",
      told: "PE*** R***",
    });
    expect(judgePayee(typed, { says: "none", name: "PE*** R***" })).toEqual({
      answer: "none",
      told: "PE*** R***",
    });
    expect(judgePayee(typed, { says: "match", name: "PE*** R***" }).answer).toBe("close");
    expect(judgePayee(typed, { says: "match" })).toEqual({ answer: "match", told: "" });
    expect(judgePayee(typed, { says: "unavailable", name: "X" })).toEqual({
      answer: "unavailable",
      told: "",
    });
  });
});
