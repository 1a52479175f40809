import { expect, test } from "vitest";
import { LoanPicture } from "./LoanPicture.tsx";

/** Without state or effect a component is a function like any other. */
const addressOf = (code: string): unknown => LoanPicture({ code }).props.src;

test.each(["SL", "EM", "AS", "AL", "BL", "PL", "AP", "OP", "MT", "BL-PVL", "BL-VL"])(
  "H05 a loan of the type %s has the picture of its type",
  (code) => {
    expect(addressOf(code)).toBe(`/brand/loan/${code}.svg`);
  },
);

test("H05 a loan of a type that nobody knows has the default picture", () => {
  for (const code of ["XX", "sl", "SL2", ""]) {
    expect(addressOf(code)).toBe("/brand/loan/DEF.svg");
  }
});
