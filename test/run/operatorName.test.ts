import { expect, test } from "vitest";
import { operatorName } from "#scripts/start/operatorName.ts";

test.each([
  ["the account alone", {}, "bank"],
  ["the person behind sudo", { SUDO_USER: "jdelacruz" }, "jdelacruz as bank"],
  ["who is named", { OPERATOR: "m.santos" }, "m.santos as bank"],
  [
    "who is named beside who sudo knows, so that nobody hides behind another",
    { OPERATOR: "m.santos", SUDO_USER: "jdelacruz" },
    "m.santos as jdelacruz as bank",
  ],
  ["a person once", { OPERATOR: "jdelacruz", SUDO_USER: "jdelacruz" }, "jdelacruz as bank"],
  ["the account that is the person's", { SUDO_USER: "bank" }, "bank"],
  [
    "the account last, whoever says that they are it",
    { OPERATOR: "bank", SUDO_USER: "jdelacruz" },
    "jdelacruz as bank",
  ],
  ["a person of a domain", { SUDO_USER: "PNP\\jdelacruz" }, "PNP\\jdelacruz as bank"],
  ["one line", { SUDO_USER: "a\nforged" }, "a_forged as bank"],
])("the trail has %s", (_, environment, name) => {
  expect(operatorName(environment, "bank")).toBe(name);
});

test.each(["Juan Dela Cruz", "a\nforged line", "x".repeat(41)])(
  "a command of nobody whose name is %j",
  (OPERATOR) => {
    expect(() => operatorName({ OPERATOR }, "bank")).toThrow("OPERATOR is a short name");
  },
);

test("the account stands there however it is written", () => {
  expect(operatorName({ OPERATOR: "x" }, "_bank")).toBe("x as _bank");
});
