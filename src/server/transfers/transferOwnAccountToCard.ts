import type { Pool } from "pg";
import { formatPesos } from "#common/money.ts";
import type { TransferReceipt, transferOwnAccountToCard as contract } from "#contract/transfers.ts";
import { sha256 } from "#server/auth/tokens.ts";
import { sqlState } from "#server/db/db.ts";
import type { MoneyCall } from "#server/http/calls.ts";
import { sessionLimits, sessionRefusal } from "#server/http/session.ts";
import { pokeRelay } from "#server/jobs/pokeRelay.ts";
import { pinHmac } from "#server/otp/pinHmac.ts";
import { storedIntent } from "./ownTransferIntent.ts";
import { type TransferVerdict, transferRefusal } from "./transferRefusal.ts";

/** Races that PostgreSQL or the function itself gave up: nothing was done, the same call may be made again. */
const REPEATED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

const SESSION_VERDICTS = new Set([
  "invalid_token",
  "other_device",
  "session_expired",
  "token_expired",
]);

type Accepted = TransferVerdict & { answer: TransferReceipt };

/**
 * Accepts the order and answers its reference number: from here on the money has left the account and
 * is on its way. A repeat under the same key gets the first answer, whatever became of the transfer.
 * Refuses as the contract lists; a refusal moved nothing.
 */
export async function transferOwnAccountToCard(
  call: MoneyCall<typeof contract>,
): Promise<TransferReceipt> {
  const { app, body } = call;
  const intent = JSON.stringify(storedIntent({ kind: "own", ...body }));
  const { idleSeconds, lifeSeconds } = sessionLimits(app);
  const found = await accept(app.pool, [
    call.credentials.tokenHash,
    call.credentials.cookieHash,
    app.now(),
    idleSeconds,
    lifeSeconds,
    call.idempotencyKey,
    // The order, not its proof: a repeat with a newer code is the same order.
    sha256(intent),
    body.source_account,
    body.destination_account,
    body.amount,
    intent,
    body.pinId,
    pinHmac(app.secrets, body.pinId, body.pin),
    formatPesos(body.amount),
    call.correlationId,
  ]);
  if (SESSION_VERDICTS.has(found.verdict)) throw sessionRefusal(found.verdict);
  if (found.verdict !== "ok") throw transferRefusal(found);
  app.metrics.transfers.inc({ state: "accepted" });
  pokeRelay(app);
  return found.answer;
}

async function accept(pool: Pool, values: unknown[]): Promise<Accepted> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A named statement is planned once a connection.
      const { rows } = await pool.query<Accepted>({
        name: "accept_own_transfer",
        text: `select verdict, answer, available_centavos, load_left_centavos
          from accept_own_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        values,
      });
      const found = rows[0];
      if (found === undefined) throw new Error("accept_own_transfer answered nothing");
      return found;
    } catch (error) {
      if (attempt === ATTEMPTS || !REPEATED.has(sqlState(error) ?? "")) throw error;
    }
  }
}
