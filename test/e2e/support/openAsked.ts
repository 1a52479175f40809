import { goTo, type Stage } from "./screen.ts";

/** A report about a transfer that waits for its member: from the notice to the transfer. */
export async function openAsked({ page }: Stage): Promise<void> {
  await goTo(page, "/dashboard");
  await page.getByRole("button", { name: /^(Notifications|Mga Abiso)/ }).click();
  const asked = /We need your answer in|Kailangan namin ang sagot ninyo sa/;
  await page.locator(".bell-list li").filter({ hasText: asked }).getByRole("link").click();
  await page.locator(".case-words").waitFor();
}
