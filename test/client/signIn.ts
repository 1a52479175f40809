import { brand } from "#brand";
import { login, verifyOtp } from "#contract/auth.ts";
import { type BankClient, callBank, type RawAnswer } from "./bankClient.ts";
import type { SandboxClient } from "./sandboxClient.ts";

/** Who signs in; demo members' passwords are all the same. */
export type DemoMember = { username: string; mobileNumber: string };

export type Identity = { guid: string; token: string };

/**
 * Signs a member in over HTTP, with the code from the sandbox's inbox where the server wants one. The
 * client holds the cookies and the token afterwards. Throws when the server refuses.
 */
export async function signIn(
  client: BankClient,
  sandbox: SandboxClient,
  member: DemoMember,
): Promise<Identity> {
  const nextCode = await sandbox.watchCodes(member.mobileNumber);
  const first = await callBank(client, login, {
    body: { username: member.username, password: brand.demoPassword },
  });
  // A known device is let in at once, and then no text will come.
  const known = identityIn(first);
  if (known !== undefined) return remember(client, known);
  if (first.body.status !== true) {
    throw new Error(`Signing in ${member.username}: ${first.httpStatus} ${first.body.message}`);
  }
  const pin = await nextCode();
  const sent = first.body.result ?? {};
  const verified = await callBank(client, verifyOtp, {
    body: { memberGuid: String(sent["guid"]), pinId: String(sent["pinId"]), pin },
  });
  const identity = identityIn(verified);
  if (identity === undefined) {
    throw new Error(
      `The code of ${member.username}: ${verified.httpStatus} ${verified.body.message}`,
    );
  }
  return remember(client, identity);
}

function identityIn({ body }: RawAnswer): Identity | undefined {
  const { guid, token } = body.result ?? {};
  return typeof guid === "string" && typeof token === "string" ? { guid, token } : undefined;
}

function remember(client: BankClient, identity: Identity): Identity {
  Object.assign(client, { token: identity.token });
  return identity;
}
