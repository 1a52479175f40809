import type { BrowserContext } from "@playwright/test";
import { expect } from "@playwright/test";
import type pg from "pg";
import { brand } from "#brand";
import { hotline } from "#contract/hotline.ts";
import { type BankClient, newClient } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { signIn } from "#test/client/signIn.ts";
import type { bankClock } from "./clock.ts";
import type { DemoPerson } from "./demoMembers.ts";
import { holdRequests } from "./loginPage.ts";
import type { TwoTabs } from "./twoTabs.ts";

/** What the makers of server states need. */
export type Around = {
  tabs: TwoTabs;
  context: BrowserContext;
  clock: ReturnType<typeof bankClock>;
  database: pg.Client;
  sandbox: SandboxClient;
  member: DemoPerson;
  portalUrl: string;
};

/**
 * Both tabs ask for several things; while the calls are on their way the state comes about, and then
 * they reach the server in one moment.
 */
async function askAtOnce({ tabs }: Around, makeState?: () => unknown): Promise<void> {
  const pages = [tabs.english, tabs.filipino];
  const holds = await Promise.all(pages.map((page) => holdRequests(page, /\/api\//)));
  for (const page of pages) {
    const waiting: string[] = [];
    page.on("request", (request) => waiting.push(request.url()));
    await page.getByRole("button", { name: /^(?:Refresh|I-\u2060?refresh)$/ }).click();
    await page.getByRole("button", { name: /^(?:Notifications|Mga Abiso)/ }).click();
    await expect
      .poll(() => waiting.filter((url) => url.includes("/members/")).length)
      .toBeGreaterThanOrEqual(2);
  }
  await makeState?.();
  for (const { release } of holds) release();
}

/** The tabs know of a token that was never one. */
async function spoilTokens({ tabs, context, portalUrl }: Around): Promise<void> {
  const third = await context.newPage();
  await third.goto(`${portalUrl}/health/live`);
  await third.evaluate((guid) => {
    const identity = { guid, token: "not of our form" };
    new BroadcastChannel("portal-tabs").postMessage({ kind: "token", identity });
  }, tabs.guid);
  await third.close();
}

/** A device of the member's that is not this browser; known from its first sign-in on. */
let otherDevice: BankClient | undefined;
async function signInElsewhere({ portalUrl, sandbox, member }: Around): Promise<void> {
  otherDevice ??= newClient(portalUrl);
  await signIn(otherDevice, sandbox, member);
}

/** The toast of a session that ran out. */
export const EXPIRED = {
  english: "Your session has expired. Please try to login again.",
  filipino: "Tapos na ang session. Mag-log in ulit.",
};
/** As a toast is remembered: without the mark that holds the line together. */
const HOTLINE = hotline.replaceAll("\u2060", "");
const OTHER_DEVICE = {
  english: `You have been logged out because you logged in on another device. Not you? Call ${HOTLINE} now.`,
  filipino: `Na-log out kayo dahil nag-log in kayo sa ibang device. Hindi kayo iyon? Tumawag agad sa ${HOTLINE}.`,
};

/** What ends a session: how the state comes about, and the one toast of it in each tab. */
export const ENDINGS: {
  row: string;
  what: string;
  /** The socket does not get through. */
  isDeaf?: boolean;
  make: (around: Around) => Promise<unknown>;
  toast: { english: string; filipino: string };
}[] = [
  {
    row: "F07",
    what: "a sign-in on another device, told by the socket",
    make: signInElsewhere,
    toast: OTHER_DEVICE,
  },
  {
    row: "F08",
    what: "a sign-in on another device, told by the next call",
    isDeaf: true,
    make: async (around) => {
      await askAtOnce(around, () => signInElsewhere(around));
    },
    toast: OTHER_DEVICE,
  },
  {
    row: "F09",
    what: "a token without its cookie",
    make: async (around) => {
      await around.context.clearCookies({ name: "sid" });
      await askAtOnce(around);
    },
    toast: { english: "Invalid Token!", filipino: "Hindi na balido ang session. Mag-log in ulit." },
  },
  {
    row: "F10",
    what: "a token that is not of our form",
    make: async (around) => {
      await spoilTokens(around);
      await askAtOnce(around);
    },
    toast: {
      english: "Something went wrong! We are logging you out. Sorry for the inconvenience!",
      filipino: "May nangyaring mali! Ila-log out namin kayo. Paumanhin sa abala!",
    },
  },
  {
    row: "F11",
    what: "seven idle minutes on the server's clock (Session Expired)",
    make: async (around) => {
      await askAtOnce(around, () => around.clock.ahead(420));
    },
    toast: EXPIRED,
  },
  {
    row: "F11",
    what: "nine hours on the server's clock (Token Expired)",
    make: async (around) => {
      await askAtOnce(around, () => around.clock.ahead(9 * 3600));
    },
    toast: EXPIRED,
  },
  {
    row: "F14",
    what: "a fault of the server",
    make: async (around) => {
      const fault = "revoke select on notification from bank_app";
      await askAtOnce(around, () => around.database.query(fault));
    },
    toast: {
      english: "Something went wrong with our server! Please try again later!",
      filipino: "May problema sa aming server. Subukan ulit mamaya.",
    },
  },
];

/** What a card's state says on the dashboard. */
export const CARD_STATES = [
  {
    set: { status: "suspended" },
    english: `Card is suspended due to 3 failed current PIN entry. Please wait for 24 hours or call ${brand.product} ${hotline} to unsuspend card.`,
    filipino: `Suspendido ang card dahil sa 3 maling PIN. Maghintay ng 24 oras o tumawag sa ${brand.product} ${hotline}.`,
  },
  {
    set: { status: "deactivated" },
    english: `Card is deactivated. Please go to ${brand.product} Office to request the admin to activate this card.`,
    filipino: `Naka-deactivate ang card. Pumunta sa ${brand.product} Office para ipa-activate ito sa admin.`,
  },
  {
    set: { admin_locked: true },
    english: `Card is admin locked. Please go to ${brand.product} Office to request the admin to unlock this card.`,
    filipino: `Naka-lock ng admin ang card. Pumunta sa ${brand.product} Office para ipa-unlock ito.`,
  },
  {
    set: { status: "not_applied", perso_status: "processing" },
    english: "Personalized card is processing.",
    filipino: "Ginagawa na ang personalized card.",
  },
];

/** From now on this way of writing to this table fails as the database itself would say it. */
export async function plantFault(
  database: pg.Client,
  table: string,
  event: "insert" | "update",
  errorCode: string,
): Promise<void> {
  await database.query(
    `create or replace function planted_fault() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${errorCode}'; end $$;
    grant execute on function planted_fault() to public;
    create trigger planted before ${event} on ${table} for each row execute function planted_fault()`,
  );
}

/** The table can be written to again. */
export async function removeFault(database: pg.Client, table: string): Promise<void> {
  await database.query(
    `drop trigger if exists planted on ${table}; drop function if exists planted_fault()`,
  );
}
