import { expect, test } from "vitest";
import { readRemittedFile } from "./readRemittance.ts";

/** A file of so many rows in pieces, as a network delivers it; counts the rows that were asked for. */
function fileOf(rows: number) {
  const sent = { rows: 0 };
  const bytes = async function* () {
    yield Buffer.from("loan_no,amount\n");
    for (; sent.rows < rows; sent.rows += 1000) {
      yield Buffer.from("a,1\n".repeat(Math.min(1000, rows - sent.rows)));
    }
  };
  return { sent, bytes: bytes() };
}

test("S131 a remittance of more than 100,000 rows is refused while it is read, one of as many is read", async () => {
  expect((await readRemittedFile(fileOf(100_000).bytes)).rows).toHaveLength(100_000);
  await expect(readRemittedFile(fileOf(100_001).bytes)).rejects.toMatchObject({
    code: "remittance_too_long",
  });
  const endless = fileOf(5_000_000);
  await expect(readRemittedFile(endless.bytes)).rejects.toMatchObject({
    code: "remittance_too_long",
  });
  expect(endless.sent.rows).toBeLessThanOrEqual(101_000);
});
