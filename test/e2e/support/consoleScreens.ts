import { manilaDate } from "#common/manila.ts";
import { demoMember } from "./demoMembers.ts";
import { follow, goTo, type Screen, screen, type Stage } from "./screen.ts";
import { reviewBank, TO } from "./sendMoney.ts";
import { signedInTab } from "./signInPage.ts";
import { send, typeCode } from "./topUp.ts";

/** Who of the demo's staff sees most: the supervisor works, the auditor reads, the administrator keeps. */
const [WORKS, READS, KEEPS] = ["supervisor.demo", "auditor.demo", "admin.demo"];

const of = (name: string, path: string, username = WORKS): Screen =>
  screen("staff", `console-${name}`, `/console${path}`, { username });

/** A list with the panel of its first row open. */
const withPanel = (
  name: string,
  path: string,
  username = WORKS,
  before: Screen["open"] = async () => undefined,
): Screen =>
  screen(
    "staff",
    `console-${name}`,
    async (stage) => {
      const { page } = stage;
      await before(stage);
      await goTo(page, `/console${path}`);
      await page.locator("main [data-row]").first().click();
      await page.waitForFunction(
        () => document.querySelector(".t-preview dl, dialog dl") && !document.querySelector(".sk"),
      );
    },
    { username },
  );

/** What a button of a page opens. */
const withDialog = (name: string, path: string, username: string, button: string | RegExp) =>
  screen(
    "staff",
    `console-${name}`,
    async ({ page }) => {
      await goTo(page, `/console${path}`);
      await page.getByRole("button", { name: button }).first().click();
      await page.getByRole("dialog").waitFor();
    },
    { username },
  );

/** Somebody's transfer that no bank answers for, and their report of it. */
async function reportUnanswered({ page: desk, context, sandbox }: Stage): Promise<void> {
  // A new tab is at no address yet.
  await goTo(desk, "/console/transfers");
  const portalUrl = new URL(desk.url()).origin;
  const member = demoMember("elena.ocampo");
  const own = await context.browser()?.newContext({ baseURL: portalUrl });
  if (own === undefined) throw new Error("A context of its own browser has none.");
  const page = await signedInTab(own, portalUrl, sandbox, member);
  await reviewBank(page, {
    via: "InstaPay",
    bank: "bdo",
    accountNumber: TO.neverAnswers,
    accountName: "Juan Dela Cruz",
    amount: "25",
  });
  await typeCode(page, await sandbox.codeAfter(member.mobileNumber, () => send(page)));
  await page.getByRole("button", { name: "View receipt" }).click();
  await page.getByRole("button", { name: "Report a problem" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "It has not arrived" }).check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await dialog.getByRole("button", { name: "Done" }).waitFor();
  await own.close();
}

/** Another bank sends money to nobody's account: it is refused, and no member's moves. */
async function sendFromBank({ sandbox }: Stage): Promise<void> {
  await sandbox.sendIncoming({
    account: "99999999",
    amount: "1500.00",
    reference: "TX-OF-NOBODY",
    senderName: "ROSARIO DIMALANTA",
  });
}

/** One member's file, part by part. */
const part = (name: string, link: string, membershipNo = "0001201100017030"): Screen =>
  screen(
    "staff",
    `console-member-${name}`,
    async ({ page }) => {
      await goTo(page, `/console/members?membershipNo=${membershipNo}`);
      await follow(page, page.locator("main tbody a").first());
      await follow(page, page.getByRole("link", { name: link, exact: true }));
    },
    { username: READS },
  );

/** What staff confirm before a member's online access is closed; nothing is sent. */
const closingAccess = screen(
  "staff",
  "console-member-close-access",
  async ({ page }) => {
    await goTo(page, "/console/members?membershipNo=0001201100017030");
    await follow(page, page.locator("main tbody a").first());
    await page.getByRole("button", { name: "Close online access" }).click();
    await page.getByRole("dialog").waitFor();
  },
  { username: WORKS },
);

const freezingByNumber = screen(
  "staff",
  "console-freeze-by-number",
  async ({ page }) => {
    await goTo(page, "/console/members");
    await page.getByRole("button", { name: "Freeze by membership no." }).click();
    await page.getByRole("dialog").waitFor();
  },
  { username: WORKS },
);

/** The page of a loan that is past due. */
async function openLoan({ page }: Stage): Promise<void> {
  const { membershipNo } = demoMember("catherine.ramos");
  await goTo(page, `/console/members?membershipNo=${membershipNo}`);
  await follow(page, page.locator("main tbody a").first());
  await follow(page, page.getByRole("link", { name: "Accounts and loans", exact: true }));
  await follow(page, page.getByRole("link", { name: /^LPRO-/ }).first());
  await page.getByRole("table", { name: "Schedule" }).waitFor();
}

/** A file of an employer with rows that are not right: sent once, whatever is shown of it. */
async function sendRemittance({ page }: Stage): Promise<void> {
  await goTo(page, "/console/payroll/remittances");
  if ((await page.locator("main [data-row]").count()) > 0) return;
  const dialog = page.getByRole("dialog");
  const year = manilaDate(new Date()).slice(0, 4);
  // Somebody's of another employer, and nobody's.
  const rows = [`LPRO-${year}-0000001,8303.58`, "LPRO-2019-0004821,1250.00"];
  await page.getByRole("button", { name: "Send a file" }).click();
  await dialog.getByRole("combobox", { name: "Employer" }).selectOption("BFP");
  await dialog.getByLabel("Money received").fill("9553.58");
  await dialog.getByLabel("Remittance file").setInputFiles({
    name: "bfp-deductions.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["loan_no,amount", ...rows].join("\r\n")),
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Loans and what comes of pay: walked through with the portal's screens. */
export const LOAN_DESK_SCREENS: readonly Screen[] = [
  screen("staff", "console-loan", openLoan, { username: WORKS }),
  screen(
    "staff",
    "console-loan-payment",
    async (stage) => {
      await openLoan(stage);
      await stage.page.getByRole("button", { name: "Pay from savings" }).click();
      await stage.page.getByRole("dialog").getByRole("checkbox").check();
    },
    { username: WORKS },
  ),
  withPanel("monthly-deduction", "/payroll/monthly", WORKS),
  withPanel("remittance", "/payroll/remittances", WORKS, sendRemittance),
  withPanel("remittance-line", "/payroll/exceptions?show=all", WORKS, sendRemittance),
];

/** Why the members' savings are what they are, this month. */
function balanceOfToday(): string {
  const day = manilaDate(new Date());
  return `/ledger/trial-balance/ASSOC/2010?day=${day}&span=month`;
}

/** The screens of the console beside those of screens.ts: drawn by `npm run pictures`. */
export const CONSOLE_SCREENS: readonly Screen[] = [
  screen("guest", "console-sign-in", "/console/sign-in"),
  screen("guest", "console-enrol", "/console/enrol"),
  of("requests", "/requests?show=all"),
  of("members", "/members?lastName=an&firstName=an"),
  part("money", "Accounts and loans"),
  part("devices", "Devices and sessions"),
  part("schedules", "Scheduled", "0001201800019625"),
  of("staff", "/staff", KEEPS),
  of("roles", "/roles"),
  of("imports", "/imports"),
  of("journal", "/ledger"),
  of("new-entry", "/ledger/new-entry"),
  of("accounts", "/ledger/accounts"),
  of("trial-balance", "/ledger/trial-balance"),
  of("balance-explained", balanceOfToday()),
  of("day-close", "/ledger/day-close"),
  of("cash", "/cash", "teller.demo"),
  of("cash-branches", "/cash"),
  withDialog("cash-to-bank", "/cash", "teller.demo", "To the bank"),
  withDialog("cash-decide", "/cash", WORKS, /^Count and decide/),
  of("earnings", "/ledger/earnings"),
  of("earning-rates", "/ledger/earnings/rates"),
  of("calendar", "/calendar"),
  of("switches", "/switches"),
  of("templates", "/templates"),
  of("offices", "/offices", KEEPS),
  of("banks", "/banks", KEEPS),
  of("jobs", "/jobs"),
  of("texts", "/jobs/texts"),
  of("exceptions", "/jobs/exceptions"),
  of("accounts-at-risk", "/accounts-at-risk"),
  of("fees", "/fees"),
  of("approval-policy", "/approval-policy"),
  of("card-applications", "/card-applications?show=all"),
  withPanel("card-application", "/card-applications?show=all"),
  of("card-stock", "/card-stock"),
  withPanel("card-kit", "/card-stock/cards"),
  of("card-batches", "/card-stock/production"),
  withPanel("open-transfer", "/transfers", WORKS, reportUnanswered),
  screen(
    "staff",
    "console-transfer-file",
    async (stage) => {
      const { page } = stage;
      await reportUnanswered(stage);
      await goTo(page, "/console/transfers");
      await page.locator("main [data-row]").first().click();
      await follow(page, page.getByRole("link", { name: "Open the transfer" }));
      await page.getByRole("heading", { name: "Messages of the rail" }).waitFor();
    },
    { username: WORKS },
  ),
  withPanel("inward-credits", "/transfers/inward", WORKS, sendFromBank),
  withPanel("transfer-case", "/transfer-cases", WORKS, reportUnanswered),
  of("transfer-cases", "/transfer-cases"),
  of("loan-applications", "/loan-applications"),
  of("payroll", "/payroll"),
  of("monthly-deductions", "/payroll/monthly"),
  of("remittances", "/payroll/remittances"),
  of("remittance-exceptions", "/payroll/exceptions?show=all"),
  withPanel("loan-application", "/loan-applications"),
  ...LOAN_DESK_SCREENS,
  of("differences", "/reconciliation"),
  of("settlement-files", "/reconciliation/files"),
  of("proof", "/reconciliation/proof"),
  of("health", "/health"),
  of("password", "/password"),
  closingAccess,
  freezingByNumber,
  of("not-found", "/nothing/here"),
];
