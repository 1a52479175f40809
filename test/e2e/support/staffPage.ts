import type { BrowserContext, Page } from "@playwright/test";
import { brand } from "#brand";
import { getStaffMe, staffLogin } from "#contract/staff/session.ts";
import { type BankClient, callBank, newClient } from "#scripts/client/bankClient.ts";
import type { SandboxClient } from "#scripts/client/sandboxClient.ts";

/** The sessions of this process, by bank and username: an authenticator's code counts once. */
const sessions = new Map<string, BankClient>();

/**
 * Opens the console signed in as somebody of the demo's staff, without going through the form. Later
 * pages of the same user at the same bank go on with the session while it lasts.
 */
export async function staffPage(
  context: BrowserContext,
  portalUrl: string,
  sandbox: SandboxClient,
  username: string,
  path = "/",
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
  await page.goto(`${portalUrl}/health/live`);
  await page.evaluate((token) => sessionStorage.setItem("staff-token", token), client.token ?? "");
  await page.goto(`${portalUrl}/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Calls as this user of the demo's staff. */
export async function staffClient(
  portalUrl: string,
  sandbox: SandboxClient,
  username: string,
): Promise<BankClient> {
  const key = `${portalUrl} ${username}`;
  const known = sessions.get(key);
  if (known !== undefined && (await callBank(known, getStaffMe)).httpStatus === 200) return known;
  const client = newClient(portalUrl);
  const answer = await callBank(client, staffLogin, {
    body: { username, password: brand.demoPassword, code: await sandbox.staffCode(username) },
  });
  const token = answer.body.result?.["token"];
  if (typeof token !== "string") throw new Error(`${username}: ${answer.body.message}`);
  client.token = token;
  sessions.set(key, client);
  return client;
}
