import { commaList, type Config } from "#server/platform/config/config.ts";

/** The push services of the browsers that people have: of Chrome, Firefox, Safari and, by its ending, Edge. */
const HOSTS: ReadonlySet<string> = new Set([
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
]);
const ENDING = ".notify.windows.com";

/**
 * Whether we push to this address. A browser tells it, so a stranger may have made it up: only the known services
 * over https are called, on their own port, and what PUSH_SERVICES names.
 */
export function isPushService(config: Pick<Config, "PUSH_SERVICES">, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, host, username, password, hash } = new URL(endpoint);
  if (username !== "" || password !== "" || hash !== "") return false;
  if (commaList(config.PUSH_SERVICES).includes(origin)) return true;
  return protocol === "https:" && (HOSTS.has(host) || host.endsWith(ENDING));
}
