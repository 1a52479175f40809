import { IN_THE_SHELL } from "#portal/api/reads.ts";
import { online } from "#client/connection.ts";
import { outage } from "#client/outage.ts";
import { byServer, keptSince, shownBalances } from "#portal/shared/shownSince.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Banner } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";

/** Says when the server cannot be reached, or can do nothing, and from when is what still shows. */
export function ConnectionBanner() {
  const common = useTexts("common");
  const isOnline = useStore(online);
  const isOut = useStore(outage);
  const isWell = isOnline && !isOut;
  const wasIll = useRef(false);

  useEffect(() => {
    if (isWell && wasIll.current) showToast({ kind: "ok", text: common.offline.back });
    wasIll.current = !isWell;
  }, [common, isWell]);

  if (isWell) return null;
  return isOnline ? <Away /> : <Offline />;
}

function Away() {
  const { outage: texts } = useTexts("common");
  const language = useLanguage();
  const balances = useStore(shownBalances);
  return (
    <Banner kind="warn">
      {texts.away} {texts.safe}{" "}
      {balances !== undefined && texts.showing(formatDate(new Date(balances), "time", language))}{" "}
      {texts.lock}
    </Banner>
  );
}

function Offline() {
  const { offline: texts } = useTexts("common");
  const language = useLanguage();
  const balances = useStore(shownBalances);
  const kept = useStore(keptSince);
  const since = useOldest() ?? kept;
  const time = (at: number) => formatDate(new Date(at), "time", language);
  if (balances !== undefined)
    return <Banner kind="offline">{texts.showing(time(balances))}</Banner>;
  return (
    <Banner kind="offline">
      {since === undefined ? texts.waiting : texts.asOf(time(byServer(since)))}
    </Banner>
  );
}

/** When the oldest of what the page shows was read, by this device; undefined where it shows nothing that was read. */
function useOldest(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const read = cache
        .findAll({ type: "active" })
        .filter(({ meta, state }) => meta !== IN_THE_SHELL && state.data !== undefined)
        .map(({ state }) => state.dataUpdatedAt);
      return read.length === 0 ? undefined : Math.min(...read);
    },
  );
}
