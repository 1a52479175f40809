import { expect, type Page } from "@playwright/test";
import { brand } from "#brand";
import { expectAccessible } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { loginPage } from "./support/loginPage.ts";

// Each of the thirty members of the demo stands for a scenario (data/seed/members.json): what the portal
// shows of it. Nothing is changed; the rejected application goes on in cardLife.spec.ts.

const PESOS = /₱[\d,]+\.\d\d/;
const SUSPENDED =
  "Card is suspended due to 3 failed current PIN entry. Please wait for 24 hours or call";
const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const card = (page: Page) => region(page, "Card");

/** An active card in its colour, with its balance; and the upgrade where there is no personalized one. */
const isActive =
  (tier: string, offersUpgrade = true) =>
  async (page: Page) => {
    await expect(card(page).getByRole("img", { name: new RegExp(`, ${tier}$`) })).toBeVisible();
    await expect(card(page)).toContainText(PESOS);
    const upgrade = card(page).getByRole("button", { name: "Upgrade Now" });
    await expect(upgrade).toHaveCount(offersUpgrade ? 1 : 0);
  };

/** Under this overlay the balance is hidden and nothing is offered. */
const isCovered = (overlay: string, notice: string) => async (page: Page) => {
  await expect(card(page).getByText(overlay, { exact: true })).toBeVisible();
  await expect(card(page)).toContainText(notice);
  await expect(card(page)).toContainText("The balance shows again when the card is in use.");
  await expect(card(page).getByText(PESOS)).toHaveCount(0);
  await expect(card(page).getByRole("button")).toHaveCount(0);
  const settings = card(page).getByRole("link", { name: "Card settings" });
  await expect(settings).toHaveCount(overlay === "Card is admin locked" ? 0 : 1);
  await expectAccessible(page);
};

const offersActivation = (title: string) => async (page: Page) => {
  await expect(card(page)).toContainText(title);
  await expect(card(page).getByLabel("Card number")).toBeVisible();
  const activate = card(page).getByRole("button", { name: "Activate card" });
  await expect(activate).toHaveAttribute("aria-disabled", "true");
};

const hasLoans = (names: readonly string[]) => async (page: Page) => {
  const loans = region(page, new RegExp(`^Active Loans \\(${names.length}\\)`));
  for (const name of names) await expect(loans.getByText(name, { exact: true })).toBeVisible();
};

/** The name that will be printed stands in the dialog, and is asked for where it does not fit; nothing is ordered. */
async function showsPrintedName(page: Page): Promise<void> {
  const upgrade = page.getByRole("button", { name: "Upgrade Now" });
  const dialog = page.getByRole("dialog", { name: "Upgrade to a personalized card" });
  const ok = dialog.getByRole("button", { name: "OK" });
  const office = dialog.getByLabel("Pick-up location");
  await upgrade.click();
  await expect(dialog).toContainText(/Name on the card\s*ELENA [A-Z ]*OCAMPO/);
  await expect(ok).toHaveAttribute("aria-disabled", "true");
  await office.selectOption({ index: 2 });
  await expect(ok).not.toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.route(/\/persoCardRequestDetails/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), printedName: null },
    });
  });
  await page.reload();
  await upgrade.click();
  const name = dialog.getByLabel("Name on the card");
  await expect(name).toBeVisible();
  await office.selectOption({ index: 2 });
  await expect(ok).toHaveAttribute("aria-disabled", "true");
  await name.fill("E Ocampo");
  await expectAccessible(page);
  const refused = { param: "printed_name", msg: "Make it of your own name" };
  await page.route(/\/requestPersoCard/, (route) =>
    route.fulfill({ status: 422, json: { status: false, message: "No", errors: [refused] } }),
  );
  const sent = page.waitForRequest(/\/requestPersoCard/);
  await ok.click();
  expect((await sent).postDataJSON()).toMatchObject({ printed_name: "E Ocampo" });
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Make it of your own name/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

type Check = (page: Page) => Promise<void>;

const SCENARIOS: readonly [username: string, row: string, checks: readonly Check[]][] = [
  ["florante.yambao", "H02 M08 happy path", [isActive("Blue")]],
  [
    "paulo.cuevas",
    "H06 K01 K02 K03 K06 V06 no card yet: either type, and what each costs",
    [
      async (page) => {
        await page.goto("/transaction-history");
        await page.getByRole("link", { name: "Apply for a card" }).click();
        await expect(page).toHaveURL(/\/card-settings$/);
        const costs = "Fee: ₱150.00 for a personalized card, none for a default card.";
        await expect(page.getByRole("main")).toContainText(costs);
        await page.getByRole("button", { name: "Apply for a card" }).click();
        const choice = (name: string) => page.getByRole("dialog").getByLabel(name);
        await expect(choice("Personalized")).toHaveAccessibleName(/Fee: ₱150\.00\.$/);
        await expect(choice("Default")).toHaveAccessibleName(/Fee: none\.$/);
        await page.goto("/dashboard");
      },
      async (page) => {
        await card(page).getByRole("button", { name: "Apply for a card" }).click();
        const dialog = page.getByRole("dialog", {
          name: "Choose the Type of Card to Apply For",
        });
        await expect(dialog.getByLabel("Default (Same Day)")).toBeEnabled();
        // A button that is not ready says why.
        await dialog.getByRole("button", { name: "Next" }).press("Enter");
        await expect(dialog.getByText("This field is required")).toBeVisible();
        await dialog.getByLabel("Personalized (7-10 Working Days)").check();
        await dialog.getByRole("button", { name: "Next" }).click();
        await expect(page).toHaveURL(/\/apply-visa-card\/type\/personalized$/);
        await expect(page.getByText("₱150.00", { exact: true })).toBeVisible();
        const confirm = page.getByRole("button", { name: "Confirm Application" });
        await expect(confirm).toHaveAttribute("aria-disabled", "true");
        await confirm.press("Enter");
        await expect(page.getByText("This field is required")).toBeVisible();
        await page.getByLabel("Pick-up location").selectOption({ index: 1 });
        await expect(confirm).not.toHaveAttribute("aria-disabled");
        for (const picture of ["Selfie", "ID, front", "ID, back"])
          await expect(page.getByRole("img", { name: picture })).toBeVisible();
      },
    ],
  ],
  [
    "florante.dagohoy",
    "M05 L01 pick-up and activation",
    [offersActivation("Your card is ready for pick-up")],
  ],
  [
    "leonardo.valdez",
    "K01 M05 under review",
    [
      async (page) => {
        await expect(card(page)).toContainText("Your card application is being reviewed.");
        await expect(card(page)).toContainText("Estimated release");
        await page.goto("/apply-visa-card");
        await expect(page.getByText("you are not authorized")).toBeVisible();
      },
    ],
  ],
  [
    "imelda.nacion",
    "M01 M02 M03 M07 N07 N10 U03 suspended",
    [
      isCovered("Card is suspended", SUSPENDED),
      async (page) => {
        await page.goto("/card-settings");
        await expect(page.getByText(SUSPENDED)).toBeVisible();
        await expect(page.getByRole("switch")).toHaveCount(0);
        for (const what of ["ATM PIN", "Card's CVV", "Daily Withdrawal Limit"])
          await expect(page.getByRole("button", { name: `Change ${what}` })).toHaveAttribute(
            "aria-disabled",
            "true",
          );
        for (const path of ["/change-cvv", "/update-transaction-limit", "/transfer-funds"]) {
          await page.goto(path);
          await expect(page.getByText("you are not authorized")).toBeVisible();
        }
        await page.goto("/change-pin");
        const dialog = page.getByRole("alertdialog", { name: "Card Suspended" });
        await expect(dialog).toContainText(SUSPENDED);
        await dialog.getByRole("button", { name: "OK" }).click();
        await expect(page).toHaveURL(/\/card-settings$/);
      },
    ],
  ],
  [
    "kenneth.quinto",
    "M01 M02 M03 M07 U04 deactivated",
    [
      isCovered(
        "Card is deactivated",
        `Please go to ${brand.product} Office to request the admin to activate`,
      ),
    ],
  ],
  [
    "dominador.cruz",
    "M01 M02 M03 M07 N10 U04 admin locked",
    [
      isCovered(
        "Card is admin locked",
        `Please go to ${brand.product} Office to request the admin to unlock`,
      ),
      async (page) => {
        await expect(card(page).getByRole("link", { name: brand.cardDisplayName })).toHaveCount(0);
        await page.goto("/card-settings");
        await expect(page.getByText("request the admin to unlock this card")).toBeVisible();
        await expect(page.getByRole("switch")).toHaveCount(0);
        for (const path of ["/change-cvv", "/update-transaction-limit", "/change-pin"]) {
          await page.goto(path);
          await expect(page.getByText("you are not authorized")).toBeVisible();
        }
      },
    ],
  ],
  [
    "marlon.cabrera",
    "M01 M02 M03 N02 N03 N10 member locked",
    [
      isCovered("Card is user locked", "Nobody can use it until you unlock it."),
      async (page) => {
        await page.goto("/card-settings");
        await expect(page.getByRole("switch", { name: "Lock Card" })).toBeChecked();
        await expect(page.getByText("Unlock the card to change its PIN")).toBeVisible();
        await expect(page.getByRole("link", { name: /^Change / })).toHaveCount(0);
        for (const path of ["/change-cvv", "/update-transaction-limit"]) {
          await page.goto(path);
          await expect(page.getByText("you are not authorized")).toBeVisible();
        }
      },
    ],
  ],
  [
    "raymund.dacanay",
    "M05 U02 upgrade processing",
    [
      isActive("Blue", false),
      async (page) => {
        await expect(card(page)).toContainText("Personalized card is processing.");
        await expect(card(page)).toContainText("Pick-up office");
      },
    ],
  ],
  [
    "isagani.bautista",
    "M05 personalized for pick-up",
    [isActive("Gold", false), offersActivation("Your personalized card is ready for pick-up")],
  ],
  [
    "vicente.pangilin",
    "M05 personalized released",
    [isActive("Gold", false), offersActivation("Activate your personalized card")],
  ],
  [
    "john.jacinto",
    "L05 activation failed",
    [
      isActive("Gold", false),
      async (page) => {
        await expect(card(page)).toContainText(
          'Unable to process your card at this time. Please click "Retry"',
        );
        await expect(card(page).getByRole("button", { name: "Retry" })).toBeVisible();
      },
    ],
  ],
  ["wilfredo.padilla", "M08 platinum, personalized", [isActive("Platinum", false)]],
  [
    "glenn.ramos",
    "M04 direct personalized application",
    [
      async (page) => {
        await expect(card(page)).toContainText("Personalized card is processing.");
        await expect(card(page).getByText(PESOS)).toHaveCount(0);
      },
    ],
  ],
  [
    "josephine.pineda",
    "M01 M02 M03 both locks: the admin's counts",
    [isCovered("Card is admin locked", "request the admin to unlock this card")],
  ],
  [
    "nerissa.cayabyab",
    "K04 K05 missing details",
    [
      async (page) => {
        await page.goto("/apply-visa-card");
        await expect(page.getByRole("alert")).toContainText(
          `Some details needed to apply are missing. Please go to ${brand.product} Office to update your information.`,
        );
        await expect(page.getByText("N/A").first()).toBeVisible();
        await expect(page.getByText("Missing", { exact: true }).first()).toBeVisible();
        const confirm = page.getByRole("button", { name: "Confirm Application" });
        await expect(confirm).toHaveAttribute("aria-disabled", "true");
      },
    ],
  ],
  [
    "zaldy.ecal",
    "H05 pensioner",
    [hasLoans(["Pension Loan", "Additional Pension Loan", "Other Pension Loan"])],
  ],
  [
    "arnel.gacutan",
    "H05 M08 vehicles, platinum",
    [
      isActive("Platinum"),
      hasLoans(["Vehicle Loan (Brand New)", "Vehicle Loan (Pre-Owned)", "Motorcycle Loan"]),
    ],
  ],
  [
    "catherine.ramos",
    "H04 past due",
    [
      async (page) => {
        await expect(region(page, /^Active Loans/)).toContainText(/Past due: \d+ days/);
      },
    ],
  ],
  [
    "lemuel.ocampo",
    "H02 H04 capital contribution only",
    [
      async (page) => {
        await expect(region(page, "Account Balances").getByRole("listitem")).toHaveCount(1);
        await expect(page.getByText("No available loans.")).toBeVisible();
        await expect(card(page)).toContainText("You do not have a card yet.");
      },
    ],
  ],
  [
    "isagani.escalona",
    "N05 N09 CVV changed today",
    [
      async (page) => {
        await page.goto("/card-settings");
        await expect(
          page.getByRole("button", { name: "Maximum Limit Per Day Reached" }),
        ).toHaveAttribute("aria-disabled", "true");
        await page.goto("/change-cvv");
        const dialog = page.getByRole("alertdialog", { name: "Daily Limit Reached" });
        await expect(dialog).toContainText(
          "You can only change your Card's CVV once a day. Please wait for 24 hours.",
        );
        await dialog.getByRole("button", { name: "OK" }).click();
        await expect(page).toHaveURL(/\/card-settings$/);
      },
    ],
  ],
  [
    "lourdes.ordonez",
    "P03 load limit nearly used",
    [
      async (page) => {
        await page.goto("/transfer-funds?to=own");
        await expect(
          page.getByText(/Your card can receive ₱[\d,.]+ more this month/),
        ).toBeVisible();
      },
    ],
  ],
  ["daisy.soliman", "M08 active gold card", [isActive("Gold")]],
  ["elena.ocampo", "K09 M08 active blue card", [isActive("Blue"), showsPrintedName]],
  [
    "maria.santos",
    "M08 long names and ñ",
    [
      async (page) => {
        await expect(card(page).getByText(/NIÑA/)).toBeVisible();
      },
    ],
  ],
  ["sheila.guzman", "M08 default data", [isActive("Blue")]],
];

for (const [username, row, checks] of SCENARIOS) {
  test.describe(username, () => {
    test.use({ username });
    test(`${row} (${username})`, async ({ signedIn: page, guard }) => {
      guard.expectMessage(/409 |422 /);
      await expect(region(page, "Account Balances")).toContainText(PESOS);
      for (const check of checks) await check(page);
    });
  });
}

test.describe("who does not get past the login", () => {
  for (const [username, row, says] of [
    ["crisanto.sarmien", "E02 suspended after 6 months", "Your online access is suspended"],
    ["gilbert.samonte", "H08 aged password", "Time to change your password."],
  ] as const) {
    test.describe(username, () => {
      test.use({ username });
      test(`${row} (${username})`, async ({ page, sandbox, member, guard }) => {
        guard.expectMessage(/409|423|400/);
        await loginPage(page).open();
        const logIn = () => loginPage(page).submit(member.username);
        if (username === "gilbert.samonte")
          await loginPage(page).code.fill(await sandbox.codeAfter(member.mobileNumber, logIn));
        else await logIn();
        await expect(page.getByText(says).first()).toBeVisible();
      });
    });
  }
});
