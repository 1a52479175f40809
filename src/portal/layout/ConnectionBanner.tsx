import { dashboardRead } from "#portal/api/reads.ts";
import { online } from "#client/connection.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Banner } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** Says when the server cannot be reached, and from when the figures are that still show. */
export function ConnectionBanner() {
  const common = useTexts("common");
  const language = useLanguage();
  const isOnline = useStore(online);
  const { data } = useQuery({ ...dashboardRead(useGuid()), enabled: false });
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isOnline && wasOffline.current) showToast({ kind: "ok", text: common.offline.back });
    wasOffline.current = !isOnline;
  }, [common, isOnline]);

  if (isOnline) return null;
  return (
    <Banner kind="offline">
      {data === undefined
        ? common.offline.nothingSent
        : common.offline.showing(formatDate(new Date(data.asOf), "time", language))}
    </Banner>
  );
}
