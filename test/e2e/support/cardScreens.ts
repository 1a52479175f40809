import { goTo, type Screen, screen, type Stage } from "./screen.ts";

/** A screen of a member whose card is as it should be for it; it changes nothing. */
const cardScreen = (username: string, name: string, open: Screen["open"] | string): Screen =>
  screen("member", name, open, { username, isShared: true });

/** The card in the states that the demo's members have. */
export const CARD_SCREENS: readonly Screen[] = [
  cardScreen("paulo.cuevas", "card-type-dialog", async ({ page }) => {
    await goTo(page, "/dashboard");
    await page.getByRole("button", { name: "Apply for a card" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  cardScreen("paulo.cuevas", "apply-card", "/apply-visa-card"),
  cardScreen("paulo.cuevas", "apply-personalized", "/apply-visa-card/type/personalized"),
  cardScreen("nerissa.cayabyab", "apply-missing", "/apply-visa-card"),
  screen("member", "apply-refused", refuseApplication, {
    username: "nerissa.cayabyab",
    console: /422/,
  }),
  cardScreen("leonardo.valdez", "dashboard-review", "/dashboard"),
  cardScreen("florante.dagohoy", "dashboard-pickup", "/dashboard"),
  cardScreen("florante.dagohoy", "activate-card", "/set-atm-pin"),
  cardScreen("florante.dagohoy", "set-atm-pin", async ({ page }) => {
    await goTo(page, "/set-atm-pin");
    await page.getByLabel("Card number").fill("4000 0099 0001 2348");
    await page.getByRole("button", { name: "Activate card" }).click();
    await page.getByRole("textbox", { name: "6-digit ATM PIN" }).waitFor();
  }),
  cardScreen("glenn.ramos", "dashboard-processing", "/dashboard"),
  cardScreen("vicente.pangilin", "dashboard-released", "/dashboard"),
  cardScreen("john.jacinto", "dashboard-retry", "/dashboard"),
  cardScreen("imelda.nacion", "card-settings-suspended", "/card-settings"),
  cardScreen("imelda.nacion", "card-suspended-dialog", async ({ page }) => {
    await goTo(page, "/change-pin");
    await page.getByRole("alertdialog").waitFor();
  }),
  cardScreen("marlon.cabrera", "card-settings-locked", "/card-settings"),
  cardScreen("isagani.escalona", "card-settings-limit", "/card-settings"),
  cardScreen("isagani.escalona", "cvv-limit-dialog", async ({ page }) => {
    await goTo(page, "/change-cvv");
    await page.getByRole("alertdialog").waitFor();
  }),
  cardScreen("sheila.guzman", "change-pin-open", (stage) =>
    openUnanswered(stage, "/change-pin", { pinPending: 1 }),
  ),
  cardScreen("sheila.guzman", "change-cvv-open", (stage) =>
    openUnanswered(stage, "/change-cvv", { cvvPending: 1 }),
  ),
  cardScreen("sheila.guzman", "card-settings-cvv-unseen", (stage) =>
    openWith(stage, "/card-settings", {
      cvvToReveal: 1,
      cvvDailyLimitReached: 1,
      dateCvvChanged: new Date().toISOString(),
    }),
  ),
  cardScreen("sheila.guzman", "transaction-limit-open", (stage) =>
    openUnanswered(stage, "/update-transaction-limit", { limitPending: "3000.00" }),
  ),
  cardScreen("sheila.guzman", "card-settings-declined", (stage) =>
    openDeclined(stage, "/card-settings"),
  ),
  cardScreen("sheila.guzman", "history-declined", async (stage) => {
    await openDeclined(stage, "/transaction-history");
    // At least these three: another test may have been declined with this card.
    await stage.page.getByText(/\d declined with the card, no money moved/).click();
  }),
  screen("member", "card-settings-on-its-way", "/card-settings", {
    username: "glenn.ramos",
    console: /409/,
  }),
  cardScreen("marlon.cabrera", "lock-end-dialog", async ({ page }) => {
    await goTo(page, "/card-settings");
    await page.getByRole("button", { name: "Change When the lock ends" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  cardScreen("sheila.guzman", "reset-pin", "/reset-pin"),
  cardScreen("sheila.guzman", "reset-pin-paused", async ({ page }) => {
    await page.route(/\/safety$/, async (route) => {
      const response = await route.fetch();
      const { result, ...rest } = await response.json();
      const pause = { endsAt: "2026-12-02T01:30:00Z", reason: "new_device", isAfterRemoval: false };
      await route.fulfill({ response, json: { ...rest, result: { ...result, pause } } });
    });
    await goTo(page, "/reset-pin");
    await page.getByRole("link", { name: /old PIN|lumang PIN/ }).waitFor();
  }),
  cardScreen("sheila.guzman", "reset-pin-new", async ({ page }) => {
    await goTo(page, "/reset-pin");
    await page.getByLabel("Card number").fill("4000 0099 0001 2348");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "Set New ATM PIN" }).waitFor();
  }),
  cardScreen("sheila.guzman", "lost-card", "/lost-card"),
  cardScreen("sheila.guzman", "lost-card-question", async ({ page }) => {
    await goTo(page, "/lost-card");
    await page.locator(".btn-danger").first().click();
  }),
  cardScreen("sheila.guzman", "lost-card-order", (stage) =>
    openLost(stage, "/lost-card", "stopped"),
  ),
  cardScreen("sheila.guzman", "lost-card-unconfirmed", (stage) =>
    openLost(stage, "/lost-card", "silent"),
  ),
  cardScreen("sheila.guzman", "card-settings-lost", (stage) =>
    openLost(stage, "/card-settings", "stopped"),
  ),
  cardScreen("sheila.guzman", "lost-card-refused", (stage) =>
    openLost(stage, "/lost-card", "refused"),
  ),
  cardScreen("sheila.guzman", "card-lost-refused", (stage) =>
    openLost(stage, "/card-settings", "refused"),
  ),
  cardScreen("maria.santos", "dashboard-long-name", "/dashboard"),
];

/** Sends an application that lacks details: the page is told of none, the server knows them. */
async function refuseApplication({ page }: Stage): Promise<void> {
  await page.route(/\/cardRequestDetails$/, async (route) => {
    const response = await route.fetch();
    // The server's own answer, without what it says is missing.
    const body = (await response.json()) as { errors: unknown[] };
    await route.fulfill({ response, json: { ...body, errors: [] } });
  });
  await goTo(page, "/apply-visa-card");
  await page.getByRole("button", { name: "Confirm Application" }).click();
  await page.getByText("Please see missing details below:").waitFor();
}

/** A change of the card that the issuer has not answered: the server's own answer, with it open. */
async function openUnanswered(stage: Stage, path: string, open: object): Promise<void> {
  await openWith(stage, path, open);
  await stage.page.locator("main .note.warn").waitFor();
}

/** The server's own answer about the card, with some of it as given. */
async function openWith({ page }: Stage, path: string, given: object): Promise<void> {
  await page.route(/\/card\/details$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: object };
    await route.fulfill({ response, json: { ...body, result: { ...body.result, ...given } } });
  });
  await goTo(page, path);
}

/** Uses of the card that were declined, beside what the server tells. */
async function openDeclined({ page }: Stage, path: string): Promise<void> {
  await page.route(/\/notifications$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { results: object };
    const at = new Date().toISOString();
    const one = { read: 1, declined: 1, date: at } as const;
    const merchant = "MERCADO NI ALING NENA SA KANTO NG AURORA";
    const results = {
      ...body.results,
      900000001: {
        ...one,
        id: "900000001",
        message: `₱12,250.00 at ${merchant} was declined: you switched off purchases online. You can switch them on in Card Settings.`,
        leadsTo: "card_settings",
        refNo: null,
      },
      900000002: {
        ...one,
        id: "900000002",
        message: `₱500.00 at ATM CUBAO was declined: the ATM PIN was wrong. If this was not you, lock your card and call us.`,
        leadsTo: "forgotten_pin",
        refNo: null,
      },
      900000003: {
        ...one,
        id: "900000003",
        message: `₱3,200.00 at ${merchant} was declined: there is not enough money on your card. You can top it up from your accounts.`,
        leadsTo: "top_up",
        refNo: null,
      },
    };
    await route.fulfill({ response, json: { ...body, results } });
  });
  await goTo(page, path);
}

/** A card that was reported: the server's own answers, with the loss in them. */
async function openLost(
  { page }: Stage,
  path: string,
  said: "stopped" | "silent" | "refused",
): Promise<void> {
  const add = (url: RegExp, of: (result: object) => object) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: object };
      await route.fulfill({ response, json: { ...body, result: of(body.result) } });
    });
  const lost = { status: 2, cardStatus: 2, balance: null };
  await add(/\/dashboard$/, (result) => ({
    ...result,
    card: { ...(result as { card: object }).card, ...lost },
  }));
  const account = "Cash Advance Storage Account";
  await add(/\/card\/details$/, (result) => ({
    ...result,
    loss: {
      cause: "lost",
      at: "2026-11-21T02:30:00.000Z",
      isConfirmed: said === "stopped",
      isRefused: said === "refused",
      replacements: [
        {
          kind: "generic",
          fee: "100.00",
          feeAccount: account,
          readyOn: "2026-11-23",
          office: "Camp Crame Branch Office, Quezon City",
          printedName: null,
        },
        {
          kind: "personalized",
          fee: "150.00",
          feeAccount: account,
          readyOn: "2026-12-07",
          office: "",
          printedName: "SHEILA M GUZMAN",
        },
      ],
    },
  }));
  await goTo(page, path);
}
