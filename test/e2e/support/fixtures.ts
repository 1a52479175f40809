import { readFileSync } from "node:fs";
import path from "node:path";
import { test as base, type Page } from "@playwright/test";
import pg from "pg";
import { type SandboxClient, sandboxClient } from "#scripts/client/sandboxClient.ts";
import { type Addresses, addresses } from "./addresses.ts";
import { bankClock } from "./clock.ts";
import { demoMember, type DemoPerson } from "./demoMembers.ts";
import { guardPages, type PageGuard } from "./pageGuard.ts";
import { signInPage } from "./signInPage.ts";

type Fixtures = {
  /** Beginning of the username of the demo member the test is about: test.use({ username: … }). */
  username: string;
  /** That member. A test that changes something takes a member no other test uses. */
  member: DemoPerson;
  bank: Addresses;
  sandbox: SandboxClient;
  clock: ReturnType<typeof bankClock>;
  /** Fails the test on console errors and policy violations; say beforehand which are wanted. */
  guard: PageGuard;
  /** A page on the dashboard, signed in as the member. */
  signedIn: Page;
  /** The bank's database as its owner, to arrange what no screen can, and to look at the books. */
  database: pg.Client;
};

/** Playwright's test with the bank around it. */
export const test = base.extend<Fixtures>({
  username: ["florante.yambao", { option: true }],
  member: async ({ username }, use) => use(demoMember(username)),
  bank: [await addresses(), { option: true }],
  sandbox: async ({ bank }, use) => {
    const sandbox = sandboxClient(bank.sandboxUrl);
    await use(sandbox);
    await sandbox.endFaults();
  },
  clock: async ({ bank }, use) => {
    const clock = bankClock(bank.clockFile);
    await use(clock);
    clock.reset();
  },
  guard: [
    async ({ context }, use) => {
      const guard = await guardPages(context);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
  signedIn: async ({ context, bank, sandbox, member }, use) => {
    const { page } = await signInPage(context, bank.portalUrl, sandbox, member);
    await use(page);
  },
  database: async ({ bank }, use) => {
    // Written by startStack.ts when the bank was up.
    const urls = JSON.parse(
      readFileSync(path.join(bank.dataDir, "database-urls.json"), "utf8"),
    ) as { ownerUrl: string };
    const client = new pg.Client({ connectionString: urls.ownerUrl });
    await client.connect();
    await use(client);
    await client.end();
  },
});
