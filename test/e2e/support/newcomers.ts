import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type pg from "pg";
import { withCheckDigit } from "#common/checkDigit.ts";
import { verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp } from "#contract/signUp.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { loginPage } from "./loginPage.ts";

/** On the books, and without an online account. */
export type Newcomer = { membershipNo: string; mobileNumber: string };

/** With an online account that no other test knows. */
export type Joined = Newcomer & { username: string; password: string };

/** Puts a member on the books as an office would: nobody else's test meets this one. */
export async function makeNewcomer(
  database: pg.Client,
  { hasMobile = true } = {},
): Promise<Newcomer> {
  const serial = String(randomInt(10_000_000)).padStart(7, "0");
  const newcomer = {
    membershipNo: withCheckDigit(`00022021${serial}`),
    mobileNumber: `+63998${serial}`,
  };
  await database.query(
    `insert into member (guid, membership_no, first_name, last_name, mobile_number, date_of_birth, created_at)
     values ($1, $2, 'Ligaya', 'Mangga', $3, '1990-05-06', now())`,
    [randomUUID(), newcomer.membershipNo, hasMobile ? newcomer.mobileNumber : null],
  );
  return newcomer;
}

/** A newcomer who has joined, over HTTP. */
export async function makeJoined(
  database: pg.Client,
  portalUrl: string,
  sandbox: SandboxClient,
  account: { username: string; password: string },
): Promise<Joined> {
  const newcomer = await makeNewcomer(database);
  const client = newClient(portalUrl);
  let sent: Record<string, unknown> = {};
  const pin = await sandbox.codeAfter(newcomer.mobileNumber, async () => {
    const { body } = await callBank(client, signUp, {
      body: {
        ...account,
        [memberNumberField]: newcomer.membershipNo,
        confirm_password: account.password,
        ...agreedFields,
      },
    });
    expect(body).toMatchObject({ status: true });
    sent = body.result ?? {};
  });
  const code = { memberGuid: String(sent["guid"]), pinId: String(sent["pinId"]), pin };
  const { body } = await callBank(client, verifyOtp, { body: code });
  expect(body).toMatchObject({ status: true });
  return { ...newcomer, ...account };
}

/** Through the form, with the code that a browser new to the member needs. */
export async function logIn(page: Page, sandbox: SandboxClient, member: Joined): Promise<void> {
  const login = loginPage(page);
  await login.open();
  const code = await sandbox.codeAfter(member.mobileNumber, () =>
    login.submit(member.username, member.password),
  );
  await login.code.fill(code);
  await expect(login.heading).toHaveText("Member Dashboard");
}
