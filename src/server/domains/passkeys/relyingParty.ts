import type { IncomingHttpHeaders } from "node:http";
import type { App } from "#server/platform/app.ts";
import { ownOrigin } from "#server/platform/http/origin.ts";

/** Who asks for a passkey: the portal's address, and its name there. No passkey of another address signs for it. */
export type RelyingParty = { origin: string; rpId: string };

export function relyingParty(
  { config }: Pick<App, "config">,
  headers: IncomingHttpHeaders,
): RelyingParty {
  const origin = ownOrigin(config, headers);
  return { origin, rpId: new URL(origin).hostname };
}
