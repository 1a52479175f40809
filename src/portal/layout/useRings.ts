import { queryClient } from "#portal/api/queries.ts";
import { lastRing, silences } from "#portal/api/realtime.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useEffect } from "react";

/**
 * A ring of the server: a toast in the tab that is looked at, and what is shown is read anew. After a
 * silence nobody knows what was missed, so it is only read anew.
 */
export function useRings(): void {
  const texts = useTexts("shell");
  useEffect(() => {
    const stops = [
      lastRing.subscribe(() => {
        if (document.visibilityState === "visible")
          showToast({ kind: "info", text: texts.newNotification });
        void queryClient.invalidateQueries();
      }),
      silences.subscribe(() => void queryClient.invalidateQueries()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [texts]);
}
