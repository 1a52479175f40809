import { expect } from "@playwright/test";
import { shopCode } from "#test/support/shopCode.ts";
import { expectAboveButton } from "./support/aboveButton.ts";
import { expectAccessible } from "./support/axe.ts";
import { FILMED } from "./support/cameraFilm.ts";
import { test } from "./support/fixtures.ts";
import { send, typeCode } from "./support/topUp.ts";
import { show } from "./support/scanCode.ts";
import { TO } from "./support/sendMoney.ts";
import { setTheme } from "./support/showScreen.ts";

/** Of a shop whose acquirer takes no InstaPay transfers. */
const FAR_SHOP = shopCode({ bic: "NOTTPHM2XXX" });
const ONCE = shopCode({ number: TO.credited, amount: "250.00", reference: "INV-77", store: "S02" });
/** Printed over an account of somebody else's. */
const ANOTHERS = shopCode({ number: "109450542601", amount: "120.00", reference: "INV-78" });
const STATIC = shopCode({ number: TO.credited, name: "Tindahan #5 ni Ising", city: "Iloilo" });

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
      await show(page, FAR_SHOP);
      await expect(page.getByText(/takes no InstaPay transfers from us/)).toBeVisible();
      await show(page, ONCE.replace("250.00", "150.00"));
      await expect(page.getByText(/This code is damaged or was changed/)).toBeVisible();
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

test.describe("a shop", () => {
  test.use({ username: "arnel.gacutan" });
  test("S365 a shop's code is scanned, kept over a reload and paid without a fee, and nothing of it can be changed", async ({
    signedInTab: page,
    sandbox,
    member,
    database,
    guard,
  }) => {
    await page.goto("/qr-code");
    await show(page, ONCE);
    const said = page.locator("main dl").first();
    for (const text of ["Aling Nena Store", "Quezon City", "BDO Unibank", "₱250.00", "INV-77"])
      await expect(said).toContainText(text);
    await expect(said).toContainText("No fee");
    await expect(said).not.toContainText("Account number");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use it" }).click();

    const shop = page.getByRole("region", { name: "The shop" });
    await expect(shop).toContainText("Aling Nena Store");
    await expect(shop).toContainText("INV-77");
    const amount = page.getByLabel("Amount, in pesos");
    await expect(amount).toHaveValue("250.00");
    await expect(amount).toHaveAttribute("readonly", "");
    for (const name of ["Account number", "Account name"])
      await expect(page.getByLabel(name)).toHaveCount(0);
    await expect(page.getByRole("combobox", { name: "Destination bank" })).toHaveCount(0);
    await expect(page.getByRole("radio", { name: /^PESONet/ })).toHaveCount(0);
    await expect(page.getByText("The shop's code says how much")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next" }).click();

    await test.step("left and come back to, and gone back from, it is the same shop", async () => {
      await expect(page.locator(".sheet-rows")).toContainText("INV-77");
      await page.goto("/transfer-funds");
      await expect(page.locator(".sheet-rows")).toContainText("INV-77");
      await page.getByRole("button", { name: "Edit details" }).click();
      await expect(shop).toContainText("INV-77");
      await page.getByRole("button", { name: "Next" }).click();
    });

    await expect(page.locator(".revtop")).toContainText(
      "You are sending₱250.00to Aling Nena Store, Quezon City",
    );
    await expect(page.locator(".sheet-rows")).toContainText("Transaction FeeNo fee");
    await expectAboveButton(page, page.getByText("Check that this is the shop before you."));
    await expectAccessible(page);
    const code = await sandbox.codeAfter(member.mobileNumber, () => send(page));
    await expect(page.getByRole("dialog", { name: "Verify One-Time Password" })).toContainText(
      "It approves ₱250.00 to Aling Nena Store",
    );
    await typeCode(page, code);
    await page.getByRole("button", { name: "View receipt" }).click();
    const receipt = page.locator("article.receipt");
    await expect(receipt).toContainText("A shop, by its QR Ph code");
    await expect(receipt).toContainText("Shop's referenceINV-77");
    await expect(receipt).toContainText("₱0.00");
    await expect(page.getByRole("link", { name: "Send again" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save recipient" })).toHaveCount(0);
    await expectAccessible(page);
    const { rows } = await database.query(
      "select fee_centavos::text as fee, shop ->> 'reference' as reference from transfer where amount_centavos = 25000 and shop is not null",
    );
    expect(rows).toEqual([{ fee: "0", reference: "INV-77" }]);

    await test.step("S380 the same code again is refused in words, before a code is sent", async () => {
      guard.expectMessage(/422/);
      await page.goto("/qr-code");
      await show(page, ONCE);
      await page.getByRole("button", { name: "Use it" }).click();
      await page.getByRole("button", { name: "Next" }).click();
      await send(page);
      await expect(page.getByText(/You have paid this code already/).first()).toBeVisible();
    });

    await test.step("S381 where the bank has another name than the code, the member says first that they know", async () => {
      await page.goto("/qr-code");
      await show(page, ANOTHERS);
      await page.getByRole("button", { name: "Use it" }).click();
      await expect(shop.getByText(/has another name/)).toBeVisible();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("button", { name: "Transfer", exact: true }).click();
      const know = page.getByRole("checkbox");
      await expect(know).toBeFocused();
      await know.check();
      await sandbox.codeAfter(member.mobileNumber, () => send(page));
    });
  });
});

test.describe("a shop, in Filipino", () => {
  test.use({ username: "catherine.ramos" });
  test("S365 of a static code the member says how much; somebody else can be paid instead", async ({
    signedInTab: page,
    sandbox,
    member,
  }) => {
    await page.goto("/qr-code");
    await page.getByRole("radiogroup", { name: "Language" }).getByText("Filipino").click();
    await show(page, STATIC);
    // A sign that no bank can receive is left out of the name.
    await expect(page.locator("main dl").first()).toContainText("TindahanTINDAHAN 5 NI ISING");
    await page.getByRole("button", { name: "Gamitin" }).click();
    const shop = page.getByRole("region", { name: "Ang tindahan" });
    await expect(shop).toContainText("Iloilo");
    await shop.getByRole("button", { name: "Iba ang babayaran" }).click();
    await expect(shop).toHaveCount(0);
    await expect(page.getByRole("combobox", { name: "Bangkong padadalhan" })).toHaveValue("");

    await page.goto("/qr-code");
    await show(page, STATIC);
    await page.getByRole("button", { name: "Gamitin" }).click();
    await page.getByLabel("Halaga, sa piso").fill("75.5");
    await page.getByRole("button", { name: "Susunod" }).click();
    await expect(page.locator(".sheet-rows")).toContainText("Walang bayad");
    const code = await sandbox.codeAfter(member.mobileNumber, () =>
      page.getByRole("button", { name: /^I-.?transfer$/ }).click(),
    );
    await page.getByLabel("6-digit na code").fill(code);
    await page.getByRole("button", { name: "Tingnan ang resibo" }).click();
    await expect(page.locator("article.receipt")).toContainText("TINDAHAN 5 NI ISING");
  });
});
