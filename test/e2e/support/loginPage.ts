import type { Page, Route } from "@playwright/test";
import { brand } from "#brand";

/** The login page's parts, by the words a member reads. */
export function loginPage(page: Page) {
  const username = page.getByLabel("Username", { exact: true });
  const password = page.getByLabel("Password", { exact: true });
  const logIn = page.getByRole("button", { name: "Log in", exact: true });
  return {
    username,
    password,
    logIn,
    heading: page.getByRole("heading", { level: 1 }),
    alert: page.getByRole("alert"),
    code: page.getByLabel("6-digit code"),
    /** Opens the page and waits until it answers. */
    open: async (path = "/login") => {
      await page.goto(path);
      // The program's mark on what it drew; a form's fields are keys of it as well.
      await page.waitForFunction(() =>
        Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
      );
    },
    submit: async (name: string, secret: string = brand.demoPassword) => {
      await username.fill(name);
      await password.fill(secret);
      // What was typed makes it a press of its own, however soon it follows another (src/ui/Button.tsx).
      await logIn.click();
    },
  };
}

/** Keeps every request for these addresses waiting until `release` is called. */
export async function holdRequests(page: Page, url: RegExp): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route: Route) => {
    await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** Counts the calls of the API that the page makes from now on, by method and path. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
