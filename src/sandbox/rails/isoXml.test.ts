import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { creditTransfers } from "#test/support/railBench.ts";
import { MESSAGES, readMessage } from "./isoXml.ts";

const examples = [...readFileSync("docs/rails.md", "utf8").matchAll(/```xml\n(.*?)```/gs)].map(
  ([, xml = ""]) => xml,
);

test("each example of the description fits its schema, and each message has one", () => {
  const read = examples.map((xml) => readMessage(Buffer.from(xml))?.name);
  expect(new Set(read)).toEqual(new Set(MESSAGES));
});

const right = creditTransfers("INSTAPAY", [{ reference: "IP261121-0000000001" }]);

test.each([
  ["a lower-case name", right.replace("MA. LUZ PENA", "Ma. Luz Pena")],
  ["an account with a letter", right.replace("123456789012", "12345678901A")],
  ["no amount", right.replace(">250.00</IntrBkSttlmAmt>", ">0.00</IntrBkSttlmAmt>")],
  ["dollars", right.replaceAll('Ccy="PHP"', 'Ccy="USD"')],
  ["an element of its own", right.replace("<ChrgBr>", "<Note>x</Note><ChrgBr>")],
  ["another order", right.replace(/(<Cdtr>.*<\/Cdtr>)(<CdtrAcct>.*<\/CdtrAcct>)/, "$2$1")],
  ["a reference of 36", right.replaceAll("IP261121-0000000001", "A".repeat(36))],
  ["an entity", right.replace("MA. LUZ PENA", "&name;")],
  ["bytes that are no UTF-8", Buffer.concat([Buffer.from(right), Buffer.from([0xff])])],
])("S103 %s is no message", (_, changed) => {
  expect(readMessage(Buffer.from(right))).toBeDefined();
  expect(String(changed)).not.toBe(right);
  expect(readMessage(Buffer.from(changed))).toBeUndefined();
});
