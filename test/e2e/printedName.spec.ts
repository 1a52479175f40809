import { expect } from "@playwright/test";
import { test } from "./support/fixtures.ts";

test.use({ username: "paulo.cuevas" });

test("S160 who has a name that no card can carry is asked for it at the review, and told at the field what is wrong", async ({
  signedInTab: page,
  database,
  member,
  guard,
}) => {
  guard.expectMessage(/422/);
  const rename = (lastName: string) =>
    database.query("update member set last_name = $1 where username = $2", [
      lastName,
      member.username,
    ]);
  await page.goto("/apply-visa-card/type/personalized");
  await expect(page.getByText("PAULO CUEVAS")).toBeVisible();
  const name = page.getByRole("textbox", { name: "Name on the card" });
  await expect(name).toHaveCount(0);
  await rename("Abdulrahman-Macapagal Al-Hajj Mangudadatu");
  try {
    await page.reload();
    const confirm = page.getByRole("button", { name: "Confirm Application" });
    await page.getByLabel("Pick-up location").selectOption({ index: 1 });
    await expect(confirm).toHaveAttribute("aria-disabled", "true");
    await name.fill("Juan dela Cruz");
    await confirm.click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(/made of your own name or its initials\.$/).last()).toBeVisible();
  } finally {
    await rename("Cuevas");
  }
});
