import { useLocation } from "react-router";

/** The transfer page leads here with what was just sent, and says so. */
export function useIsNew(): boolean {
  const { state } = useLocation() as { state: unknown };
  return typeof state === "object" && state !== null && "isNew" in state;
}
