import { expect } from "@playwright/test";
import { brand } from "#brand";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { holdRequests, loginPage, watchCalls } from "./support/loginPage.ts";

const WRONG = "The username or password is not right.";
const SUSPENDED =
  "Your account is currently suspended due to multiple failed login attempts. Please try again after 15 minutes.";

test("A01 every signed-out page names exactly the three features", async ({ page }) => {
  for (const path of ["/login", "/signup", "/forgot", "/terms-and-conditions"]) {
    await page.goto(path);
    const features = page.getByRole("banner").getByRole("listitem");
    await expect(features).toHaveText([
      "View your balance real-time",
      "View your loan details",
      "Apply for a prepaid card",
    ]);
  }
});

test("A02 an unknown or protected address leads to the login", async ({ page }) => {
  for (const path of ["/", "/dashboard", "/transfer-funds?to=own", "/nowhere/at/all"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Login");
    if (path !== "/") await expect(page).toHaveURL(/\/login$/);
  }
});

test.describe("signed in", () => {
  test.use({ username: "lemuel.ocampo" });
  test("A03 a public address leads a signed-in member to the dashboard", async ({
    signedIn: page,
  }) => {
    for (const path of ["/login", "/signup", "/forgot", "/terms-and-conditions", "/"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Dashboard");
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });
});

test("A04 A05 A06 the form, its links and the footer", async ({ page }) => {
  const login = loginPage(page);
  await login.open();
  await expect(login.username).toHaveAttribute("autocomplete", "username webauthn");
  await expect(login.password).toHaveAttribute("autocomplete", "current-password");
  const link = (name: string) => page.getByRole("link", { name });
  await expect(link("Create an account")).toHaveAttribute("href", "/signup");
  await expect(link("Terms and Conditions")).toHaveAttribute("href", "/terms-and-conditions");
  await expect(link("Downloadable Forms")).toHaveAttribute("href", brand.links.forms);
  await expect(link("Become a Member")).toHaveAttribute("href", brand.links.becomeMember);
  await expect(page.getByText("regulated by the Bangko Sentral ng Pilipinas")).toBeVisible();
  await link("Forgot username or password?").click();
  await expect(login.heading).toHaveText("Login Problem?");
  await page.goBack();
  await expect(login.heading).toHaveText("Member Login");
});

test("A07 empty fields are named, and nothing is sent while one has an error", async ({ page }) => {
  const login = loginPage(page);
  await login.open();
  const calls = watchCalls(page);
  await login.logIn.click();
  await expect(page.getByText("This field is required")).toHaveCount(2);
  await expect(login.username).toBeFocused();
  await expect(login.username).toHaveAttribute("aria-invalid", "true");
  await expect(login.logIn).toHaveAttribute("aria-disabled", "true");
  await login.username.fill("somebody");
  await expect(page.getByText("This field is required")).toHaveCount(1);
  await login.username.press("Enter");
  await expect(page.getByText("This field is required")).toHaveCount(1);
  await login.password.fill("a carabao in the shade");
  await expect(login.logIn).not.toHaveAttribute("aria-disabled", "true");
  expect(calls).not.toContain("POST /api/v2/login");
});

test("A08 A09 A10 the third failure suspends the username here, without another call", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/400 |423 /);
  const login = loginPage(page);
  await login.open();
  for (const left of ["2 tries left", "1 try left"]) {
    await login.submit("nobody.knows", "not the password");
    await expect(login.alert).toHaveText(`${WRONG} ${left} before you have to wait 15 minutes.`);
    await expect(login.password).toBeFocused();
    await login.password.fill("");
  }
  await login.submit("nobody.knows", "not the password");
  await expect(login.alert).toContainText(SUSPENDED);
  await expectAccessible(page);

  const cookies = await page.context().cookies();
  const marker = cookies.find(({ name }) => name === "login_suspended_nobody.knows");
  const seconds = (marker?.expires ?? 0) - Number(marker?.value) / 1000;
  expect(Math.abs(seconds)).toBeLessThan(2);

  await page.reload();
  await login.open();
  const calls = watchCalls(page);
  await login.submit("Nobody.Knows", "not the password");
  await expect(login.alert).toContainText(SUSPENDED);
  expect(calls).not.toContain("POST /api/v2/login");
  await login.open();
  await login.submit("somebody.else", "not the password");
  await expect(login.alert).toContainText(WRONG);
});

test.describe("the first sign-in of a browser", () => {
  test.use({ username: "paulo.cuevas" });
  test("A11 A13 W12 S060 a code signs in; the browser keeps little and tells nothing", async ({
    page,
    sandbox,
    member,
  }) => {
    const login = loginPage(page);
    const bodies: string[] = [];
    const addresses: string[] = [];
    page.on("request", (request) => {
      addresses.push(request.url(), request.headers()["referer"] ?? "");
      if (request.method() === "POST") bodies.push(request.postData() ?? "");
    });
    await login.open();
    const loggedIn = page.waitForRequest("**/api/v2/login");
    const code = await sandbox.codeAfter(member.mobileNumber, () => login.submit(member.username));
    expect((await loggedIn).headers()["content-type"]).toBe("application/x-www-form-urlencoded");
    await login.code.fill(code);
    await expect(login.heading).toHaveText("Member Dashboard");
    await expect(page).toHaveURL(/\/dashboard$/);

    const kept = await page.evaluate((): Record<string, string> =>
      Object.fromEntries(Object.entries(sessionStorage)),
    );
    expect(Object.keys(kept).toSorted()).toEqual(["guid", "token"]);
    expect(kept["guid"]).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i);
    const said = [...addresses, await page.title(), page.url()].join("\n");
    for (const secret of [member.username, brand.demoPassword, code, kept["token"] ?? ""]) {
      expect(secret).not.toBe("");
      expect(said).not.toContain(secret);
    }
    expect(bodies.length).toBeGreaterThanOrEqual(2);
    for (const body of bodies) {
      const clear = decodeURIComponent(body.replaceAll("+", " "));
      for (const secret of [member.username, brand.demoPassword, code]) {
        expect(clear).not.toContain(secret);
      }
    }
  });
});

test.describe("without a profile", () => {
  test.use({ username: "florante.dagohoy" });
  test("A12 a profile that is refused says why and ends the session", async ({
    page,
    sandbox,
    member,
  }) => {
    await page.route(/\/api\/members\/[^/]+$/, (route) =>
      route.fulfill({ json: { status: false, message: "Your record is being moved." } }),
    );
    const login = loginPage(page);
    await login.open();
    const code = await sandbox.codeAfter(member.mobileNumber, () => login.submit(member.username));
    await login.code.fill(code);
    await expect(page.getByText("Your record is being moved.")).toBeVisible();
    await expect(login.heading).toHaveText("Member Login");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

test("what was typed before the program came stays, and an early Enter is done once it is there", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/400 |423 /);
  const login = loginPage(page);
  const program = await holdRequests(page, /\/assets\/first-.*\.js$/);
  await page.goto("/login");
  await login.username.fill("early.bird");
  await login.password.fill("typed in good time");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  const calls = watchCalls(page);
  program.release();
  await expect(login.alert).toContainText(WRONG);
  await expect(login.username).toHaveValue("early.bird");
  await expect(login.password).toHaveValue("typed in good time");
  expect(calls.filter((call) => call === "POST /api/v2/login")).toHaveLength(1);
});

test("who presses too early and goes on typing sends nothing half typed", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/400 |423 /);
  const login = loginPage(page);
  const program = await holdRequests(page, /\/assets\/first-.*\.js$/);
  await page.goto("/login");
  await login.username.fill("early.bird");
  await page.keyboard.press("Enter");
  await login.password.pressSequentially("typ");
  const calls = watchCalls(page);
  program.release();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")),
  );
  await login.password.pressSequentially("ed in good time");
  await page.keyboard.press("Enter");
  await expect(login.alert).toContainText(WRONG);
  expect(calls.filter((call) => call === "POST /api/v2/login")).toHaveLength(1);
});

test("without a network nothing is sent and the page says so", async ({ page, context, guard }) => {
  guard.expectMessage(/ERR_INTERNET_DISCONNECTED/);
  const login = loginPage(page);
  await login.open();
  await context.setOffline(true);
  await login.submit("nobody.offline");
  await expect(login.alert).toContainText("You are offline. Nothing was sent.");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(login.alert).toHaveCount(0);
});

test("a sign-in that reaches neither the server nor what the page fetches only then ends in words, and works later", async ({
  page,
  guard,
}) => {
  guard.expectMessage(/net::ERR_FAILED|400 /);
  const login = loginPage(page);
  await login.open();
  // What signs in is fetched with the first try, what explains an outage is not.
  await login.submit("nobody.reaches", "not the password");
  await expect(login.alert).toContainText(WRONG);
  const away = /\/api\/|\/assets\//;
  await page.route(away, (route) => route.abort());
  await login.submit("nobody.reaches", "neither is this");
  await expect(login.alert).toHaveText("We could not reach the server. Please try again.");
  await page.unroute(away);
  await login.submit("nobody.reaches", "not the password either");
  await expect(login.alert).toContainText(WRONG);
});

test("a slow answer is announced after six seconds", async ({ page, guard }) => {
  guard.expectMessage(/400 |423 /);
  const login = loginPage(page);
  await page.clock.install();
  await login.open();
  const answer = await holdRequests(page, /\/api\/v2\/login$/);
  const asked = page.waitForRequest(/\/api\/v2\/login$/);
  await login.submit("nobody.slow");
  await asked;
  await expect(page.getByRole("button", { name: "Logging in" })).toBeVisible();
  await page.clock.runFor(6_100);
  await expect(page.getByText("Your connection is slow. This may take a while.")).toBeVisible();
  await expectAccessible(page);
  answer.release();
  await expect(login.alert).toContainText(WRONG);
});
