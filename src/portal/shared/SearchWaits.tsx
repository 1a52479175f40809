import { useTexts } from "#portal/texts/texts.ts";
import { Banner } from "#ui/Notice.tsx";

/** On top of a list that stayed because what was looked for cannot be had without a connection. */
export function SearchWaits() {
  const { searchWaits } = useTexts("history");
  return <Banner kind="offline">{searchWaits}</Banner>;
}
