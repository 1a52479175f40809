import { useTexts } from "#console/texts/texts.ts";
import type { Missing } from "#common/holidays.ts";
import { Notice } from "#ui/Notice.tsx";

/** What has not been proclaimed, or not been entered: nothing where nothing is missing. */
export function MissingHolidays({ missing }: { missing: readonly Missing[] }) {
  const texts = useTexts("operations");
  if (missing.length === 0) return null;
  const names = missing.map(({ year, what }) => texts.proclamations[what](year));
  return (
    <Notice kind="warn">
      {texts.missingHolidays}: {names.join(", ")}. {texts.missingHint}
    </Notice>
  );
}
