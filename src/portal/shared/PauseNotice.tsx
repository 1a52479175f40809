import { refusalText } from "#contract/refusals.ts";
import { safetyRead } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";

/** From when on a limit can go up or locked money be released, while the member is paused. */
export function PauseNotice({ holdsBack }: { holdsBack: "raise_paused" | "release_paused" }) {
  const language = useLanguage();
  const { data } = useQuery(safetyRead(useGuid()));
  const pause = data?.pause ?? null;
  if (pause === null) return null;
  const from = formatDate(new Date(pause.endsAt), "dayTime", language);
  return <Notice kind="safety">{refusalText(holdsBack, language, { from })}</Notice>;
}
