import { expect, type Page } from "@playwright/test";
import { encodeQR } from "qr";
import { expectAccessible } from "./support/axe.ts";
import { FILMED } from "./support/cameraFilm.ts";
import { test } from "./support/fixtures.ts";
import { setTheme } from "./support/showScreen.ts";

const SHOP =
  "00020101021128620011ph.ppmi.p2m0111GXCHPHM2XXX032121702000005469871609905030005204581453036085802PH5917S and R MBTC 91826006Taguig6104163062650012ph.ppmi.qrph0308SRSU002005212170500000669901340940708GEN0035163049EE7";
/** Chooses a picture with this code in it. */
async function show(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(encodeQR(text, "gif", { scale: 6, border: 4 }));
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "code.gif", mimeType: "image/gif", buffer });
}

test.describe("QR Ph", () => {
  test.use({ username: "isagani.bautista" });
  test("S299 S300 codes are read from pictures, refused in words or shown before they fill the form; one's own can be read too", async ({
    signedInTab: page,
  }) => {
    await test.step("the page is a document of its own, the one that may use the camera", async () => {
      await page.goto("/transfer-funds");
      const opened = page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === "/qr-code",
      );
      await page.getByRole("link", { name: "Pay or be paid by QR code" }).click();
      expect((await opened).headers()["permissions-policy"]).toContain("camera=(self),");
      await expect(page.getByRole("heading", { name: "QR code", level: 1 })).toBeVisible();
      await expect(
        page.getByRole("img", { name: "Your QR Ph code, for any amount" }),
      ).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("a camera that may not be used is said", async () => {
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException("", "NotAllowedError"));
      });
      await page.getByRole("button", { name: "Scan a code" }).click();
      await expect(page.getByText(/The camera may not be used/)).toBeVisible();
    });

    await test.step("what is no code to be paid is refused in words", async () => {
      await show(page, SHOP);
      await expect(page.getByText(/This is a shop's code/)).toBeVisible();
      await show(page, FILMED.replace("21.25", "91.25"));
      await expect(page.getByText(/This code is damaged or was changed/)).toBeVisible();
      await show(page, "https://example.test/win");
      await expect(page.getByText("This is no payment code.")).toBeVisible();
      await page.locator("input[type=file]").setInputFiles({
        name: "not.png",
        mimeType: "image/png",
        buffer: Buffer.from("no picture"),
      });
      await expect(page.getByText("We found no QR code there.")).toBeVisible();
    });

    await test.step("one's own code, as it is saved, is known as such", async () => {
      const saved = page.waitForEvent("download");
      await page.getByLabel(/Amount to ask for/).fill("150");
      await expect(page.getByRole("img", { name: "Your QR Ph code for ₱150.00" })).toBeVisible();
      await page.getByRole("button", { name: "Share or save" }).click();
      await page.locator("input[type=file]").setInputFiles(await (await saved).path());
      await expect(page.getByText("This is your own code.")).toBeVisible();
    });

    await test.step("on a dark screen one's own code stays dark on light", async () => {
      await setTheme(page, "dark");
      const mine = page.getByRole("img", { name: "Your QR Ph code for ₱150.00" });
      await expect(mine).toHaveCSS("background-color", "rgb(255, 255, 255)");
      await setTheme(page, "light");
    });

    await test.step("a camera reads the code before it", async () => {
      await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, "getUserMedia"));
      await page.getByRole("button", { name: "Scan a code" }).click();
      await expect(page.getByRole("heading", { name: "This code says:" })).toBeFocused();
      await expect(page.locator("main dl").first()).toContainText("₱21.25");
      await expect(page.locator("video")).toHaveCount(0);
      await page.getByRole("button", { name: "Another code" }).click();
    });

    await test.step("from the dashboard the camera is on at once, and one's own code comes first", async () => {
      await page.goto("/");
      await page.getByRole("link", { name: "My QR code" }).click();
      await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("My code");
      await page.goto("/");
      await page.getByRole("link", { name: "Scan to pay" }).click();
      await expect(page.getByRole("heading", { name: "This code says:" })).toBeFocused();
      await page.getByRole("button", { name: "Another code" }).click();
    });

    await test.step("a person's code is shown, and fills the form when told to", async () => {
      await show(page, FILMED);
      await expect(page.getByRole("heading", { name: "This code says:" })).toBeFocused();
      const rows = page.locator("main dl").first();
      await expect(rows).toContainText("MA. LUZ PENA");
      await expect(rows).toContainText("BDO Unibank, Inc.");
      await expect(rows).toContainText("1094 5054 2671");
      await expect(rows).toContainText("₱21.25");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Use it" }).click();
      await expect(page.getByLabel("Amount, in pesos")).toHaveValue("21.25");
      await expect(page.getByText("BDO confirms that the account is in this name.")).toBeVisible();
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.locator(".sheet-rows")).toContainText("MA. LUZ PENA");
    });
  });
});
