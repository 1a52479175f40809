import { getStatus, partNames } from "#contract/status.ts";
import { onPublicCall, type Route } from "#server/platform/http/calls.ts";
import { lastSeen } from "./watchDatabase.ts";

export const statusRoutes: Route[] = [
  // From memory alone: it must be said when nothing else answers, and it may be asked often.
  onPublicCall(getStatus, ({ app }) => {
    const { awaySince, partners, areTextsLate } = lastSeen(app);
    const away = new Map<string, Date | null>(partners.map(({ part, since }) => [part, since]));
    if (areTextsLate) away.set("texts", null);
    if (awaySince !== undefined) away.set("online", awaySince);
    const parts = partNames.map((part) => ({
      part,
      isAway: away.has(part),
      since: away.get(part)?.toISOString() ?? null,
    }));
    return Promise.resolve({ result: { asOf: app.now().toISOString(), parts } });
  }),
];
