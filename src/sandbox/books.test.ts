import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Books, openBooks } from "./books.ts";
import type { Tables } from "./records.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "books-"));
afterAll(() => rmSync(folder, { recursive: true }));

const event = (id: string, state: Tables["event"]["state"]): Tables["event"] => ({
  id,
  type: "card.authorization",
  body: "{}",
  dueAt: 0,
  attempts: 0,
  copies: 1,
  state,
  lastAnswer: "",
});

const waitingIn = (books: Books) =>
  books
    .unfinished("event")
    .map(({ id }) => id)
    .toSorted();

test("S103 what still has to be told is known again after an end, and after the journal was rewritten", () => {
  const file = path.join(folder, "books.jsonl");
  const write = (books: Books, id: string, state: Tables["event"]["state"] | "gone") =>
    books.write([{ table: "event", key: id, record: state === "gone" ? null : event(id, state) }]);
  const first = openBooks(file);
  write(first, "told", "waiting");
  write(first, "told", "delivered");
  write(first, "asked again", "waiting");
  write(first, "asked again", "given_up");
  write(first, "asked again", "waiting");
  write(first, "taken away", "waiting");
  write(first, "taken away", "gone");
  write(first, "new", "waiting");
  expect(waitingIn(first)).toEqual(["asked again", "new"]);
  first.close();

  const second = openBooks(file);
  expect(waitingIn(second)).toEqual(["asked again", "new"]);
  second.compact();
  write(second, "new", "delivered");
  second.close();

  const third = openBooks(file);
  expect(waitingIn(third)).toEqual(["asked again"]);
  third.close();
});
