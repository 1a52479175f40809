import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { requestedProofsRead, isUnderWay } from "./proofReads.ts";

/** The proofs that somebody waits for, or waited for in vain. One that is made goes from here and into the list. */
export function ProofsUnderWay() {
  const texts = useTexts("reconciliation");
  const language = useLanguage();
  const queries = useQueryClient();
  const { data = [] } = useQuery(requestedProofsRead);
  const waitedFor = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = data.map(({ id }) => id);
    const isOneMade = waitedFor.current.some((id) => !ids.includes(id));
    waitedFor.current = data.filter(isUnderWay).map(({ id }) => id);
    if (!isOneMade) return;
    void queries.invalidateQueries({ queryKey: ["list"] });
    // Whether it agrees is not known here.
    showToast({ kind: "info", text: texts.proven });
  }, [data, queries, texts]);
  if (data.length === 0) return null;
  return (
    <div className="p-waits">
      {data.map(({ id, day, askedBy, askedAt, state }) => (
        <Notice key={id} kind={state === "given_up" ? "bad" : "info"}>
          {texts.proofStates[state](
            day,
            askedBy,
            formatDate(new Date(askedAt), "dayTime", language),
          )}
        </Notice>
      ))}
    </div>
  );
}
