import type { Failure } from "#contract/endpoint.ts";
import { useEffect, useEffectEvent } from "react";

/** Shows on a form what was refused of what its code approved, once. */
export function useRefused(refuse: (failure: Failure) => void, refused: Failure | undefined): void {
  const show = useEffectEvent((failure: Failure) => refuse(failure));
  useEffect(() => {
    if (refused !== undefined) show(refused);
  }, [refused]);
}
