import { expect, test } from "vitest";
import { formsOf, formsOfToken, findSecrets } from "#test/support/findSecrets.ts";

const password = "Ñandú & kabayo-2026";
const token = "q3J-Zq0cS8m9l1Yx5v7bT2nWkPpR4uEoHhGgFfDdSsA";
const code = "048213";
const secrets = {
  typed: new Set([password]),
  tokens: new Set([token]),
  codes: new Set([code]),
};
const look = (text: string) => findSecrets([{ name: "api.log", text }], secrets);

test("S135 a planted password is found, however it was written down", () => {
  for (const form of formsOf(password)) {
    expect([form, look(`{"msg":"a call","body":"${form}","level":30}`)]).toEqual([
      form,
      ["a password in api.log"],
    ]);
  }
});

test("S135 a planted token or cookie is found as text and as bytes", () => {
  for (const form of formsOfToken(token)) {
    expect([form, look(`\\x${form}`)]).toEqual([form, ["a token in api.log"]]);
  }
});

test("S135 a planted code is found where it stands alone, and not as a part of something longer", () => {
  for (const text of [
    `code ${code}`,
    `{"pin":"${code}"}`,
    `(${code},`,
    `pin=${code}&x`,
    "\\x303438323133",
  ]) {
    expect([text, look(text)]).toEqual([text, ["a code in api.log"]]);
  }
  for (const text of ["9048213", "0482137", "12.048213", "a048213f"]) {
    expect([text, look(text)]).toEqual([text, []]);
  }
  // The day and the serial of a reference are six digits as well.
  for (const text of ["OT048213-0000000001", "OT048213-D000001", "(RM261123-048213,"]) {
    expect([text, look(text)]).toEqual([text, []]);
  }
  for (const text of ["OT 048213-1", "OT048213", "RM261123 048213", "RM261123-1: 048213"]) {
    expect([text, look(text)]).toEqual([text, ["a code in api.log"]]);
  }
});

test("S135 a planted card number is found by its check digit; a membership number is none", () => {
  for (const text of ["4111111111111111", "4111 1111 1111 1111", "card 5500-0000-0000-0004."]) {
    expect([text, look(text)]).toEqual([text, ["a card number in api.log"]]);
  }
  for (const text of [
    "4111111111111112",
    "0001202000000018",
    "x4111111111111111",
    "XXXX XXXX XXXX 1234",
    "42705915-4710-4540-8c3d-0123456789ab",
  ]) {
    expect([text, look(text)]).toEqual([text, []]);
  }
});

test("S135 each place is named, and numbers of a database are no codes", () => {
  const places = [
    { name: "database", text: `(7,${code},"a ${password}")`, words: `("a ${password}")` },
    { name: "worker.log", text: "nothing" },
  ];
  expect(findSecrets(places, secrets)).toEqual(["a password in database"]);
});
