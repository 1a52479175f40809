import { type BrowserContext, expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { getStaffMe, staffLogin, staffRefresh } from "#contract/staff/session.ts";
import { type BankClient, callBank, newClient } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";

/** The sessions of this process, by bank and username: an authenticator's code counts once. */
const sessions = new Map<string, BankClient>();
/** The code that each was last opened with. */
const usedCodes = new Map<string, string>();

/** A page of the console, signed in as staffTab. */
export async function staffPage(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  username: string,
  path = "/",
): Promise<Page> {
  const page = await staffTab(context, portalUrl, sandbox, username);
  await page.goto(`${portalUrl}/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/**
 * A new tab that is signed in as somebody of the demo's staff, without going through the form, as soon as
 * it shows the console. Later tabs of the same user at the same bank go on with the session while it lasts.
 */
export async function staffTab(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  username: string,
): Promise<Page> {
  const client = await staffClient(portalUrl, sandbox, username);
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({
      name,
      value,
      url: portalUrl,
      httpOnly: true,
      sameSite: "Strict" as const,
    })),
  );
  const page = await context.newPage();
  followRenewals(page, `${portalUrl} ${username}`, client);
  await page.addInitScript((token) => {
    // Told once: from then on the tab keeps its session by itself, or loses it.
    if (window.name === "told" || !location.protocol.startsWith("http")) return;
    window.name = "told";
    sessionStorage.setItem("staff-token", token);
  }, client.token ?? "");
  return page;
}

/**
 * Who works in a tab has its token renewed, and the former one works for a minute more only: a tab that was
 * opened with it then would lose its session in the middle of a test.
 */
function followRenewals(page: Page, key: string, client: BankClient): void {
  const isRenewal = (url: string) => url.endsWith(staffRefresh.path);
  page.on("request", (request) => {
    // Until its answer is read nobody is given the former token.
    if (isRenewal(request.url()) && sessions.get(key) === client) sessions.delete(key);
  });
  page.on("response", (response) => {
    if (!isRenewal(response.url()) || !response.ok()) return;
    void response.json().then(
      (body: { result: { token: string } }) => {
        client.token = body.result.token;
        if (!sessions.has(key)) sessions.set(key, client);
      },
      // The tab was closed meanwhile: the next one signs in.
      () => undefined,
    );
  });
}

/** Seconds without an action after which a session would be asked about, or over, in the middle of a test. */
const LONG_IDLE = 240;

async function isFresh(client: BankClient): Promise<boolean> {
  const { httpStatus, body } = await callBank(client, getStaffMe);
  return httpStatus === 200 && Number(body.result?.["idleForSeconds"]) < LONG_IDLE;
}

/** Calls as this user of the demo's staff. */
export async function staffClient(
  portalUrl: string,
  sandbox: SandboxClient,
  username: string,
): Promise<BankClient> {
  const key = `${portalUrl} ${username}`;
  const known = sessions.get(key);
  if (known !== undefined && (await isFresh(known))) return known;
  const client = newClient(portalUrl);
  let code = "";
  const shown = async () => {
    code = await sandbox.staffCode(username);
    return code;
  };
  // Of a session that ended within the half minute of its code, the next code opens another.
  await expect.poll(shown).not.toBe(usedCodes.get(key));
  const answer = await callBank(client, staffLogin, {
    body: { username, password: brand.demoPassword, code },
  });
  usedCodes.set(key, code);
  const token = answer.body.result?.["token"];
  if (typeof token !== "string") throw new Error(`${username}: ${answer.body.message}`);
  client.token = token;
  sessions.set(key, client);
  return client;
}
