import { afterAll, beforeAll, expect, test } from "vitest";
import { drawReceipt } from "#server/domains/transfers/receipt/drawReceipt.ts";
import { Refusal } from "#server/refusal.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { PDF_PROGRAM } from "#server/entry/pdfProgram.ts";
import { makePdfQueue } from "./pdfQueue.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const page = {
  language: "en",
  title: "Transfer receipt",
  state: "Transfer sent",
  amount: "₱1.00",
  rows: [{ name: "Account Name", text: "Niño Peñaflorida" }],
  notes: [],
  at: new Date("2026-11-22T00:00:00Z"),
} as const;

test("S117 a document drawn on the thread is the document, to the letter", async () => {
  const bytes = await world.app.pdf.inTurn("a", (draw) =>
    draw<typeof drawReceipt>("receipt", page),
  );
  expect(pdfText(bytes)).toBe(pdfText(await drawReceipt(page)));
});

test("S117 a hundred at once take the places there are, one is made at a time, and the rest hear that we are busy", async () => {
  const queue = makePdfQueue(world.app, PDF_PROGRAM, { waiting: 7 });
  let atOnce = 0;
  let most = 0;
  const ask = (owner: number) =>
    queue.inTurn(`member ${owner}`, async (draw) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const bytes = await draw<typeof drawReceipt>("receipt", page);
      atOnce -= 1;
      return bytes;
    });
  const ends = await Promise.allSettled(Array.from({ length: 100 }, (_, owner) => ask(owner)));
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  expect(refused).toHaveLength(92);
  for (const reason of refused) {
    expect(reason).toMatchObject({ code: "busy", retryAfterSeconds: 2 });
  }
  expect(most).toBe(1);
  // The places are free again.
  await ask(101);
  await queue.close();
});

test("S117 one person has two places, however often they ask", async () => {
  const queue = makePdfQueue(world.app, PDF_PROGRAM);
  const ask = (owner: string) =>
    queue.inTurn(owner, (draw) => draw<typeof drawReceipt>("receipt", page));
  const own = Promise.allSettled(Array.from({ length: 10 }, () => ask("one")));
  const other = ask("other");
  expect((await own).filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect((await other).length).toBeGreaterThan(1000);
  await queue.close();
});

test("S117 a drawing that fails or takes too long is a calm no, and the next one is drawn", async () => {
  const hurried = makePdfQueue(world.app, PDF_PROGRAM, { patienceMs: 0 });
  const ask = (queue: typeof hurried) =>
    queue.inTurn("one", (draw) => draw<typeof drawReceipt>("receipt", page));
  await expect(ask(hurried)).rejects.toEqual(new Refusal("unavailable"));
  await hurried.close();
  const queue = makePdfQueue(world.app, PDF_PROGRAM);
  // No page at all, as a bug would send it.
  await expect(
    queue.inTurn("one", (draw) => draw("receipt", undefined as never)),
  ).rejects.toMatchObject({
    code: "unavailable",
  });
  expect((await ask(queue)).length).toBeGreaterThan(1000);
  await queue.close();
});
