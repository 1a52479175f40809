import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { freeze as freezeEn } from "#portal/texts/en/freeze.ts";
import { frozen as frozenEn } from "#portal/texts/en/frozen.ts";
import { login as loginEn } from "#portal/texts/en/login.ts";
import { safety as safetyEn } from "#portal/texts/en/safety.ts";
import { shell as shellEn } from "#portal/texts/en/shell.ts";
import { transfer as transferEn } from "#portal/texts/en/transfer.ts";
import { freeze as freezeFil } from "#portal/texts/fil/freeze.ts";
import { frozen as frozenFil } from "#portal/texts/fil/frozen.ts";
import { login as loginFil } from "#portal/texts/fil/login.ts";
import { safety as safetyFil } from "#portal/texts/fil/safety.ts";
import { shell as shellFil } from "#portal/texts/fil/shell.ts";
import { transfer as transferFil } from "#portal/texts/fil/transfer.ts";
import { actions, HANDS, slowConnection } from "./support/actions.ts";
import type { DemoPerson } from "./support/demoMembers.ts";
import { test } from "./support/fixtures.ts";
import { forgetOwnSafety } from "./support/forgetOwnSafety.ts";
import { logIn, makeJoined } from "./support/newcomers.ts";
import { plugIn } from "./support/virtualAuthenticator.ts";

/*
 * What members do often, or in a hurry, counted on a small phone with a slow connection: each press and each field
 * that is typed is one action, and so is the authenticator's own question.
 */

const LANGUAGES = [
  {
    language: "en",
    texts: {
      freeze: freezeEn,
      frozen: frozenEn,
      login: loginEn,
      safety: safetyEn,
      shell: shellEn,
      transfer: transferEn,
    },
  },
  {
    language: "fil",
    texts: {
      freeze: freezeFil,
      frozen: frozenFil,
      login: loginFil,
      safety: safetyFil,
      shell: shellFil,
      transfer: transferFil,
    },
  },
] as const;

const WAYS = LANGUAGES.flatMap((spoken) => HANDS.map((hand) => ({ ...spoken, hand })));
const PAYEE = { name: "Ate Maria", accountNumber: "109450542671" };

test.use({ viewport: { width: 390, height: 780 } });

/** A text as it is drawn: after 'I-' and 'Na-' stands a mark that keeps the word on its line. */
const exactly = (text: string) => new RegExp(`^${text.replaceAll("-", "-.?")}$`);
const button = (page: Page, name: string) => page.getByRole("button", { name: exactly(name) });
const h1 = (page: Page) => page.getByRole("heading", { level: 1 });

async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => {
    document.cookie = `lang=${chosen}; Path=/; SameSite=Lax`;
  }, language);
}

/** Somebody whom the member has sent to, at another bank. */
async function keepPayee(database: pg.Client, { username }: DemoPerson): Promise<void> {
  await database.query(
    `insert into saved_recipient (id, member_id, kind, bank_id, account_number, account_name, nickname, saved_at, last_used_at)
     select gen_random_uuid(), m.id, 'instapay', b.id, $2, 'Maria L. Cordero', $3, now(), now()
     from member m, bank b where m.username = $1 and b.bank_name = 'BDO Unibank, Inc.'
     on conflict do nothing`,
    [username, PAYEE.accountNumber, PAYEE.name],
  );
}

test.describe("with a passkey", () => {
  test.use({ username: "sheila.guzman", viewport: { width: 390, height: 844 } });

  for (const { language, texts, hand } of WAYS) {
    test(`S192 two actions sign in, six send to somebody known: ${language}, by ${hand}`, async ({
      signedInTab: page,
      sandbox,
      member,
      database,
      guard,
    }) => {
      // What the page reads at the moment when its cookies go is refused.
      guard.expectMessage(/status of 401/);
      await keepPayee(database, member);
      const { cdp } = await plugIn(page, true);
      await speak(page, language);
      await page.goto("/safety");
      const code = await sandbox.codeAfter(member.mobileNumber, () =>
        button(page, texts.safety.passkeys.add).click(),
      );
      await page.getByRole("dialog").getByRole("textbox").first().fill(code);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      // A new passkey begins a pause for new payees: this one is known for longer than that.
      await database.query("update member set paused_until = null where username = $1", [
        member.username,
      ]);
      await page.context().clearCookies();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("/login");
      await slowConnection(page, cdp);

      const signIn = actions(hand);
      await signIn.press(button(page, texts.login.passkey));
      signIn.unlock();
      await expect(page).toHaveURL(/\/dashboard$/);
      signIn.expectAtMost(2);

      const send = actions(hand);
      await send.press(page.locator(".tabbar").locator('a[href="/transfer-funds"]'));
      await send.press(page.getByRole("button", { name: PAYEE.name }));
      await send.type(page.locator("#amount"), "25");
      await send.press(button(page, texts.transfer.next));
      // All of the review stands above the button, without a scroll.
      await expect(page.locator(".revtop")).toBeVisible();
      const total = await page.locator(".kv .total").boundingBox();
      const bar = await page.locator(".decide").boundingBox();
      expect((total?.y ?? Infinity) + (total?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await send.press(button(page, texts.transfer.transferButton));
      send.unlock();
      await expect(page.getByRole("dialog").getByText(/IP\d{6}-/)).toBeVisible();
      send.expectAtMost(6);
      // The receipt begins at its top, wherever the form was scrolled to.
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  }

  test.afterEach(async ({ database, member }) => {
    await forgetOwnSafety(database, member);
    await database.query(
      "delete from saved_recipient r using member m where m.id = r.member_id and m.username = $1",
      [member.username],
    );
  });
});

/** Where the member is when it is noticed, a screen a way. */
const NOTICED_AT = ["/transaction-history", "/safety", "/transfer-funds", "/dashboard"];

for (const [place, { language, texts, hand }] of WAYS.entries()) {
  const screen = NOTICED_AT[place] ?? "/safety";
  test(`S200 three actions freeze the account from any screen: ${language}, by ${hand}, at ${screen}`, async ({
    page,
    sandbox,
    database,
    bank,
    guard,
  }) => {
    guard.expectMessage(/401|409/);
    const member = await makeJoined(database, bank.portalUrl, sandbox, {
      username: `nena.${language}.${hand}`,
      password: "seven carabaos in the rain",
    });
    await logIn(page, sandbox, member);
    await speak(page, language);
    await page.goto(screen);
    // Whoever uses the keyboard begins where the page does.
    await expect(h1(page)).toBeFocused();
    await slowConnection(page, await page.context().newCDPSession(page));

    const freeze = actions(hand);
    await freeze.press(button(page, texts.shell.openMenu));
    await freeze.press(
      page.getByRole("dialog").getByRole("button", { name: exactly(texts.freeze.action) }),
    );
    await freeze.press(button(page, texts.freeze.now));
    await expect(page).toHaveURL(/\/frozen$/);
    await expect(h1(page)).toHaveText(exactly(texts.frozen.title));
    freeze.expectAtMost(3);
  });
}
