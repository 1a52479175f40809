import { addressOf, paramsOf } from "#console/api/hiddenParams.ts";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

type Given = URLSearchParams | Record<string, string>;

/**
 * Like useSearchParams, but that the parameters named `hidden` are not in the address (hiddenParams.ts). An
 * address that has them, from a link, loses them at once.
 */
export function useHiddenParams(
  hidden: readonly string[],
): [URLSearchParams, (params: Given, options?: { replace: boolean }) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const params = paramsOf(location);
  const go = (next: Given, { replace } = { replace: false }) => {
    const { search, state } = addressOf(new URLSearchParams(next), hidden);
    void navigate({ search }, { state, replace });
  };
  const shown = new URLSearchParams(location.search);
  const isBare = hidden.some((name) => shown.has(name));
  useEffect(() => {
    if (isBare) go(params, { replace: true });
  });
  return [params, go];
}
