import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import type { TextReport } from "#server/platform/gateways/sms/smsGateway.ts";
import { numberHmacs } from "./numberHmac.ts";
import { endText, noteHandedOver } from "./smsStates.ts";

/**
 * Writes down what the gateway says became of a text. Reports come several times and in any order: what
 * first ended a text stands. A report about a text of unknown outcome also says that it was taken. False when no
 * text of ours is meant.
 */
export async function takeReport(tx: Tx, app: App, report: TextReport): Promise<boolean> {
  const found = await findText(tx, app, report.text);
  if (found === undefined) return false;
  await noteHandedOver(tx, app, found);
  if (report.state === "on_its_way") return true;
  const { id } = found;
  const ended = await endText(tx, app, { id, end: report.state, reason: report.reason });
  if (!ended) await noteContradiction(tx, app, id, report.state);
  return true;
}

type Found = { id: string; gatewayId: string | undefined };

async function findText(tx: Tx, app: App, text: TextReport["text"]): Promise<Found | undefined> {
  if ("id" in text) {
    const known = await tx
      .selectFrom("text_message")
      .select("id")
      .where("id", "=", text.id)
      .executeTakeFirst();
    return known && { id: known.id, gatewayId: text.gatewayId };
  }
  return findByNumber(tx, app, text);
}

/**
 * By the gateway's name and the number. A submit that was never answered left us without that name: then
 * the one text to this number whose outcome is unknown must do. Both in one statement, as a receipt comes while
 * the handover is being written down: asked one after the other, a text can be in neither answer.
 */
async function findByNumber(
  tx: Tx,
  app: App,
  { gatewayIds, to }: Extract<TextReport["text"], { to: string }>,
): Promise<Found | undefined> {
  const hmacs = numberHmacs(app.secrets, to);
  const { rows } = await sql<{ id: string; is_named: boolean }>`
    (select id, true as is_named from text_message
      where gateway_id = any (${gatewayIds}) and number_hmac = any (${hmacs}::bytea[])
      order by created_at desc limit 1)
    union all
    (select id, false from text_message
      where state = 'in_doubt' and number_hmac = any (${hmacs}::bytea[]) limit 2)
  `.execute(tx);
  const named = rows.find((row) => row.is_named);
  if (named !== undefined) return { id: named.id, gatewayId: undefined };
  const [only, another] = rows;
  if (only === undefined || another !== undefined) return undefined;
  return { id: only.id, gatewayId: gatewayIds[0] };
}

async function noteContradiction(
  tx: Tx,
  app: App,
  textId: string,
  reported: string,
): Promise<void> {
  const { state } = await tx
    .selectFrom("text_message")
    .select("state")
    .where("id", "=", textId)
    .executeTakeFirstOrThrow();
  if (state !== reported) app.log.warn({ textId, state, reported }, "a report contradicts another");
}
