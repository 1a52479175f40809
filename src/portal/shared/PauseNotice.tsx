import type { Safety } from "#contract/safety.ts";
import { refusalText } from "#contract/refusals.ts";
import { safetyRead } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";

/** What a pause refuses, by the code of the refusal. */
export type HeldBack =
  | "raise_paused"
  | "release_paused"
  | "pin_reset_paused"
  | "passkey_removed_lately";

/** Whether the member's pause refuses this now; undefined until that is known. Where it cannot be read, the act itself says it. */
export function useIsHeldBack(code: HeldBack): boolean | undefined {
  const { data, isError } = useQuery(safetyRead(useGuid()));
  if (data === undefined) return isError ? false : undefined;
  return holdsBack(data.pause, code);
}

/** The refusal of what a pause holds back, before it is tried: nothing while none does. */
export function PauseNotice({ holdsBack: code }: { holdsBack: HeldBack }) {
  const language = useLanguage();
  const { data } = useQuery(safetyRead(useGuid()));
  const pause = data?.pause ?? null;
  if (pause === null || !holdsBack(pause, code)) return null;
  const from = formatDate(new Date(pause.endsAt), "dayTime", language);
  return <Notice kind="safety">{refusalText(code, language, { from })}</Notice>;
}

const holdsBack = (pause: Safety["pause"], code: HeldBack): boolean =>
  pause !== null && (code !== "passkey_removed_lately" || pause.isAfterRemoval);
