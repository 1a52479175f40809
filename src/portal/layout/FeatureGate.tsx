import { configRead } from "#portal/api/reads.ts";
import type { ClientConfig } from "#contract/config.ts";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { ForbiddenPage } from "./NoPage.tsx";

/** The screens of a feature, or the 403 page while it is switched off. The server refuses anyway. */
export function FeatureGate({ feature }: { feature: keyof ClientConfig["features"] }) {
  const { data } = useQuery(configRead());
  return data !== undefined && data.features[feature] !== "on" ? <ForbiddenPage /> : <Outlet />;
}
