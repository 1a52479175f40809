import { ageText } from "#console/parts/ageText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { serverNow } from "#client/clock.ts";
import { StatusTag } from "#ui/StatusTag.tsx";

const NEAR_SECONDS = 15 * 60;

/** How long it is until something is due, or since: overdue and near ones stand out. */
export function DueText({ at }: { at: string | null }) {
  const texts = useTexts("transfers");
  if (at === null) return "–";
  const seconds = (Date.parse(at) - serverNow()) / 1000;
  if (seconds < 0) return <StatusTag kind="bad">{texts.dueSince(ageText(-seconds))}</StatusTag>;
  const text = texts.dueIn(ageText(seconds));
  return seconds < NEAR_SECONDS ? <StatusTag kind="warn">{text}</StatusTag> : text;
}
