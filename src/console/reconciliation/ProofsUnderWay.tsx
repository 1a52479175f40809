import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { askedProofsRead } from "./proofReads.ts";

/** The proofs that somebody waits for. One that is made goes from here and comes into the list. */
export function ProofsUnderWay() {
  const texts = useTexts("reconciliation");
  const language = useLanguage();
  const queries = useQueryClient();
  const { data = [] } = useQuery(askedProofsRead);
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = data.map(({ id }) => id);
    const isOneMade = shown.current.some((id) => !ids.includes(id));
    shown.current = ids;
    if (!isOneMade) return;
    void queries.invalidateQueries({ queryKey: ["list"] });
    showToast({ kind: "ok", text: texts.proven });
  }, [data, queries, texts]);
  if (data.length === 0) return null;
  return (
    <Notice kind="info">
      {data.map(({ id, day, askedBy, askedAt }) => (
        <p key={id}>
          {texts.proofWaits(day, askedBy, formatDate(new Date(askedAt), "dayTime", language))}
        </p>
      ))}
    </Notice>
  );
}
