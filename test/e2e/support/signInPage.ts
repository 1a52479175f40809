import type { BrowserContext, Page } from "@playwright/test";
import { type BankClient, newClient } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { type Identity, signIn } from "#test/client/signIn.ts";
import type { DemoPerson } from "./demoMembers.ts";

/** The browser a member has used before, so that only the first sign-in at a bank needs a code. */
const devices = new Map<string, Map<string, string>>();

/** A page on the dashboard, signed in as signedInTab, whose sign-in is over: a profile that is refused ends it. */
export async function signInPage(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  member: DemoPerson,
): Promise<Page> {
  const page = await signedInTab(context, portalUrl, sandbox, member);
  await page.goto(`${portalUrl}/dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator(".who", { hasText: member.username }).waitFor({ state: "attached" });
  return page;
}

/**
 * A new tab that is signed in, without going through the form, as soon as it shows the portal: signs in
 * over HTTP, gives the browser the cookies, and hands the session over as another tab of the same browser
 * would. Nothing is open in it yet.
 */
export async function signedInTab(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  member: DemoPerson,
): Promise<Page> {
  const { identity } = await signInBrowser(context, portalUrl, sandbox, member);
  const page = await context.newPage();
  await page.addInitScript((known) => {
    // Told until the tab keeps it: one that begins anew before that would be signed out. From then on it keeps
    // its session by itself, or loses it.
    if (window.name === "keeps") return;
    const channel = new BroadcastChannel("portal-tabs");
    channel.addEventListener("message", ({ data }) => {
      if (data.kind !== "who_is_signed_in") return;
      channel.postMessage({ kind: "signed_in", identity: known, ask: data.ask });
    });
    // oxlint-disable-next-line typescript/unbound-method -- called below with the storage it is of
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(this: Storage, name: string, value: string) {
      keep.call(this, name, value);
      if (name !== "token") return;
      window.name = "keeps";
      Storage.prototype.setItem = keep;
      channel.close();
    };
  }, identity);
  return page;
}

/** Signs in over HTTP with the browser's cookies, as one more tab of it would. No page knows of it yet. */
export async function signInBrowser(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  member: DemoPerson,
): Promise<{ client: BankClient; identity: Identity }> {
  const client = newClient(portalUrl);
  for (const [name, value] of devices.get(member.username) ?? []) client.cookies.set(name, value);
  for (const { name, value } of await context.cookies(portalUrl)) {
    if (/^(?:__Host-)?sid$/.test(name)) client.cookies.set(name, value);
  }
  const identity = await signIn(client, sandbox, member);
  const device = [...client.cookies].filter(([name]) => /^(?:__Host-)?dev-/.test(name));
  devices.set(member.username, new Map(device));
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({
      name,
      value,
      url: portalUrl,
      httpOnly: true,
      sameSite: "Strict" as const,
    })),
  );

  return { client, identity };
}

/**
 * A tab that hands this session to those that ask for one, and at once to those that stand open. Close
 * it when they have it.
 */
export async function handOver(
  context: BrowserContext,
  portalUrl: string,
  identity: Identity,
): Promise<Page> {
  const otherTab = await context.newPage();
  await otherTab.goto(`${portalUrl}/health/live`);
  await otherTab.evaluate((known) => {
    const channel = new BroadcastChannel("portal-tabs");
    channel.addEventListener("message", ({ data }) => {
      if (data.kind !== "who_is_signed_in") return;
      channel.postMessage({ kind: "signed_in", identity: known, ask: data.ask });
    });
    channel.postMessage({ kind: "signed_in", identity: known });
  }, identity);
  return otherTab;
}
