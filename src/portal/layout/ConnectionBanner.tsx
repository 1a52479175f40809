import { dashboardRead } from "#portal/api/reads.ts";
import { online } from "#client/connection.ts";
import { outage } from "#client/outage.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Banner } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** Says when the server cannot be reached, or can do nothing, and from when the figures are that still show. */
export function ConnectionBanner() {
  const common = useTexts("common");
  const language = useLanguage();
  const isOnline = useStore(online);
  const { data } = useQuery({ ...dashboardRead(useGuid()), enabled: false });
  const isOut = useStore(outage);
  const isWell = isOnline && !isOut;
  const wasIll = useRef(false);

  useEffect(() => {
    if (isWell && wasIll.current) showToast({ kind: "ok", text: common.offline.back });
    wasIll.current = !isWell;
  }, [common, isWell]);

  if (isWell) return null;
  if (isOnline)
    return (
      <Banner kind="warn">
        {common.outage.away} {common.outage.safe}{" "}
        {data !== undefined &&
          common.outage.showing(formatDate(new Date(data.asOf), "time", language))}{" "}
        {common.outage.lock}
      </Banner>
    );
  return (
    <Banner kind="offline">
      {data === undefined
        ? common.offline.nothingSent
        : common.offline.showing(formatDate(new Date(data.asOf), "time", language))}
    </Banner>
  );
}
