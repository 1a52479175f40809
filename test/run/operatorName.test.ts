import { expect, test } from "vitest";
import { operatorName } from "#scripts/start/operatorName.ts";

test.each([
  ["the account alone", {}, "ana"],
  ["the person behind sudo", { SUDO_USER: "jdelacruz" }, "jdelacruz as ana"],
  ["who is named", { OPERATOR: "m.santos", SUDO_USER: "root" }, "m.santos as ana"],
  ["the account that is the person's", { SUDO_USER: "ana" }, "ana"],
  ["no name that is none", { OPERATOR: "a\nforged line", SUDO_USER: "" }, "ana"],
])("the trail has %s", (_, environment, name) => {
  expect(operatorName(environment, "ana")).toBe(name);
});
