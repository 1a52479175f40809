import { configRead } from "#portal/api/reads.ts";
import type { ClientConfig } from "#contract/config.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { FeatureOffPage, ForbiddenPage } from "./NoPage.tsx";

/**
 * The screens of a feature. While it is switched off, what staff say about it, or the 403 page where they
 * say nothing. They wait until it is known: a screen asks for nothing that is off. Where it cannot be
 * known the server refuses anyway.
 */
export function FeatureGate(props: {
  feature: keyof ClientConfig["features"];
  /** Else what the routes inside say. */
  children?: ReactNode;
}) {
  const { feature, children = <Outlet /> } = props;
  const { data, isPending } = useQuery(configRead());
  const language = useLanguage();
  const texts = useTexts("shell");
  if (isPending) return null;
  if (data === undefined || data.features[feature] === "on") return children;
  const notice = data.featureNotices?.[feature];
  if (notice === undefined || notice[language] === "") {
    return <ForbiddenPage reason={texts.switchedOff} />;
  }
  return <FeatureOffPage text={notice[language]} until={notice.until} />;
}
