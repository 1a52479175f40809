import { expect, test } from "vitest";
import { statusRequest } from "./outMessages.ts";
import { readXml, textAt } from "./xml.ts";

test("S103 what stands in a CDATA section is read like any text, and never passes for missing", () => {
  const plain = statusRequest("IP261121-0000000001", 1, {
    participant: "HNAYPHM1XXX",
    at: new Date("2026-11-21T02:00:00Z"),
  });
  const hidden = plain.replace(
    "<MsgId>Q1-IP261121-0000000001</MsgId>",
    "<MsgId><![CDATA[Q1-IP261121]]>-0000000001</MsgId>",
  );
  expect(hidden).not.toBe(plain);
  const read = readXml(Buffer.from(hidden), 10_000);
  if (read.kind !== "message") throw new Error(read.reason);
  expect(textAt(read.root, "FIToFIPmtStsReq/GrpHdr/MsgId")).toBe("Q1-IP261121-0000000001");
});
