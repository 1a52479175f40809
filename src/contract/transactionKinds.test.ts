import { expect, test } from "vitest";
import { kindText } from "./transactionKinds.ts";

test.each([
  ["Instapay Send", "InstaPay Send", "Padala sa InstaPay"],
  ["Pesonet Fee Returned", "PESONet Fee Returned", "Ibinalik na bayad sa PESONet"],
  ["PESONET RECEIVE", "PESONet RECEIVE", "PESONet RECEIVE"],
  ["INSTAPAY Adjustment", "InstaPay Adjustment", "InstaPay Adjustment"],
  ["POS Purchase", "POS Purchase", "Pagbili sa tindahan"],
])("the issuer's %s is read with the rail spelled as it is", (kind, en, fil) => {
  expect(kindText(kind, "en")).toBe(en);
  expect(kindText(kind, "fil")).toBe(fil);
});
