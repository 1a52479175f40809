import { heardConfig, loadConfig } from "#client/config.ts";
import { useEffect, useState } from "react";

/** A code is late after half a minute: asked no sooner, and as often. What is known is said at once. */
const ASK_EVERY_MS = 30_000;

/** Whether the bank says that codes are late, for whoever waits for one. It keeps asking. */
export function useTextsDelayed(): boolean {
  const [isDelayed, setIsDelayed] = useState(() => heardConfig()?.config.textsDelayed === true);
  useEffect(() => {
    const ask = async () => {
      const config = await loadConfig({ fresh: true });
      if (config !== undefined) setIsDelayed(config.textsDelayed === true);
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return isDelayed;
}
