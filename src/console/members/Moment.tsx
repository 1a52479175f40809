import { useLanguage } from "#console/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";

/** A moment of the server's, or a dash where there was none. */
export function Moment({ at }: { at: string | null }) {
  const language = useLanguage();
  return at === null || at === "" ? (
    "–"
  ) : (
    <DateText at={new Date(at)} form="dayTime" language={language} />
  );
}
