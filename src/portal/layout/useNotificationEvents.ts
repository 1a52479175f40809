import { queryClient } from "#portal/api/queries.ts";
import { loadConfig } from "#client/config.ts";
import { hasJustActed } from "#portal/api/deeds.ts";
import { refreshProfile } from "#portal/api/profile.ts";
import { lastEvent, settingsChanges, silences } from "#portal/api/realtime.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useEffect } from "react";

const SPREAD_MS = 700;

/**
 * Whether a toast is in place: not about the member's own deed, whose end the page shows itself, and not above a
 * dialog, which asks for something. The bell tells in any case.
 */
const isWorthAToast = (): boolean =>
  !hasJustActed() && document.querySelector("dialog:modal") === null;

/**
 * A notification event of the server: a toast in the tab that is looked at, and what is shown is read anew. After a
 * silence nobody knows what was missed, so it is only read anew, as it is when a setting has changed that
 * all members see.
 */
export function useNotificationEvents(): void {
  const texts = useTexts("shell");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stops = [
      lastEvent.subscribe(() => {
        if (document.visibilityState === "visible" && isWorthAToast())
          showToast({ kind: "info", text: texts.newNotification });
        void queryClient.invalidateQueries();
      }),
      silences.subscribe(readAnew),
      settingsChanges.subscribe(() => {
        // Every open portal hears it at the same moment; each asks a little later than the next.
        clearTimeout(timer);
        const [any = 0] = crypto.getRandomValues(new Uint16Array(1));
        timer = setTimeout(readAnew, any % SPREAD_MS);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [texts]);
}

/** Everything on the screen, the member's own data and what the server says of itself. */
function readAnew(): void {
  void loadConfig({ fresh: true });
  void refreshProfile();
  void queryClient.invalidateQueries();
}
