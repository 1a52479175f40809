import { type BrowserContext, expect } from "@playwright/test";
import type pg from "pg";
import { expectAccessible } from "./axe.ts";

/** Has a receipt checked with its code, as whoever was shown it does, in a page that is not signed in. */
export async function checkAsStranger(
  context: BrowserContext,
  database: pg.Client,
  refNo: string,
): Promise<void> {
  const kept = await database.query<{ code: string }>(
    "select code from transfer_receipt where ref_no = $1",
    [refNo],
  );
  const page = await context.newPage();
  await page.goto("/verify");
  const field = page.getByLabel("Code on the statement or receipt");
  await field.fill(kept.rows[0]?.code.toLowerCase() ?? "");
  await field.press("Enter");
  const main = page.getByRole("main");
  await expect(main).toContainText("We made a receipt with this code");
  await expect(main).toContainText("BDO Unibank, Inc.");
  await expectAccessible(page);
  await page.close();
}
