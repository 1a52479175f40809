import { useLanguage } from "#console/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";

/** When something was done at the counter. */
export function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return <DateText at={new Date(at)} form="dayTime" language={language} />;
}
