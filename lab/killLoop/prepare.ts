import pg from "pg";
import { parsePesos } from "#common/money.ts";
import { newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
import { signIn } from "#test/client/signIn.ts";
import type { Stack } from "#scripts/start/startStack.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import { readSecrets } from "#server/platform/secrets/secrets.ts";
import { storedIntent } from "#server/domains/transfers/storedIntent.ts";
import type { Order, Writer } from "./writers.ts";

/** So long may a database take to come back. */
const BACK_WITHIN_MS = 60_000;
const AGAIN_AFTER_MS = 100;

/**
 * Runs statements as the owner, over a connection of its own: the database may have moved. One that was killed
 * is waited for.
 */
export async function asOwner<T>(
  stack: Stack,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connected(stack);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connected(stack: Stack): Promise<pg.Client> {
  for (let waited = 0; ; waited += AGAIN_AFTER_MS) {
    const client = new pg.Client({ connectionString: stack.database.urls().ownerUrl });
    // What a query loses it says itself; between two queries nobody hears.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (waited >= BACK_WITHIN_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}

/** Signs in demo members with an active card and the most savings, over HTTP with codes from the inbox. */
export async function signInWriters(stack: Stack, count: number): Promise<Writer[]> {
  const sandbox = sandboxClient(stack.sandboxUrl);
  const members = await asOwner(stack, async (client) => {
    const { rows } = await client.query<{
      id: string;
      username: string;
      mobile_number: string;
      account_number: string;
      account_no: string;
    }>(
      `select m.id, m.username, m.mobile_number, a.account_number, c.account_no
       from member m
       join card c on c.member_id = m.id and 'active' in (c.status, c.perso_status)
         and not c.admin_locked and not c.member_locked and c.status in ('active', 'not_applied')
       join member_account a on a.member_id = m.id and a.product = 'savings'
       join ledger_account l on l.id = a.ledger_account_id
       where m.status = 'active' and m.mobile_number is not null and l.available_centavos > 1000000
       order by l.available_centavos desc limit $1`,
      [count],
    );
    // Room for the whole loop: the limit is not what is tested here.
    await client.query("update card_tier set monthly_load_limit_centavos = 1000000000");
    return rows;
  });
  const writers: Writer[] = [];
  for (const member of members) {
    const client = newClient(stack.portalUrl);
    await signIn(client, sandbox, {
      username: member.username,
      mobileNumber: member.mobile_number,
    });
    writers.push({
      client,
      memberId: member.id,
      sourceAccount: member.account_number,
      cardAccount: member.account_no,
    });
  }
  return writers;
}

/** Stores what a sent and verified code leaves behind, for each order. */
export async function approve(stack: Stack, orders: readonly Order[]): Promise<void> {
  const secrets = readSecrets(stack.places.secrets);
  await asOwner(stack, (client) =>
    client.query(
      `insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, browser_hash, sent_at, resend_after, expires_at, verified_at)
       select pin_id, member_id, 'transfer', pin_hmac, intent, browser_hash, now(), now(), now() + interval '1 hour', now()
       from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::jsonb[], $5::bytea[]) as o (pin_id, member_id, pin_hmac, intent, browser_hash)`,
      [
        orders.map(({ pinId }) => pinId),
        orders.map(({ writer }) => writer.memberId),
        orders.map(({ pinId, pin }) => pinHmac(secrets, pinId, pin)),
        orders.map(({ writer, amount }) =>
          JSON.stringify(
            storedIntent({
              kind: "own",
              source_account: writer.sourceAccount,
              destination_account: writer.cardAccount,
              amount: parsePesos(amount) ?? 0n,
            }),
          ),
        ),
        orders.map(({ writer }) => sha256(writer.client.cookies.get("sid") ?? "")),
      ],
    ),
  );
}
