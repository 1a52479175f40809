import { brand } from "#brand";
import { staffLogin } from "#contract/staff/session.ts";
import { type BankClient, callBank, newClient } from "#test/client/bankClient.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import { type DemoMember, signIn } from "#test/client/signIn.ts";

/** Somebody who makes calls, and how they come back when a call has ended their session. */
export type Actor = {
  name: string;
  client: BankClient;
  /** What every call of theirs carries. */
  headers: () => Record<string, string>;
  /** Signs in anew; false when it is not possible now. */
  renew: () => Promise<boolean>;
  /** True when calls can be made as them, once a sign-in that is under way is over. */
  isIn: () => Promise<boolean>;
};

/** Who cannot sign in was locked out, suspended or renamed by a call: that is the bank's right, and may end. */
const TRIES_AGAIN_AFTER_MS = 10_000;
const CODE_LASTS_MS = 31_000;

type Bank = { portalUrl: string; sandbox: SandboxClient };

/**
 * A demo member, signed in with the code from the inbox. A member whose account a call has frozen, or
 * who has no code left for this hour, would make no call more: `makeReady` puts that right first.
 */
export const memberActor = (
  bank: Bank,
  member: DemoMember,
  makeReady: () => Promise<void>,
): Actor =>
  actor(bank, member.username, async (client) => {
    await makeReady();
    await signIn(client, bank.sandbox, member);
  });

/** One of the demo's staff, with what their authenticator shows; each code counts once, so they may have to wait. */
export function staffActor(bank: Bank, username: string): Actor {
  let usedAt = 0;
  return actor(bank, username, async (client) => {
    if (Date.now() - usedAt < CODE_LASTS_MS) return;
    usedAt = Date.now();
    const code = await bank.sandbox.staffCode(username);
    const body = { username, password: brand.demoPassword, code };
    const answer = await callBank(client, staffLogin, { body });
    const token = answer.body.result?.["token"];
    if (typeof token !== "string") throw new Error(answer.body.message ?? "no answer");
    Object.assign(client, { token });
  });
}

function actor(
  { portalUrl }: Bank,
  name: string,
  enter: (client: BankClient) => Promise<void>,
): Actor {
  const client = newClient(portalUrl);
  let failedAt: number | undefined;
  let entering: Promise<boolean> | undefined;

  async function tryToEnter(): Promise<boolean> {
    Object.assign(client, { token: undefined });
    try {
      await enter(client);
      failedAt = undefined;
    } catch (error) {
      if (failedAt === undefined) console.log(`${name} could not come back: ${String(error)}`);
      failedAt = Date.now();
    }
    return client.token !== undefined;
  }

  // Calls that were under way together are one ending.
  function renew(): Promise<boolean> {
    if (failedAt !== undefined && Date.now() - failedAt < TRIES_AGAIN_AFTER_MS)
      return Promise.resolve(false);
    entering ??= tryToEnter().finally(() => {
      entering = undefined;
    });
    return entering;
  }

  return {
    name,
    client,
    headers: () => ({
      cookie: [...client.cookies].map(([one, value]) => `${one}=${value}`).join("; "),
      ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }),
    }),
    renew,
    isIn: async () => {
      await entering;
      return client.token !== undefined || (await renew());
    },
  };
}
