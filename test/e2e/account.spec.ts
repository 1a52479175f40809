import { X509Certificate } from "node:crypto";
import { expect } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { checkSeal } from "#scripts/statement/checkSeal.ts";
import { pdfText } from "#test/support/pdfText.ts";
import { test } from "./support/fixtures.ts";
import { expectToast } from "./support/toasts.ts";

test.use({ username: "florante.yambao" });

test("a member opens an account from the dashboard, reads every movement, finds one and takes it along", async ({
  signedIn: page,
  database,
  member,
}) => {
  const { rows } = await database.query<{ balance: string; entries: string }>(
    `select to_char(l.balance_centavos / 100.0, 'FM999,999,999,990.00') as balance,
       (select count(*) from posting p where p.ledger_account_id = l.id) as entries
     from member_account a join ledger_account l on l.id = a.ledger_account_id
     join member m on m.id = a.member_id where m.username = $1 and a.product = 'savings'`,
    [member.username],
  );
  const [{ balance, entries } = { balance: "", entries: "" }] = rows;
  await page.getByRole("link", { name: "Savings Deposit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Savings Deposit");
  const facts = page.getByRole("complementary", { name: "Savings Deposit" });
  await expect(facts.locator(".bigamt")).toHaveText(`₱${balance}`);
  const movements = page.getByRole("region", { name: "Movements" });
  await expect(movements.locator(".movement-left").first()).toHaveText(`Balance ₱${balance}`);

  // All of them, the oldest at the end.
  const end = movements.getByText("No more records to display");
  while (!(await end.isVisible())) {
    const before = await movements.locator(".tx").count();
    await page.mouse.wheel(0, 100_000);
    await expect
      .poll(
        async () => (await end.isVisible()) || (await movements.locator(".tx").count()) > before,
      )
      .toBe(true);
  }
  await expect(movements.locator(".tx")).toHaveCount(Number(entries));

  const search = movements.getByLabel("Search");
  await search.fill("To your card");
  await expect(movements.locator(".tx b").filter({ hasNotText: "To your card" })).toHaveCount(0);
  await search.fill("no such thing");
  await expect(movements.getByText("Nothing found")).toBeVisible();
  await search.fill("");
  await movements.getByLabel("Go to month").selectOption({ index: 2 });
  await expect(movements.locator(".dayhd").first()).toBeVisible();

  await facts.getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog", { name: "Download movements" });
  await dialog.getByRole("button", { name: "This year" }).click();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download for accounting programs (OFX)" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^Savings Deposit - \d{4}-\d{2}-\d{2} to .*\.ofx$/);
  expect(await readFile((await file.path()) ?? "", "utf8")).toContain(
    `<BALAMT>${balance.replaceAll(",", "")}`,
  );
  await expectToast(page, "Downloaded");
});

test("S240 the address of an account that is not the member's leads to the page that says so", async ({
  signedIn: page,
  guard,
}) => {
  guard.expectMessage(/404/);
  await page.goto("/accounts/100000000001");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("a member finds what each month left, back to the first one, and takes one along as PDF, with a proof that it is sealed", async ({
  signedIn: page,
  database,
  member,
}) => {
  const readKept = async () =>
    (
      await database.query<{ month: string; closing: string }>(
        `select to_char(s.month, 'Mon YYYY') as month,
           to_char(s.closing_centavos / 100.0, 'FM999,999,999,990.00') as closing
         from account_statement s join member_account a on a.id = s.account_id join member m on m.id = a.member_id
         where m.username = $1 and a.product = 'savings'
           and exists (select from statement_seal d
             where d.month = date_trunc('month', now() at time zone 'Asia/Manila' - interval '1 hour') - interval '1 month')
         order by s.month desc`,
        [member.username],
      )
    ).rows;
  // The worker makes and seals them soon after the bank has started.
  await expect.poll(async () => (await readKept()).length).toBeGreaterThan(0);
  const kept = await readKept();
  await page.getByRole("link", { name: "Savings Deposit", exact: true }).click();
  await page.getByRole("button", { name: "Monthly statements" }).click();
  const dialog = page.getByRole("dialog", { name: "Monthly statements" });
  const months = dialog.getByRole("listitem");
  for (let shown = 12; shown < kept.length; shown += 12) {
    await expect(months).toHaveCount(shown);
    await dialog.getByRole("button", { name: "Earlier months" }).click();
  }
  await expect(months).toHaveCount(kept.length);
  for (const [index, { month, closing }] of kept.entries()) {
    await expect(months.nth(index)).toContainText(month);
    await expect(months.nth(index)).toContainText(`Closing balance ₱${closing}`);
  }
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `PDF, ${kept[0]?.month}` }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^Savings Deposit - \d{4}-\d{2}\.pdf$/);
  const bytes = await readFile((await file.path()) ?? "");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const [code = ""] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(pdfText(bytes)) ?? [];
  const proofComing = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Proof, ${kept[0]?.month}` }).click();
  const proof = JSON.parse(await readFile(await (await proofComing).path(), "utf8"));
  const sealed = (await (await page.request.get("/api/statements/months")).json()).result;
  const published = [new X509Certificate(sealed.certificates[0])];
  const findings = checkSeal({ paper: bytes, proof, sealed, published });
  expect(findings.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^THE SEALED LINES/),
    expect.stringMatching(/^SEALED/),
    expect.stringMatching(/^RECORD OURS/),
    expect.stringMatching(/^CHAIN WHOLE/),
  ]);
  await dialog.getByRole("link", { name: "Check a statement, and what the proof is" }).click();
  await page.getByLabel("Code on the statement or receipt").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("We made a statement with this code")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`₱${kept[0]?.closing}`);
});
