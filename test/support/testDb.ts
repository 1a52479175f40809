import { inject } from "vitest";
import { asAdmin, copyTemplate, type TestDb, type TestServer } from "./copyTemplate.ts";

export { asAdmin, type TestDb, type TestServer };

/** Copies the template: some tens of milliseconds. Close it when the file's tests are done. */
export function openTestDb({ max = 10 }: { max?: number } = {}): Promise<TestDb> {
  return copyTemplate(inject("testServer"), max);
}
