import { useEffect } from "react";
import { useNavigate } from "react-router";

/** A pushed notice that was pressed leads on in the page that is open; the worker hears that it did. */
export function usePressedNotices(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const path: unknown = (data as { open?: unknown } | null)?.open;
      if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//")) return;
      ports[0]?.postMessage("opened");
      void navigate(path);
    };
    serviceWorker.addEventListener("message", onMessage);
    return () => serviceWorker.removeEventListener("message", onMessage);
  }, [navigate]);
}
