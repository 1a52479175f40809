import type { App } from "#server/platform/app.ts";
import type { IssuerCard } from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import { takeIntoUse } from "./takeIntoUse.ts";

/** States that only an activated plastic comes to. */
const WORKED: readonly IssuerCard["state"][] = ["active", "suspended", "deactivated"];

/**
 * Asks the issuer whether a try without an answer made the card work; what works, or has worked, is taken
 * into use in the name of the member who asked for it: what happened to it since is told by events of its
 * own. 'unknown' when the issuer does not say.
 */
export async function findLostAnswer(
  app: App,
  tried: { id: bigint; token: string; guid: string; correlationId: string },
): Promise<"activated" | "inactive" | "unknown"> {
  const card = await app.issuer.cardState(tried.token);
  if (card.kind === "unknown") return "unknown";
  if (card.kind !== "card" || !WORKED.includes(card.state) || card.accountNo === undefined)
    return "inactive";
  await takeIntoUse(app, {
    applicationId: tried.id,
    panMac: null,
    accountNo: card.accountNo,
    lastFour: card.lastFour,
    expiresOn: card.expiresOn,
    actor: { kind: "member", name: tried.guid },
    isLate: true,
    correlationId: tried.correlationId,
  });
  return "activated";
}
