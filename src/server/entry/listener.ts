import pg from "pg";
import type { App } from "#server/platform/app.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** A pooler, or a machine that vanished, may take a connection and never answer on it. */
const CONNECTS_WITHIN_MS = 10_000;

const CHANNELS = ["bell", "session_ended", "settings_changed"] as const;
type Channel = (typeof CHANNELS)[number];

export type Listener = { close: () => Promise<void> };

/**
 * Hears what transactions of any process announce on these channels. A lost connection is made again; what
 * was said meanwhile is lost, so `onConnect` must look for itself.
 */
export function listen(
  app: App,
  hear: Record<Channel, (payload: string) => void>,
  onConnect: () => void,
  connectsWithinMs = CONNECTS_WITHIN_MS,
): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let wait = FIRST_WAIT_MS;

  function again(error?: unknown): void {
    if (isClosed || timer) return;
    if (error) app.log.warn({ err: error }, "the listening connection broke");
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: app.config.DATABASE_URL,
      keepAlive: true,
      connectionTimeoutMillis: connectsWithinMs,
    });
    client = fresh;
    fresh.on("error", again);
    fresh.on("end", () => again());
    fresh.on("notification", ({ channel, payload = "" }) => {
      const heard = CHANNELS.find((name) => name === channel);
      if (heard !== undefined) hear[heard](payload);
    });
    try {
      await fresh.connect();
      await fresh.query("listen bell; listen session_ended; listen settings_changed");
      wait = FIRST_WAIT_MS;
      onConnect();
    } catch (error) {
      again(error);
      await fresh.end().catch(() => undefined);
    }
  }

  void connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
