import { mkdirSync, readFileSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { startBank } from "#test/e2e/support/bankProcess.ts";
import { demoMember } from "#test/e2e/support/demoMembers.ts";
import { signInPage } from "#test/e2e/support/signInPage.ts";
import { setLanguage, setTheme } from "#test/e2e/support/showScreen.ts";
import { sandboxClient } from "./client/sandboxClient.ts";
import { BROWSER_ARGS, findBrowser } from "./findBrowser.ts";

const out = "/tmp/cp_pics";
mkdirSync(out, { recursive: true });
const offices = JSON.parse(readFileSync("data/offices.json", "utf8")).offices.map(
  ({ office_id, branch_name, line_1, barangay, municipality_city, state_province }: any) => ({
    office_id, branch_name, line_1, barangay, municipality_city, state_province,
  }),
);
const app = (kind: string, more: object = {}) => ({
  transactionId: "CA-2026-0000123", kind, stage: "review", fee: kind === "generic" ? "0.00" : "150.00",
  officeName: kind === "generic" ? "" : "Camp Crame Branch", officeAddress: kind === "generic" ? "" : "Stall 7, Members Service Center, Gate 2, Bagong Lipunan Ng Crame, Quezon City",
  requestedAt: "2026-11-20T02:14:00.000Z", estimatedReleaseOn: "2026-12-04", pickUpBy: null,
  canWithdraw: kind === "generic", retriesLeft: 3, reason: "", ...more,
});
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const details = (missing: boolean, fee: string) => ({
  status: true, message: "",
  result: { cardFee: fee, cardEstimatedReleaseDate: "2026-11-23", firstName: "Paulo", middleName: missing ? "" : "Reyes", lastName: "Cuevas", dateOfBirth: "19850704", placeOfBirth: "Quezon City", civilStatus: "m", gender: "m", nationality: "PHL", mobileNumber: "+639175551234", emailAddress: "paulo.cuevas@example.com", pStreet: "12 Mabini St", pBarangay: "Poblacion", pCity: "Makati", pProvince: "Metro Manila", pZip: "1210", sourceOfFunds: missing ? "" : "Salary", employment: "Employed", natureOfWork: "Law enforcement", employer: "Philippine National Police", eStreet: "Camp Crame", eBarangay: "Bagong Lipunan", eCity: "Quezon City", eProvince: "Metro Manila", eZip: "1100", idType: "PNP ID", idNumber: missing ? "" : "PNP-1234567", imageSelfie: png, imageIdFront: png, imageIdBack: missing ? "" : png },
  errors: missing ? ["sourceOfFunds", "idNumber", "imageIdBack"].map((param) => ({ param, msg: "Missing" })) : [],
});

type Shot = { name: string; user: string; path: string; act?: (page: Page) => Promise<unknown>; apps?: object[]; missing?: boolean; looks?: string };
const shots: Shot[] = [
  { name: "dash-apply", user: "paulo.cuevas", path: "/dashboard" },
  { name: "dash-type", user: "paulo.cuevas", path: "/dashboard", act: async (p) => { await p.getByRole("button", { name: "Apply for a card" }).click(); await p.getByRole("dialog").waitFor(); } },
  { name: "apply", user: "paulo.cuevas", path: "/apply-visa-card" },
  { name: "apply-perso-missing", user: "paulo.cuevas", path: "/apply-visa-card/type/personalized", missing: true },
  { name: "dash-processing", user: "leonardo.valdez", path: "/dashboard", apps: [app("generic")] },
  { name: "dash-pickup", user: "florante.dagohoy", path: "/dashboard", apps: [app("generic", { officeName: "Camp Crame Branch", pickUpBy: "2027-01-20" })] },
  { name: "dash-perso-processing", user: "raymund.dacanay", path: "/dashboard", apps: [app("personalized")] },
  { name: "dash-released", user: "vicente.pangilin", path: "/dashboard", apps: [app("personalized")] },
  { name: "dash-failed", user: "john.jacinto", path: "/dashboard", apps: [app("personalized")] },
  { name: "dash-upgrade", user: "florante.yambao", path: "/dashboard" },
  { name: "dash-upgrade-dialog", user: "florante.yambao", path: "/dashboard", act: async (p) => { await p.getByRole("button", { name: "Upgrade Now" }).click(); await p.getByRole("dialog").waitFor(); await p.getByLabel("Pick-up location").selectOption({ index: 2 }); } },
  { name: "settings", user: "florante.yambao", path: "/card-settings" },
  { name: "settings-locked", user: "marlon.cabrera", path: "/card-settings" },
  { name: "settings-suspended", user: "imelda.nacion", path: "/card-settings" },
  { name: "settings-cvvlimit", user: "isagani.escalona", path: "/card-settings" },
  { name: "set-pin-number", user: "florante.dagohoy", path: "/set-atm-pin" },
  { name: "set-pin", user: "florante.dagohoy", path: "/set-atm-pin", act: async (p) => { await p.getByLabel("Card number").fill("4000009900012349"); await p.waitForTimeout(100); const { } = {}; await p.getByRole("button", { name: "Activate card" }).click(); } },
  { name: "change-pin", user: "florante.yambao", path: "/change-pin" },
  { name: "change-pin-suspended", user: "imelda.nacion", path: "/change-pin" },
  { name: "change-cvv", user: "florante.yambao", path: "/change-cvv" },
  { name: "change-cvv-limit", user: "isagani.escalona", path: "/change-cvv" },
  { name: "limit", user: "florante.yambao", path: "/update-transaction-limit" },
];
const only = process.argv.slice(2);
const { bank, stop } = await startBank();
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: BROWSER_ARGS });
try {
  for (const shot of shots.filter(({ name }) => only.length === 0 || only.some((w) => name.startsWith(w)))) {
    const context = await browser.newContext({ baseURL: bank.portalUrl, locale: "en-PH", timezoneId: "Asia/Manila" });
    context.setDefaultTimeout(8000);
    if (process.env["FAKE"] !== "0") {
    await context.route(/cardApplications$/, (r) => r.fulfill({ json: { status: true, message: "", result: shot.apps ?? [] } }));
    await context.route(/\/api\/offices/, (r) => r.fulfill({ json: { status: true, message: "", results: { rows: offices } } }));
    await context.route(/persoCardRequestDetails$/, (r) => r.fulfill({ json: details(shot.missing === true, "150.00") }));
    await context.route(/cardRequestDetails$/, (r) => r.fulfill({ json: details(shot.missing === true, "0.00") }));
    }
    try {
      const { page } = await signInPage(context, bank.portalUrl, sandboxClient(bank.sandboxUrl), demoMember(shot.user));
      page.on("console", (m) => m.type() === "error" && console.log(shot.name, m.text()));
      page.on("pageerror", (m) => console.log(shot.name, String(m)));
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(shot.path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector("main .sk"));
      await shot.act?.(page);
      for (const [width, theme, language] of [[1280, "light", "en"], [390, "light", "en"], [390, "dark", "fil"], [1280, "dark", "en"]] as const) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
        await setTheme(page, theme);
        await setLanguage(page, language);
        await page.waitForTimeout(250);
        const isDialog = (await page.locator("dialog[open]").count()) > 0;
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (!isDialog) await page.setViewportSize({ width, height: Math.min(height, 2600) });
        await page.screenshot({ path: `${out}/${shot.name}-${width}-${theme}-${language}.png`, animations: "disabled" });
      }
      console.log("ok", shot.name);
    } catch (error) { console.log("FAILED", shot.name, String(error).slice(0, 400)); }
    await context.close();
  }
} finally { await browser.close(); await stop(); }
