import { type ClientConfig, getConfig, type FeatureState } from "#contract/config.ts";
import { byFeature } from "#contract/features.ts";
import { isSmsDelayed } from "#server/platform/messages/smsDelayed.ts";
import { type Away, readAway } from "#server/platform/status/readAway.ts";
import { onPublicCall, type Route } from "#server/platform/http/calls.ts";

/** Name of the browser's store for the key that encrypts the session storage. */
const SESSION_STORAGE_KEY = "portal-ss-v1";

export const configRoutes: Route[] = [
  onPublicCall(getConfig, async ({ app, fieldKeys }) => {
    const key = await fieldKeys.current();
    const isDelayed = await isSmsDelayed(app);
    // Nobody is kept out because it cannot be said which partner is away.
    const away = await readAway(app).catch(() => []);
    const features = await app.db.selectFrom("feature").selectAll().execute();
    // The table's check allows exactly these states.
    const stateOf = (name: string) =>
      (features.find((feature) => feature.name === name)?.state ?? "hidden") as FeatureState;
    return {
      result: {
        enc: {
          kid: key.kid,
          kem: "P256" as const,
          pub: key.pub,
          notAfter: key.notAfter.toISOString(),
        },
        ssKey: SESSION_STORAGE_KEY,
        serverTime: app.now().getTime(),
        idleSeconds: app.config.IDLE_SECONDS,
        graceSeconds: app.config.GRACE_SECONDS,
        isDemo: app.config.DEMO === "1",
        ...(isDelayed ? { textsDelayed: true } : {}),
        ...partnersAway(away),
        features: byFeature(stateOf),
        ...noticesOf(features),
      },
    };
  }),
];

function partnersAway(all: Away[]): Pick<ClientConfig, "away"> {
  const away = all.map(({ part, since }) => ({ part, since: since.toISOString() }));
  return away.length === 0 ? {} : { away };
}

function noticesOf(
  features: { name: string; text_en: string; text_fil: string; ends_at: Date | null }[],
): { featureNotices?: NonNullable<ClientConfig["featureNotices"]> } {
  const told = features.filter(({ text_en, ends_at }) => text_en !== "" || ends_at !== null);
  if (told.length === 0) return {};
  const notices = told.map(({ name, text_en: en, text_fil: fil, ends_at }) => [
    name,
    { en, fil: fil === "" ? en : fil, until: ends_at?.toISOString() ?? null },
  ]);
  return { featureNotices: Object.fromEntries(notices) };
}
