import type { App } from "#server/app.ts";
import { takeIntoUse } from "./takeIntoUse.ts";

/**
 * Asks the issuer whether a try without an answer made the card work; what is active is taken into use in
 * the name of the member who asked for it. 'unknown' when the issuer does not say.
 */
export async function findLostAnswer(
  app: App,
  tried: { id: bigint; token: string; guid: string; correlationId: string },
): Promise<"activated" | "inactive" | "unknown"> {
  const card = await app.issuer.cardState(tried.token);
  if (card.kind === "unknown") return "unknown";
  if (card.kind !== "card" || card.state !== "active" || card.accountNo === undefined) {
    return "inactive";
  }
  await takeIntoUse(app, {
    applicationId: tried.id,
    panMac: null,
    accountNo: card.accountNo,
    lastFour: card.lastFour,
    expiresOn: card.expiresOn,
    actor: { kind: "member", name: tried.guid },
    correlationId: tried.correlationId,
  });
  return "activated";
}
