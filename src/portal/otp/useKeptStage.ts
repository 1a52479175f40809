import { useEffect, useEffectEvent } from "react";
import { findStage } from "./keptStage.ts";
import type { SentCode } from "./sentCode.ts";
import type { StageName } from "./stageMark.ts";

/** Tells of the code that this tab waited for before the page was loaded again, once. */
export function useKeptStage(stage: StageName, onFound: (sent: SentCode) => void): void {
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    let isGone = false;
    void findStage(stage).then((sent) => {
      if (sent !== undefined && !isGone) tell(sent);
    });
    return () => {
      isGone = true;
    };
  }, [stage]);
}
