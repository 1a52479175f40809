import type { ClientConfig } from "#contract/config.ts";
import { useQuery } from "@tanstack/react-query";
import { configRead } from "./reads.ts";

/** Whether a feature is on; while that is not known it is, and the server has the last word. */
export function useFeature(feature: keyof ClientConfig["features"]): boolean {
  const { data } = useQuery(configRead());
  return data === undefined || data.features[feature] === "on";
}
