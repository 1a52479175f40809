import { test as base, type Page } from "@playwright/test";
import pg from "pg";
import { type SandboxClient, sandboxClient } from "#test/client/sandboxClient.ts";
import type { Bank } from "./addresses.ts";
import { keepLogs, markLogs } from "./bankLogs.ts";
import { startBank } from "./bankProcess.ts";
import { watchCalls } from "./callsUnderWay.ts";
import { type Canaries, makeCanaries } from "./canaries.ts";
import { bankClock } from "./clock.ts";
import { demoMember, type DemoPerson } from "./demoMembers.ts";
import { guardPages, type PageGuard } from "./pageGuard.ts";
import { signedInTab, signInPage } from "./signInPage.ts";
import { watchBells } from "./bells.ts";
import { rememberToasts } from "./toasts.ts";

type Fixtures = {
  /** Beginning of the username of the demo member the test is about: test.use({ username: … }). */
  username: string;
  /** That member. A test that changes something takes a member no other test uses. */
  member: DemoPerson;
  sandbox: SandboxClient;
  clock: ReturnType<typeof bankClock>;
  /** Fails the test on console errors and policy violations; say beforehand which are wanted. */
  guard: PageGuard;
  /** Codes that earlier tests had sent are of another day: no member's share of this one depends on their order. */
  ownShareOfCodes: void;
  /** Keeps what the bank logged during the test when it fails; set up first, so that it sees how all else ended. */
  logsOfFailure: void;
  /** A page on the dashboard, signed in as the member. */
  signedIn: Page;
  /** A page that is signed in as the member, for a test that begins elsewhere: nothing is open in it yet. */
  signedInTab: Page;
  /** The bank's database as its owner, to arrange what no screen can, and to look at the books. */
  database: pg.Client;
};

type WorkerFixtures = {
  /** What the tests of this worker's bank typed and were sent, to be found nowhere at its end. */
  canaries: Canaries;
  /** The whole bank, of this worker alone: its faults, its clock and its members strike no other. */
  bank: Bank;
};

/** A bank starts in five seconds; with every worker starting one on slow cores it takes longer. */
const START_LIMIT_MS = 600_000;

/** Playwright's test with the bank around it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  username: ["florante.yambao", { option: true }],
  member: async ({ username }, use) => use(demoMember(username)),
  bank: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const { bank, stop } = await startBank();
      await use(bank);
      await stop();
    },
    { scope: "worker", timeout: START_LIMIT_MS },
  ],
  canaries: [
    async ({ bank }, use) => {
      const canaries = makeCanaries();
      await use(canaries);
      await canaries.scan(bank);
    },
    { scope: "worker", timeout: START_LIMIT_MS },
  ],
  baseURL: async ({ bank }, use) => use(bank.portalUrl),
  sandbox: async ({ bank }, use) => {
    const sandbox = sandboxClient(bank.sandboxUrl);
    await use(sandbox);
    await sandbox.endFaults();
  },
  clock: [
    async ({ bank }, use) => {
      // Not at the end of the test that moved it: its pages are still open then, and what they seal by the time
      // that they know would be refused.
      const clock = bankClock(bank.clockFile);
      clock.reset();
      await use(clock);
    },
    { auto: true },
  ],
  ownShareOfCodes: [
    async ({ bank }, use) => {
      await asOwner(bank, (client) =>
        // Sent ahead of the real time, too: a test may have moved the clock.
        client.query(
          "update otp_challenge set sent_at = now() - interval '3 days' where sent_at > now() - interval '2 days'",
        ),
      );
      await use();
    },
    { auto: true },
  ],
  logsOfFailure: [
    async ({ bank }, use, testInfo) => {
      const marks = markLogs(bank.dataDir);
      await use();
      if (testInfo.status !== testInfo.expectedStatus) keepLogs(bank.dataDir, marks, testInfo);
    },
    { auto: true },
  ],
  guard: [
    async ({ context, canaries }, use) => {
      await canaries.watch(context);
      await rememberToasts(context);
      watchBells(context);
      watchCalls(context);
      const guard = await guardPages(context);
      await use(guard);
      await canaries.look(context);
      guard.check();
      // What is still on its way through a handler must not fail a test that is over.
      await Promise.all(
        [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: "ignoreErrors" })),
      );
    },
    { auto: true },
  ],
  signedIn: async ({ context, bank, sandbox, member }, use) => {
    await use(await signInPage(context, bank.portalUrl, sandbox, member));
  },
  signedInTab: async ({ context, bank, sandbox, member }, use) => {
    await use(await signedInTab(context, bank.portalUrl, sandbox, member));
  },
  database: async ({ bank }, use) => asOwner(bank, use),
});

/** The bank's database as its owner, for as long as this lasts. */
async function asOwner(bank: Bank, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: bank.databaseUrls.ownerUrl });
  await client.connect();
  await act(client);
  await client.end();
}
