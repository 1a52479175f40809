import type { Page } from "@playwright/test";
import { encodeQR } from "qr";
import { shopCode } from "#test/support/shopCode.ts";
import { screen } from "./screen.ts";
import { TO } from "./sendMoney.ts";

/** Chooses a picture with this code in it. */
export async function show(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(encodeQR(text, "gif", { scale: 6, border: 4 }));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "code.gif", mimeType: "image/gif", buffer });
}

/** A shop with much to say, for one payment. */
const LONG_SHOP = shopCode({
  number: TO.credited,
  name: "Kapihan at Panaderya ng Magkakapatid",
  city: "Cagayan de Oro City",
  amount: "12.50",
  reference: "INV-2026-0000000000000077",
});

/** A shop in the form, filled in by its code; or on the review. */
async function payShop(page: Page, step: "form" | "review"): Promise<void> {
  await page.goto("/qr-code");
  await show(page, LONG_SHOP);
  await page.locator(".scan-ways button").first().click();
  await page.locator("#amount").waitFor();
  if (step === "form") return;
  await page.locator("button[type=submit]").click();
  await page.locator(".sheet-rows").waitFor();
}

export const SHOP_SCREENS = [
  screen("member", "transfer-shop", ({ page }) => payShop(page, "form"), { isShared: false }),
  screen("member", "transfer-shop-review", ({ page }) => payShop(page, "review"), {
    isShared: false,
  }),
];
