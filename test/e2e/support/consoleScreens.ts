import { goTo, type Screen, screen } from "./screens.ts";

/** Who of the demo's staff sees most: the supervisor works, the auditor reads, the administrator keeps. */
const [WORKS, READS, KEEPS] = ["supervisor.demo", "auditor.demo", "admin.demo"];

const of = (name: string, path: string, username = WORKS): Screen =>
  screen("staff", `console-${name}`, `/console${path}`, { username });

/** One member's file, part by part. */
const part = (name: string, link: string): Screen =>
  screen(
    "staff",
    `console-member-${name}`,
    async ({ page }) => {
      await goTo(page, "/console/members?membershipNo=0001201100017030");
      await page.locator("main tbody a").first().click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("link", { name: link, exact: true }).click();
      await page.waitForFunction(() => !document.querySelector("main .sk"));
    },
    { username: READS },
  );

/** The screens of the console beside those of screens.ts: drawn by `npm run pictures`. */
export const CONSOLE_SCREENS: readonly Screen[] = [
  screen("guest", "console-sign-in", "/console/sign-in"),
  screen("guest", "console-enrol", "/console/enrol"),
  of("requests", "/requests?show=all"),
  of("members", "/members?lastName=an&firstName=an"),
  part("money", "Accounts and loans"),
  part("devices", "Devices and sessions"),
  of("staff", "/staff", KEEPS),
  of("roles", "/roles"),
  of("imports", "/imports"),
  of("journal", "/ledger"),
  of("new-entry", "/ledger/new-entry"),
  of("accounts", "/ledger/accounts"),
  of("trial-balance", "/ledger/trial-balance"),
  of("day-close", "/ledger/day-close"),
  of("calendar", "/calendar"),
  of("switches", "/switches"),
  of("templates", "/templates"),
  of("offices", "/offices", KEEPS),
  of("banks", "/banks", KEEPS),
  of("jobs", "/jobs"),
  of("texts", "/jobs/texts"),
  of("exceptions", "/jobs/exceptions"),
  of("health", "/health"),
  of("password", "/password"),
  of("not-found", "/nothing/here"),
];
