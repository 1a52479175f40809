import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { CARD, issuerAt, makeWalletBench } from "#test/support/walletBench.ts";

const { startIssuer, pass } = makeWalletBench();
const DAY = "2026-11-21";

test("the file of a day of Manila holds what moved on it, and adds up", async () => {
  const { issuer, openCard, withdraw, buy } = await startIssuer();
  await openCard();
  const { accountNo } = CARD;
  await buy("123.45");
  await withdraw("500.00");
  await issuer.credit({ reference: "OT-1", accountNo, amount: 250_00n });
  pass(14 * 3_600_000);
  await buy("9.99", { merchant: 'A, "B"' });

  const file = await issuer.settlementFile(DAY);
  if (file.kind !== "file") throw new Error(file.kind);
  expect(file.lines.map(({ amount }) => amount)).toEqual([-123_45n, -500_00n, -18_00n, 250_00n]);
  expect(file).toMatchObject({ day: DAY, debits: 641_45n, credits: 250_00n });
  expect(file.lines[3]).toMatchObject({ reference: "OT-1", accountNo });
  expect(await issuer.settlementFile("2026-11-22")).toMatchObject({ debits: 9_99n });
  expect(await issuer.settlementFile("2026-11-20")).toMatchObject({ lines: [] });
  expect(await issuer.settlementFile("2026-11-23")).toEqual({ kind: "absent" });
});

test("a long day is read whole", async () => {
  const { issuer, openCard, control } = await startIssuer();
  const transactions = Array.from({ length: 5_000 }, (_, place) => ({
    tranDate: `2026-11-21T01:00:00.${String(place % 1000).padStart(3, "0")}Z`,
    amount: "0.01",
    tranDesc: "Fund Transfer Internal",
  }));
  await openCard();
  await control("/sandbox/cards", {
    cards: [{ accountNo: CARD.accountNo, balance: "50.00", transactions }],
  });
  expect(await issuer.settlementFile(DAY)).toMatchObject({ kind: "file", credits: 50_00n });
});

const HEADER = "type,reference,account,moment,amount,description";
const LINE = 'D,PO-1,990112345006,2026-11-21T02:00:00.000Z,-1.00,"POS Purchase"';
const fileOf = (...rows: string[]) => [...rows, ""].join("\r\n");
const GOOD = fileOf(HEADER, LINE, `T,${DAY},1,1.00,0.00`);

test.each([
  ["totals", "another total", fileOf(HEADER, LINE, `T,${DAY},1,1.01,0.00`)],
  ["totals", "another number of lines", fileOf(HEADER, LINE, LINE, `T,${DAY},1,2.00,0.00`)],
  ["other_day", "another day", fileOf(HEADER, LINE, "T,2026-11-20,1,1.00,0.00")],
  ["no_header", "no trailer", fileOf(HEADER, LINE)],
  ["no_header", "no header", fileOf(LINE, `T,${DAY},1,1.00,0.00`)],
  ["no_header", "half a file", GOOD.slice(0, -10)],
  [
    "odd_line",
    "a line that is none",
    fileOf(HEADER, LINE.replace("-1.00", "-1.005"), `T,${DAY},1,1.00,0.00`),
  ],
  ["other_file", "a sum that is not the file's", undefined],
])("S103 S148 a file is refused in words: %s, for %s", async (fault, _name, content) => {
  const sha256 = createHash("sha256")
    .update(content ?? "something else")
    .digest("hex");
  let answer = { day: DAY, content: content ?? GOOD, sha256 };
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = issuerAt(`http://127.0.0.1:${port}`);
  expect(await issuer.settlementFile(DAY)).toEqual({ kind: "wrong", fault });
  answer = { day: DAY, content: GOOD, sha256: createHash("sha256").update(GOOD).digest("hex") };
  expect(await issuer.settlementFile(DAY)).toMatchObject({ kind: "file", debits: 1_00n });
  server.closeAllConnections();
  server.close();
});
